// Package words says what names mean: how likely what a page calls one thing answers who asks
// for it by another name. Its grammar is in the code; what it knows of words is model.bin,
// which the command train makes of our paraphrases and of texts.
package words
