package batch

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"strings"

	"assay/wire"
	"assay/workspace/text"
)

// List is what a list of addresses holds, one a line.
type List struct {
	URLs       []string // complete, each once, in the order of the list
	Duplicates []Line   // lines that name an address again
	Invalid    []Line   // lines that are no address
}

// Line is a line of a list that is not asked about.
type Line struct {
	Number int    // from 1
	Text   string // as it was written, without space around
	First  int    // for a duplicate: the line that named the address first
}

const (
	// MaxURLs is how many pages a batch takes.
	MaxURLs = 100_000

	maxLine = 16 << 10 // bytes of one address
	maxList = 64 << 20 // bytes of a list
)

// ErrTooMany is ReadList's error for a list with more than MaxURLs addresses.
var ErrTooMany = fmt.Errorf("the list has more than %d addresses: split it", MaxURLs)

// ReadList reads a list. Blank lines and lines that begin with # are left out, an
// address without a scheme is completed, and what is no address is in Invalid.
func ReadList(r io.Reader) (List, error) {
	lines := bufio.NewScanner(text.NewReader(io.LimitReader(r, maxList)))
	lines.Buffer(make([]byte, 0, 4096), maxLine)
	lines.Split(splitLines)
	var list List
	first := map[string]int{}
	for number := 1; lines.Scan(); number++ {
		line := strings.TrimSpace(strings.ToValidUTF8(lines.Text(), "\ufffd"))
		if line == "" || line[0] == '#' {
			continue
		}
		address, err := readAddress(line)
		if err != nil {
			list.Invalid = append(list.Invalid, Line{Number: number, Text: line})
			continue
		}
		if at, ok := first[address]; ok {
			list.Duplicates = append(list.Duplicates, Line{Number: number, Text: line, First: at})
			continue
		}
		first[address] = number
		if list.URLs = append(list.URLs, address); len(list.URLs) > MaxURLs {
			return list, ErrTooMany
		}
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		return list, errors.New("the list has a line that is too long for an address: is it a list of addresses?")
	}
	return list, lines.Err()
}

// splitLines splits at LF, CRLF and CR.
func splitLines(data []byte, atEOF bool) (advance int, token []byte, err error) {
	i := bytes.IndexAny(data, "\r\n")
	switch {
	case i < 0 && atEOF && len(data) > 0:
		return len(data), data, nil
	case i < 0:
		return 0, nil, nil
	case data[i] == '\n':
		return i + 1, data[:i], nil
	case i+1 < len(data) && data[i+1] == '\n':
		return i + 2, data[:i], nil
	case i+1 == len(data) && !atEOF:
		return 0, nil, nil // an LF may follow
	}
	return i + 1, data[:i], nil
}

// readAddress completes an address and writes it so that the same page is the same
// text: scheme and host in lower case.
func readAddress(text string) (string, error) {
	complete, err := wire.CompleteURL(text)
	if err != nil {
		return "", err
	}
	u, err := url.Parse(complete)
	if err != nil {
		return "", err
	}
	if strings.ContainsAny(u.Host, " \t<>\"") {
		return "", errors.New("the host is none")
	}
	u.Host = strings.ToLower(u.Host)
	return u.String(), nil
}

// hostOf returns the host that a page is at, for the politeness towards it.
func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	return u.Host
}

// ReadFile reads the text of a list from a file.
func ReadFile(path string) (string, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", fmt.Errorf("reading the list: there is no file %s", path)
	case err != nil:
		return "", fmt.Errorf("reading the list: %w", err)
	case !info.Mode().IsRegular():
		return "", fmt.Errorf("reading the list: %s is not a file of text", path)
	case info.Size() > maxList:
		return "", fmt.Errorf("reading the list: %s has more than %d MB", path, maxList>>20)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("reading the list: %w", err)
	}
	if data = text.UTF8(data); bytes.IndexByte(data, 0) >= 0 {
		return "", fmt.Errorf("reading the list: %s is not a file of text", path)
	}
	return string(data), nil
}
