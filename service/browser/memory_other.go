//go:build !linux

package browser

// findGroups fails: there are none.
func findGroups() (*groups, error) { return nil, errNoGroups }

// open does nothing.
func (m *memoryGroup) open(int64) error { return nil }

// add does nothing.
func (m *memoryGroup) add(int) error { return nil }

// removeGroup does nothing.
func removeGroup(string) error { return nil }
