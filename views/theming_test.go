package views

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"assay/themes"
)

// themed opens a dashboard with a settings file.
func themed(t *testing.T, settings string) (d *player, file string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(file, []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}
	return open(t, newStage(t), 100, 30, func(o *Options) { o.Settings = file }), file
}

func (d *player) theme() string { return d.m.env.Theme.Palette.Name }

func TestThemesAreTriedOn(t *testing.T) {
	t.Parallel()
	d, file := themed(t, "# mine\ntheme = \"assay-dark\" # quiet\n")
	d.keys("alt+C")
	d.until("Theme", "catppuccin-mocha", "▌ assay-dark", "colours are off here")
	d.keys("down")
	if d.theme() != "assay-light" {
		t.Errorf("under the cursor is assay-light, shown is %s", d.theme())
	}
	d.keys("esc")
	if d.theme() != "assay-dark" {
		t.Errorf("after Esc the theme is %s", d.theme())
	}
	d.keys("alt+C")
	d.until("catppuccin-mocha")
	d.typed("gruvbox")
	d.measure()
	d.send(tea.MouseMsg{X: 0, Y: 0, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft}) // beside the list
	if d.theme() != "assay-dark" {
		t.Errorf("after a press beside the list the theme is %s", d.theme())
	}
	d.keys("alt+C")
	d.until("catppuccin-mocha")
	d.typed("tokyo")
	d.keys("enter")
	d.until("theme tokyo-night, kept in the settings")
	if got, _ := os.ReadFile(file); string(got) != "# mine\ntheme = \"tokyo-night\" # quiet\n" {
		t.Errorf("the settings are now\n%s", got)
	}
	d.measure()
}

func TestTheThemeOfTheTerminalIsOffered(t *testing.T) {
	t.Parallel()
	d, file := themed(t, "theme = \"nord\"\n\n[keys]\n")
	d.keys("alt+C")
	d.until("Theme")
	d.typed("by the terminal")
	d.keys("enter")
	d.until("theme by the terminal's background")
	if got, _ := os.ReadFile(file); string(got) != "\n[keys]\n" {
		t.Errorf("the settings are now\n%q", got)
	}
	d.send(backgroundRead{dark: false})
	if d.theme() != "assay-light" {
		t.Errorf("on a light terminal the theme is %s", d.theme())
	}
}

func TestEveryThemeDrawsEveryTab(t *testing.T) {
	t.Parallel()
	d, _ := themed(t, "")
	for _, p := range themes.Palettes() {
		d.m.setPalette(p)
		for _, tab := range []string{"alt+1", "alt+2", "alt+3", "alt+4"} {
			d.keys(tab)
			d.measure()
			if p.Plain && strings.IndexFunc(d.text(), func(r rune) bool { return r > '~' && r < 0x3000 }) >= 0 {
				t.Errorf("in the plain theme tab %s draws more than ASCII:\n%s", tab, d.text())
			}
		}
	}
}
