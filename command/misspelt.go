package command

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"assay/ui/spell"
)

// onlySubcommands refuses the arguments of a command that has only subcommands, and
// names the one that was probably meant. It is a cobra.PositionalArgs.
func onlySubcommands(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	if near := spell.Nearest(args[0], names); near != "" {
		return fmt.Errorf("unknown command %q; did you mean `%s %s`?", args[0], cmd.CommandPath(), near)
	}
	return fmt.Errorf("unknown command %q; the commands are %s", args[0], strings.Join(names, ", "))
}

// arguments takes from least to most arguments. It is a cobra.PositionalArgs.
func arguments(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < least:
			return fmt.Errorf("an argument is missing: the call is `%s`", cmd.UseLine())
		case len(args) > most:
			return fmt.Errorf("too many arguments: the call is `%s`", cmd.UseLine())
		}
		return nil
	}
}

// knownCommand refuses help about a command that there is not. It is a
// cobra.PositionalArgs.
func knownCommand(help *cobra.Command, args []string) error {
	found, rest, err := help.Root().Find(args)
	switch {
	case err != nil || len(rest) == 0:
		return err
	case found.HasAvailableSubCommands():
		return onlySubcommands(found, rest)
	}
	return cobra.NoArgs(found, rest)
}

// kinds are what flags take, by the names of their types.
var kinds = map[string]string{
	"int": "a whole number", "int64": "a whole number", "float64": "a number", "duration": "a time such as 90s or 10m", "bool": "true or false",
}

// nearestFlag adds to the error of an unknown flag the one that was probably meant, and
// says what a flag takes. It is for cobra's SetFlagErrorFunc.
func nearestFlag(cmd *cobra.Command, err error) error {
	if invalid, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		if kind := kinds[invalid.GetFlag().Value.Type()]; kind != "" {
			return fmt.Errorf("invalid argument %q for \"--%s\": it must be %s", invalid.GetValue(), invalid.GetFlag().Name, kind)
		}
		return err
	}
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return err
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, f.Name)
		}
	})
	if near := spell.Nearest(unknown.GetSpecifiedName(), names); near != "" {
		return fmt.Errorf("%w; did you mean --%s?", err, near)
	}
	return err
}
