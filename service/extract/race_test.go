//go:build race

package extract_test

// slowdown is how many times as long the engine takes with the race detector, at most.
const slowdown = 40
