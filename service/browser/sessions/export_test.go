package sessions

// KeepSpares says whether browsers are started ahead of their sessions, which costs each
// test a browser that nobody uses.
func (m *Manager) KeepSpares(keep bool) {
	m.spares.mu.Lock()
	defer m.spares.mu.Unlock()
	m.spares.closed = !keep
}
