package profile

import "fmt"

// Notifications say how the dashboard tells of what happens while its user looks
// elsewhere.
type Notifications struct {
	Kind    string `toml:"kind"`    // "on", which "" is, "bell" or "off"
	Focused bool   `toml:"focused"` // while the terminal has the focus, too
}

func (n Notifications) check(file string) error {
	switch n.Kind {
	case "", "on", "bell", "off":
		return nil
	}
	return fmt.Errorf("%s: notifications.kind is %q: it must be on, bell or off", file, n.Kind)
}
