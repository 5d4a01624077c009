//go:build !race

package extract_test

// slowdown is 1: the engine runs as it is built for users.
const slowdown = 1
