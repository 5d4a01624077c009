package importer

import (
	"fmt"
	"net/url"
	"strings"
)

// Looks reports whether a text is a command that calls curl.
func Looks(text string) bool {
	first, _, _ := strings.Cut(strings.TrimLeft(text, " \t\r\n$"), " ")
	return first == "curl" || first == "curl.exe" || strings.HasSuffix(first, "/curl")
}

// curls returns the requests of the curl commands of a text.
func curls(text string) ([]Request, error) {
	commands, err := split(text)
	if err != nil {
		return nil, err
	}
	var all []Request
	for _, c := range commands {
		if len(c.words) == 0 || !Looks(c.words[0]+" ") {
			continue
		}
		var r Request
		e, err := curl(c)
		if err == nil {
			r, err = e.request()
		}
		if err != nil && len(commands) > 1 {
			return nil, fmt.Errorf("line %d: %w", c.line, err)
		}
		if err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	return all, nil
}

// The options of curl that are followed by a value, by their one letter.
const lettersWithValue = "AbcCdDeEFhHKmoPQrtTuUwxXyYz"

// longWithValue are those of several letters, with the letter that means the same if
// there is one.
var longWithValue = map[string]string{
	"request": "X", "header": "H", "proxy": "x", "proxy-user": "U", "user": "u", "cookie": "b", "user-agent": "A",
	"referer": "e", "data": "d", "data-ascii": "d", "form": "F", "output": "o", "max-time": "m", "range": "r",
	"data-raw": "raw", "data-binary": "d", "data-urlencode": "urlencode", "json": "json", "url": "url",
	"cacert": "", "cert": "", "key": "", "connect-timeout": "", "retry": "", "resolve": "", "interface": "",
	"max-redirs": "", "limit-rate": "", "write-out": "", "dump-header": "", "cookie-jar": "", "form-string": "F",
	"ciphers": "", "proxy-header": "", "noproxy": "", "socks5": "socks5", "socks5-hostname": "socks5",
	"retry-delay": "", "retry-max-time": "", "tls-max": "", "aws-sigv4": "", "oauth2-bearer": "", "unix-socket": "", "config": "K",
}

// curlReader takes the options of a curl command one by one.
type curlReader struct {
	exchange
	input string // of the command
	data  []string
	asGet bool
}

// curl reads one command.
func curl(c shellCommand) (exchange, error) {
	r := curlReader{input: c.input}
	for words := c.words[1:]; len(words) > 0; {
		var err error
		if words, err = r.word(words[0], words[1:]); err != nil {
			return r.exchange, err
		}
	}
	if r.address == "" {
		return r.exchange, fmt.Errorf("the curl command has no address")
	}
	r.body = strings.Join(r.data, "&")
	if r.asGet && r.body != "" {
		mark := "?"
		if strings.Contains(r.address, "?") {
			mark = "&"
		}
		r.address, r.body = r.address+mark+r.body, ""
	}
	return r.exchange, nil
}

// word takes a word of the command and returns those of the ones after it that are left.
func (r *curlReader) word(word string, after []string) ([]string, error) {
	value := func() (string, error) {
		if len(after) == 0 {
			return "", fmt.Errorf("the curl command ends after %s", word)
		}
		v := after[0]
		after = after[1:]
		return v, nil
	}
	switch {
	case strings.HasPrefix(word, "--"):
		name, inline, given := strings.Cut(word[2:], "=")
		option, takes := longWithValue[name]
		switch {
		case !takes && name == "get":
			r.take("G", "")
		case !takes && name == "head":
			r.take("I", "")
		case !takes:
		case given:
			r.take(option, inline)
		default:
			v, err := value()
			if err != nil {
				return nil, err
			}
			r.take(option, v)
		}
	case strings.HasPrefix(word, "-") && word != "-":
		for i, letter := range word[1:] {
			if !strings.ContainsRune(lettersWithValue, letter) {
				r.take(string(letter), "")
				continue
			}
			v := word[2+i:]
			if v == "" {
				var err error
				if v, err = value(); err != nil {
					return nil, err
				}
			}
			r.take(string(letter), v)
			break
		}
	default:
		r.ask(word)
	}
	return after, nil
}

// ask takes an address. The last one counts: one before it may be the value of an option
// that is not known here.
func (r *curlReader) ask(address string) {
	if r.address != "" {
		r.left = append(r.left, "the address "+r.address)
	}
	r.address = address
}

// take takes an option by its letter, or by what longWithValue has for one.
func (r *curlReader) take(option, value string) {
	switch option {
	case "X":
		r.method = strings.ToUpper(value)
	case "H":
		name, content, _ := strings.Cut(value, ":")
		r.headers = append(r.headers, [2]string{strings.TrimSpace(name), strings.TrimSpace(content)})
	case "x":
		r.proxy = value
	case "socks5":
		r.proxy = "socks5://" + strings.TrimPrefix(value, "socks5://")
	case "U":
		r.user = value
	case "url":
		r.ask(value)
	case "b":
		r.headers = append(r.headers, [2]string{"Cookie", value})
	case "u":
		r.headers = append(r.headers, [2]string{"Authorization", ""})
	case "F":
		r.left = append(r.left, "the form")
	case "d", "json":
		switch {
		case value == "@-" && r.input != "":
			r.data = append(r.data, r.input)
		case strings.HasPrefix(value, "@"):
			r.left = append(r.left, "the body in the file "+value[1:])
		default:
			r.data = append(r.data, value)
		}
	case "raw":
		r.data = append(r.data, value)
	case "urlencode":
		name, content, named := strings.Cut(value, "=")
		if !named {
			name, content = "", value
		}
		r.data = append(r.data, strings.TrimPrefix(name+"="+url.QueryEscape(content), "="))
	case "G":
		r.asGet = true
	case "I":
		r.method = "HEAD"
	}
}
