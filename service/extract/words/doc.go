// Package words is about what names mean: it reads the paraphrases that the models of
// words are trained on.
package words
