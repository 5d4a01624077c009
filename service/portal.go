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

	"assay/client/local"
	"assay/service/account"
	"assay/service/portal"
)

// openPortal mounts the developer portal beside the API.
func (s *Service) openPortal(ctx context.Context) error {
	key, err := local.NewLinkKey(s.cfg.DataDir)
	if err != nil {
		return err
	}
	pages, err := portal.New(ctx, portal.Config{Account: s.account, Query: s.api.Query, LinkKey: key, Log: s.cfg.Log})
	if err != nil {
		return err
	}
	s.api.Mount(portal.Prefix, pages)
	return nil
}

// SetPortalPassword sets the operator's password for the developer portal of a data
// directory's account, which ends all of the portal's sessions. On a terminal it is
// asked for twice, without being shown; else it is the first line of in.
func SetPortalPassword(ctx context.Context, dataDir, database string, in *os.File, messages io.Writer) error {
	password, err := readPassword(ctx, in, messages)
	if err != nil {
		return err
	}
	hash, err := portal.HashPassword(password)
	if err != nil {
		return err
	}
	return withAccount(ctx, dataDir, database, func(a *account.Account) error { return a.SetPortalPassword(ctx, hash) })
}

func readPassword(ctx context.Context, in *os.File, messages io.Writer) (string, error) {
	if !term.IsTerminal(int(in.Fd())) {
		line, err := bufio.NewReader(io.LimitReader(in, 4<<10)).ReadString('\n')
		if err != nil && err != io.EOF {
			return "", fmt.Errorf("reading the password: %w", err)
		}
		return strings.TrimRight(line, "\r\n"), nil
	}
	var given [2]string
	for i, question := range []string{"New password for the portal: ", "The same again: "} {
		fmt.Fprint(messages, question)
		var err error
		if given[i], err = readUnseen(ctx, int(in.Fd())); err != nil {
			return "", fmt.Errorf("reading the password: %w", err)
		}
		fmt.Fprintln(messages)
	}
	if given[0] != given[1] {
		return "", errors.New("the two passwords are not the same; nothing was changed")
	}
	return given[0], nil
}

// readUnseen reads a line from a terminal without showing it. When ctx ends, the
// terminal is left as it was.
func readUnseen(ctx context.Context, terminal int) (string, error) {
	before, err := term.GetState(terminal)
	if err != nil {
		return "", err
	}
	type line struct {
		text []byte
		err  error
	}
	lines := make(chan line, 1)
	go func() {
		text, err := term.ReadPassword(terminal)
		lines <- line{text, err}
	}()
	select {
	case read := <-lines:
		return string(read.text), read.err
	case <-ctx.Done():
		return "", errors.Join(ctx.Err(), term.Restore(terminal, before))
	}
}
