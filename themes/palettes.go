package themes

import (
	"fmt"
	"strconv"
	"strings"
	"sync"

	"assay/ui/spell"
)

// Default returns the palette used when none is configured, for a dark or a
// light background.
func Default(dark bool) Palette {
	if dark {
		return Palettes()[0]
	}
	return Palettes()[1]
}

// On returns the palette for a terminal with a dark or a light background. One made
// for the other kind and without a background of its own gets one.
func (p Palette) On(dark bool) Palette {
	if p.Dark == dark || p.Plain || p.Background.Hex != "" {
		return p
	}
	if p.Background = (Color{"#fafafa", 15}); p.Dark {
		p.Background = Color{"#16161e", 0}
	}
	return p
}

// Named returns the palette of the given name. An unknown name is an error that lists
// those there are.
func Named(name string) (Palette, error) {
	var known []string
	for _, p := range Palettes() {
		if p.Name == name {
			return p, nil
		}
		known = append(known, p.Name)
	}
	list := strings.Join(known, ", ")
	if near := spell.Nearest(name, known); near != "" {
		return Palette{}, fmt.Errorf("there is no theme %q; did you mean %q? There are %s", name, near, list)
	}
	return Palette{}, fmt.Errorf("there is no theme %q; there are %s", name, list)
}

// Palettes returns the built-in palettes, for reading only.
var Palettes = sync.OnceValue(func() []Palette {
	var all []Palette
	for line := range strings.Lines(strings.TrimSpace(builtIn)) {
		fields := strings.Fields(line)
		p := Palette{Name: fields[0], Dark: fields[1] == "dark"}
		for i, c := range p.colors() {
			var number string
			c.Hex, number, _ = strings.Cut(strings.TrimPrefix(fields[2+i], "-"), "/")
			c.ANSI, _ = strconv.Atoi(number) // none for the terminal's own colour
		}
		all = append(all, p)
	}
	return append(all, Palette{Name: "plain", Dark: true, Plain: true})
})

// colors returns the colours of a palette in the order in which builtIn has them.
func (p *Palette) colors() []*Color {
	return []*Color{
		&p.Background, &p.Text, &p.Dim, &p.Faint, &p.Border, &p.Accent, &p.Ink, &p.Select, &p.Raise,
		&p.Good, &p.Warn, &p.Bad, &p.Key, &p.String, &p.Number, &p.Literal, &p.Punctuation, &p.Match,
	}
}

// builtIn has a palette a line: its name, what background it is for, and its colours, each
// with its stand-in on a terminal with 16 colours. Most follow colour schemes that people
// use across their tools; where a scheme's own colour is too faint to be read on its
// background, it is moved along its lightness until it can be.
const builtIn = `
assay-dark       dark  -          #c8ccd4/15 #949bac/7  #676f86/8  #3b4152/8  #e0af68/3  #16161e/0  #2c3347/4  #1f2230/-1 #9ece6a/2  #f2a65a/11 #f7768e/9  #7dcfff/6  #a9c88f/2  #ff9e64/3  #bb9af7/5  #747c92/8  #d7ba5a/3
assay-light      light -          #24292f/0  #5b6472/8  #808b9e/8  #c3c9d3/8  #965900/4  #ffffff/15 #dfe7f5/6  #eef0f4/-1 #2c762f/2  #a35100/3  #c42839/1  #0b6e99/6  #3c7428/2  #ad470f/5  #7a3eb1/5  #7b8492/8  #7e6300/1
catppuccin-mocha dark  #1e1e2e/0  #cdd6f4/15 #a6adc8/7  #73778e/8  #45475a/8  #cba6f7/13 #11111b/0  #363a4f/4  #181825/-1 #a6e3a1/2  #fab387/11 #f38ba8/9  #89b4fa/6  #a6e3a1/2  #fab387/3  #cba6f7/5  #7f849c/8  #f9e2af/3
catppuccin-latte light #eff1f5/15 #3c3f58/0  #555870/8  #808599/8  #bcc0cc/8  #7a20ee/5  #ffffff/15 #d5d9e1/6  #e6e9ef/-1 #276c1b/2  #7b581a/3  #bd0e32/1  #0a4fe7/6  #276c1b/2  #a33f01/5  #7a20ee/5  #767a8e/8  #7b581a/1
dracula          dark  #282a36/0  #f8f8f2/15 #bfc3d9/7  #7180ad/8  #44475a/8  #bd93f9/13 #21222c/0  #373949/4  #343746/-1 #50fa7b/2  #ffb86c/11 #ff7b7b/9  #8be9fd/6  #f1fa8c/2  #ffb86c/3  #bd93f9/5  #8590b8/8  #f1fa8c/3
gruvbox-dark     dark  #282828/0  #ebdbb2/15 #c6b7a5/7  #85776b/8  #504945/8  #fabd2f/11 #1d2021/0  #3a3735/4  #32302f/-1 #b8bb26/2  #fe8019/11 #fb7967/9  #87a89b/6  #b8bb26/2  #d58ca0/3  #fe8019/5  #928374/8  #fabd2f/3
gruvbox-light    light #fbf1c7/15 #3c3836/0  #665c54/8  #928067/8  #d5c4a1/8  #ad3903/1  #fbf1c7/15 #ebdbb2/6  #f2e5bc/-1 #67630e/2  #845813/3  #9d0006/1  #076678/6  #67630e/2  #8f3f71/5  #ad3903/5  #897a6b/8  #845813/1
nord             dark  #2e3440/0  #eceff4/15 #c0c8d8/7  #828da4/8  #4c566a/8  #88c0d0/14 #2e3440/0  #3b4353/4  #3b4252/-1 #a3be8c/2  #ebcb8b/11 #de9fa8/9  #8fbcbb/6  #a3be8c/2  #c2a8bb/3  #a1b1d1/5  #828ea6/8  #ebcb8b/3
solarized-dark   dark  #002b36/0  #c5cfcf/15 #9eacac/7  #657e86/8  #1d4f5c/8  #c89600/3  #002b36/0  #0c3b48/4  #073642/-1 #90a900/2  #ea842a/11 #e08582/9  #54a6da/6  #90a900/2  #e181a9/3  #9499d8/5  #6b838b/8  #c89600/3
solarized-light  light #fdf6e3/15 #34474e/0  #50666d/8  #778888/8  #d2cab5/8  #786000/4  #fdf6e3/15 #e6dfc8/6  #eee8d5/-1 #616600/2  #ae3d15/3  #be2522/1  #23688f/6  #616600/2  #b32a6d/5  #5459b8/5  #718284/8  #786000/1
tokyo-night      dark  #1a1b26/0  #c0caf5/15 #acb6d7/7  #66719f/8  #3b4261/8  #7aa2f7/12 #15161e/0  #293459/4  #16161e/-1 #9ece6a/2  #e0af68/11 #f7768e/9  #7dcfff/6  #9ece6a/2  #ff9e64/3  #bb9af7/5  #777e9d/8  #e0af68/3
high-contrast    dark  #000000/0  #ffffff/15 #e0e0e0/15 #b0b0b0/7  #b0b0b0/7  #ffff00/11 #000000/0  #00387f/4  #1a1a1a/-1 #00ff66/10 #ffb000/11 #ff8080/9  #00ffff/14 #7dff7d/10 #ffc266/11 #ff9dff/13 #d0d0d0/7  #ffff00/11
`
