package service

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"assay/service/account"
	"assay/service/portal"
	"assay/service/portal/reference"
	"assay/wire/datadir"
)

// openPortal mounts the developer portal and the page about the interface beside the
// API.
func (s *Service) openPortal(ctx context.Context) error {
	key, err := datadir.NewLinkKey(s.cfg.DataDir)
	if err != nil {
		return err
	}
	pages, err := portal.New(ctx, portal.Config{
		Account: s.account, Query: s.api.Query, Sessions: s.api.Sessions, EndSession: s.api.EndSession,
		LinkKey: key, Rules: s.rules(), Log: s.cfg.Log,
	})
	if err != nil {
		return err
	}
	s.api.Mount(portal.Prefix, pages)
	s.api.Mount(reference.Path, reference.New(s.cfg.Version))
	return nil
}

// SetPortalPassword sets the operator's password for the developer portal of a data
// directory's account, which ends all of the portal's sessions. On a terminal it is
// asked for twice, without being shown; else it is the first line of in.
func SetPortalPassword(ctx context.Context, dataDir, database string, in *os.File, messages io.Writer) error {
	return withAccount(ctx, dataDir, database, func(a *account.Account) error {
		password, err := readPassword(ctx, in, messages)
		if err != nil {
			return err
		}
		hash, err := portal.HashPassword(password)
		if err != nil {
			return err
		}
		return a.SetPortalPassword(ctx, hash)
	})
}

func readPassword(ctx context.Context, in *os.File, messages io.Writer) (string, error) {
	if !term.IsTerminal(int(in.Fd())) {
		line, err := bufio.NewReader(io.LimitReader(in, 4<<10)).ReadString('\n')
		if err != nil && err != io.EOF {
			return "", fmt.Errorf("reading the password: %w", err)
		}
		return strings.TrimRight(line, "\r\n"), nil
	}
	// What is typed ahead of a question is not shown either.
	before, err := term.MakeRaw(int(in.Fd()))
	if err != nil {
		return "", fmt.Errorf("reading the password: %w", err)
	}
	defer term.Restore(int(in.Fd()), before)
	type answer struct {
		password string
		err      error
	}
	answered := make(chan answer, 1)
	go func() {
		password, err := askTwice(in, messages)
		answered <- answer{password, err}
	}()
	select {
	case a := <-answered:
		return a.password, a.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// askTwice asks for a password on a terminal that is in raw mode.
func askTwice(in io.Reader, messages io.Writer) (string, error) {
	terminal := term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{in, messages}, "")
	var given [2]string
	for i, question := range []string{"New password for the portal: ", "The same again: "} {
		var err error
		if given[i], err = terminal.ReadPassword(question); err != nil {
			return "", errors.New("no password was given; nothing was changed")
		}
	}
	if given[0] != given[1] {
		return "", errors.New("the two passwords are not the same; nothing was changed")
	}
	return given[0], nil
}
