package importer

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// shellCommand is a command as a shell reads it.
type shellCommand struct {
	words []string
	input string // of a here-document
}

// split reads a text as a POSIX shell would, without running anything: quotes, escapes,
// lines that go on, here-documents. Variables stay as they are written.
func split(text string) ([]shellCommand, error) {
	s := splitter{text: text}
	for s.at < len(s.text) {
		if err := s.step(); err != nil {
			return nil, err
		}
	}
	s.endCommand()
	return s.commands, nil
}

type splitter struct {
	text     string
	at       int
	commands []shellCommand
	command  shellCommand
	word     strings.Builder
	inWord   bool
	marks    []string // the ends of the here-documents that begin on the next line, as written
}

func (s *splitter) step() error {
	switch c := s.text[s.at]; c {
	case '\\':
		s.at++
		if s.at < len(s.text) && s.text[s.at] == '\n' { // the line goes on
			s.at++
			return nil
		}
		if s.at < len(s.text) {
			s.put(s.text[s.at : s.at+1])
			s.at++
		}
	case '\'':
		end := strings.IndexByte(s.text[s.at+1:], '\'')
		if end < 0 {
			return fmt.Errorf("the command ends within single quotes")
		}
		s.put(s.text[s.at+1 : s.at+1+end])
		s.at += end + 2
	case '"':
		s.at++
		return s.double()
	case '$':
		if strings.HasPrefix(s.text[s.at:], "$'") {
			s.at += 2
			return s.ansi()
		}
		if s.inWord || !strings.HasPrefix(s.text[s.at:], "$ ") { // a prompt that was copied too
			s.put("$")
		}
		s.at++
	case '<':
		if strings.HasPrefix(s.text[s.at:], "<<") {
			s.hereMark()
			return nil
		}
		s.put("<")
		s.at++
	case '\n', ';', '|', '&':
		s.at++
		if c == '&' && s.inWord { // an address without quotes
			s.put("&")
			return nil
		}
		s.endWord()
		if c == '\n' {
			s.here()
		}
		s.endCommand()
	case ' ', '\t', '\r':
		s.at++
		s.endWord()
	default:
		s.put(s.text[s.at : s.at+1])
		s.at++
	}
	return nil
}

func (s *splitter) put(text string) {
	s.word.WriteString(text)
	s.inWord = true
}

func (s *splitter) endWord() {
	if s.inWord {
		s.command.words = append(s.command.words, s.word.String())
	}
	s.word.Reset()
	s.inWord = false
}

func (s *splitter) endCommand() {
	s.endWord()
	if len(s.command.words) > 0 {
		s.commands = append(s.commands, s.command)
	}
	s.command = shellCommand{}
}

// double reads what is in double quotes.
func (s *splitter) double() error {
	s.put("")
	for s.at < len(s.text) {
		switch c := s.text[s.at]; c {
		case '"':
			s.at++
			return nil
		case '\\':
			s.at++
			if s.at >= len(s.text) {
				continue
			}
			next := s.text[s.at]
			s.at++
			switch {
			case next == '\n':
			case strings.IndexByte("$`\"\\", next) >= 0:
				s.put(string(next))
			default:
				s.put(`\` + string(next))
			}
		default:
			s.put(s.text[s.at : s.at+1])
			s.at++
		}
	}
	return fmt.Errorf("the command ends within double quotes")
}

// ansi reads what is in $'…', as browsers write what they copy as curl.
func (s *splitter) ansi() error {
	s.put("")
	for s.at < len(s.text) {
		c := s.text[s.at]
		s.at++
		switch {
		case c == '\'':
			return nil
		case c != '\\' || s.at >= len(s.text):
			s.put(string([]byte{c}))
			continue
		}
		next := s.text[s.at]
		s.at++
		if plain := strings.IndexByte("nrtabfv0", next); plain >= 0 {
			s.put("\n\r\t\a\b\f\v\x00"[plain : plain+1])
			continue
		}
		digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[next]
		end := s.at
		for end < len(s.text) && end-s.at < digits && strings.IndexByte("0123456789abcdefABCDEF", s.text[end]) >= 0 {
			end++
		}
		number, err := strconv.ParseUint(s.text[s.at:end], 16, 32)
		switch {
		case digits == 0 || err != nil:
			s.put(string([]byte{next}))
			continue
		case next == 'x':
			s.put(string([]byte{byte(number)}))
		default:
			s.put(string(utf8.AppendRune(nil, rune(number))))
		}
		s.at = end
	}
	return fmt.Errorf("the command ends within quotes")
}

// hereMark reads << and the word after it.
func (s *splitter) hereMark() {
	s.endWord()
	rest := strings.TrimLeft(s.text[s.at+2:], "- ")
	end := strings.IndexAny(rest, " \t\n;|")
	if end < 0 {
		end = len(rest)
	}
	s.marks = append(s.marks, rest[:end])
	s.at = len(s.text) - len(rest) + end
}

// here reads the here-documents that begin at the line reached.
func (s *splitter) here() {
	for _, written := range s.marks {
		mark := strings.Trim(written, `"'\`)
		var lines []string
		for s.at < len(s.text) {
			line, _, _ := strings.Cut(s.text[s.at:], "\n")
			s.at = min(s.at+len(line)+1, len(s.text))
			if strings.TrimSpace(line) == mark {
				break
			}
			lines = append(lines, line)
		}
		s.command.input = strings.Join(lines, "\n")
		if mark == written {
			s.command.input = unescaped(s.command.input)
		}
	}
	s.marks = nil
}

// unescaped returns the text of a here-document whose mark has no quotes. What a
// command in it would write is not known and left out.
func unescaped(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '\\' && i+1 < len(text) && strings.IndexByte("$`\\", text[i+1]) >= 0:
			i++
			b.WriteByte(text[i])
		case strings.HasPrefix(text[i:], "$("):
			depth := 1
			for i += 2; i < len(text) && depth > 0; i++ {
				switch text[i] {
				case '(':
					depth++
				case ')':
					depth--
				}
			}
			i--
		default:
			b.WriteByte(text[i])
		}
	}
	return b.String()
}
