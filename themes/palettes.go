package themes

// Default returns the palette used when none is configured, for a dark or a
// light background.
func Default(dark bool) Palette {
	if dark {
		return assayDark
	}
	return assayLight
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

// Named returns the palette of the given name.
func Named(name string) (Palette, bool) {
	for _, p := range Palettes() {
		if p.Name == name {
			return p, true
		}
	}
	return Palette{}, false
}

// Palettes returns the built-in palettes.
func Palettes() []Palette {
	return []Palette{assayDark, assayLight, catppuccinMocha, catppuccinLatte, dracula, gruvboxDark, gruvboxLight, nord,
		solarizedDark, solarizedLight, tokyoNight, highContrast, plain}
}

var assayDark = Palette{
	Name: "assay-dark", Dark: true,
	Text:        Color{"#c8ccd4", 15},
	Dim:         Color{"#949bac", 7},
	Faint:       Color{"#676f86", 8},
	Border:      Color{"#3b4152", 8},
	Accent:      Color{"#e0af68", 3},
	Ink:         Color{"#16161e", 0},
	Select:      Color{"#2c3347", 4},
	Raise:       Color{"#1f2230", -1},
	Good:        Color{"#9ece6a", 2},
	Warn:        Color{"#f2a65a", 11},
	Bad:         Color{"#f7768e", 9},
	Key:         Color{"#7dcfff", 6},
	String:      Color{"#a9c88f", 2},
	Number:      Color{"#ff9e64", 3},
	Literal:     Color{"#bb9af7", 5},
	Punctuation: Color{"#747c92", 8},
	Match:       Color{"#d7ba5a", 3},
}

var assayLight = Palette{
	Name: "assay-light", Dark: false,
	Text:        Color{"#24292f", 0},
	Dim:         Color{"#5b6472", 8},
	Faint:       Color{"#808b9e", 8},
	Border:      Color{"#c3c9d3", 8},
	Accent:      Color{"#965900", 4},
	Ink:         Color{"#ffffff", 15},
	Select:      Color{"#dfe7f5", 6},
	Raise:       Color{"#eef0f4", -1},
	Good:        Color{"#2c762f", 2},
	Warn:        Color{"#a35100", 3},
	Bad:         Color{"#c42839", 1},
	Key:         Color{"#0b6e99", 6},
	String:      Color{"#3c7428", 2},
	Number:      Color{"#ad470f", 5},
	Literal:     Color{"#7a3eb1", 5},
	Punctuation: Color{"#7b8492", 8},
	Match:       Color{"#7e6300", 1},
}
