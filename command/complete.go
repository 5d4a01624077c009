package command

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"assay/themes"
	"assay/workspace/profile"
)

// offer has the shell complete the values of the flags of a command and of those below
// it by the words they take, not by files.
func offer(cmd *cobra.Command) {
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		var words func(*cobra.Command) []string
		switch value := f.Value.(type) {
		case choice:
			words = func(*cobra.Command) []string { return value.of }
		case *Format:
			words = func(*cobra.Command) []string { return Formats() }
		}
		switch f.Name {
		case "theme":
			words = themeNames
		case "profile":
			words = profileNames
		}
		if words != nil {
			_ = cmd.RegisterFlagCompletionFunc(f.Name, func(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
				return words(cmd), cobra.ShellCompDirectiveNoFileComp
			})
		}
	})
	for _, child := range cmd.Commands() {
		offer(child)
	}
}

func themeNames(*cobra.Command) (names []string) {
	for _, p := range themes.Palettes() {
		names = append(names, p.Name)
	}
	return names
}

// profileNames returns the profiles of the settings file that a command is given; of one
// that cannot be read there are none.
func profileNames(cmd *cobra.Command) (names []string) {
	file := ""
	if f := cmd.Flag("config"); f != nil {
		file = f.Value.String()
	}
	entries, _, _ := profile.List(settingsFile(file))
	for _, e := range entries {
		names = append(names, e.Name)
	}
	return names
}

// offerProfile completes an argument that names a profile.
func offerProfile(cmd *cobra.Command, args []string, _ string) (names []string, _ cobra.ShellCompDirective) {
	if len(args) == 0 {
		names = profileNames(cmd)
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}
