package importer

import (
	"fmt"
	"net/url"
	"strings"
)

// isCurl reports whether a text is a command that calls curl.
func isCurl(text string) bool {
	first, _, _ := strings.Cut(strings.TrimLeft(text, " \t\r\n$"), " ")
	return first == "curl" || first == "curl.exe" || strings.HasSuffix(first, "/curl")
}

// curls returns the exchanges of the curl commands of a text.
func curls(text string) ([]exchange, error) {
	commands, err := split(text)
	if err != nil {
		return nil, err
	}
	var all []exchange
	for _, c := range commands {
		if len(c.words) > 0 && isCurl(c.words[0]+" ") {
			e, err := curl(c)
			if err != nil {
				return nil, err
			}
			all = append(all, e)
		}
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

// curl reads one command.
func curl(c shellCommand) (exchange, error) {
	var e exchange
	var data []string
	asGet := false
	take := func(option, value string) {
		switch option {
		case "X":
			e.method = strings.ToUpper(value)
		case "H":
			name, content, _ := strings.Cut(value, ":")
			e.headers = append(e.headers, [2]string{strings.TrimSpace(name), strings.TrimSpace(content)})
		case "x":
			e.proxy = value
		case "socks5":
			e.proxy = "socks5://" + strings.TrimPrefix(value, "socks5://")
		case "U":
			e.user = value
		case "url":
			e.address = value
		case "b":
			e.headers = append(e.headers, [2]string{"Cookie", value})
		case "u":
			e.headers = append(e.headers, [2]string{"Authorization", ""})
		case "F":
			e.left = append(e.left, "the form")
		case "d", "json":
			switch {
			case value == "@-" && c.input != "":
				data = append(data, c.input)
			case strings.HasPrefix(value, "@"):
				e.left = append(e.left, "the body in the file "+value[1:])
			default:
				data = append(data, value)
			}
		case "raw":
			data = append(data, value)
		case "urlencode":
			name, content, named := strings.Cut(value, "=")
			if !named {
				name, content = "", value
			}
			data = append(data, strings.TrimPrefix(name+"="+url.QueryEscape(content), "="))
		case "G":
			asGet = true
		case "I":
			e.method = "HEAD"
		}
	}
	for words := c.words[1:]; len(words) > 0; {
		word := words[0]
		words = words[1:]
		value := func() (string, error) {
			if len(words) == 0 {
				return "", fmt.Errorf("the curl command ends after %s", word)
			}
			v := words[0]
			words = words[1:]
			return v, nil
		}
		switch {
		case strings.HasPrefix(word, "--"):
			name, inline, given := strings.Cut(word[2:], "=")
			option, takes := longWithValue[name]
			switch {
			case !takes && name == "get":
				take("G", "")
			case !takes && name == "head":
				take("I", "")
			case !takes:
			case given:
				take(option, inline)
			default:
				v, err := value()
				if err != nil {
					return e, err
				}
				take(option, v)
			}
		case strings.HasPrefix(word, "-") && word != "-":
			for i, letter := range word[1:] {
				if !strings.ContainsRune(lettersWithValue, letter) {
					take(string(letter), "")
					continue
				}
				v := word[2+i:]
				if v == "" {
					var err error
					if v, err = value(); err != nil {
						return e, err
					}
				}
				take(string(letter), v)
				break
			}
		default:
			e.address = word
		}
	}
	if e.address == "" {
		return e, fmt.Errorf("the curl command has no address")
	}
	e.body = strings.Join(data, "&")
	if asGet && e.body != "" {
		mark := "?"
		if strings.Contains(e.address, "?") {
			mark = "&"
		}
		e.address, e.body = e.address+mark+e.body, ""
	}
	return e, nil
}
