// Package snippet writes a web query as a piece of a program: for curl, JavaScript,
// Python, and as a command of Assay's own. Secrets are not in the text: the API
// key is read from ASSAY_API_KEY and the password of a proxy from
// ASSAY_PROXY_PASSWORD when the snippet runs.
package snippet

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"assay/wire"
)

// Language is what a snippet is written in.
type Language struct {
	Name  string // for people
	write func(base string, r wire.QueryRequest) string
}

// Languages returns them in the order in which they are offered.
func Languages() []Language {
	return []Language{{"curl", curl}, {"JavaScript (fetch)", javaScript}, {"Python (requests)", python}, {"assay command", command}}
}

// Write returns the snippet for a request to the service at a base URL.
func (l Language) Write(baseURL string, r wire.QueryRequest) string {
	return l.write(strings.TrimRight(baseURL, "/"), r)
}

const (
	keyName  = "ASSAY_API_KEY"
	passName = "ASSAY_PROXY_PASSWORD"
)

// path returns the path that a request goes to.
func path(r wire.QueryRequest) string {
	if id, _, ok := r.OfSession(); ok {
		return "/v1/managed/sessions/" + id + "/query-data"
	}
	return "/v1/query-data"
}

// placeholder stands for the password in the JSON of a request: JSON has no such
// character.
const placeholder = "\x00"

// body returns the request as indented JSON, with the placeholder for a proxy's
// password, and whether it has one.
func body(r wire.QueryRequest) (text string, password bool) {
	if _, ask, ok := r.OfSession(); ok {
		return encode(ask), false
	}
	if r.Params == nil || r.Params.Proxy == nil || r.Params.Proxy.Password == "" {
		return encode(r), false
	}
	params, proxy := *r.Params, *r.Params.Proxy
	proxy.Password = "-"
	params.Proxy, r.Params = &proxy, &params
	text = encode(r)
	// Inside of strings quotes are escaped, so this is the member and nothing else;
	// no other member has that name.
	return strings.Replace(text, `"password": "-"`, `"password": `+placeholder, 1), true
}

func encode(r any) string {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(r); err != nil { // a wait that is no number, which no form lets through
		return "{}"
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// shell quotes a text for a POSIX shell.
func shell(text string) string {
	if text != "" && strings.Trim(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=,@%+") == "" {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// curl hands the body over on standard input, so that its length does not matter.
func curl(base string, r wire.QueryRequest) string {
	text, password := body(r)
	delimiter := "'JSON'" // no line of indented JSON is JSON
	if password {
		delimiter = "JSON"
		text = strings.NewReplacer(`\`, `\\`, "$", `\$`, "`", "\\`").Replace(text)
		text = strings.Replace(text, placeholder, `"$(printf %s "$`+passName+`" | sed 's/[\\"]/\\&/g')"`, 1)
	}
	return fmt.Sprintf("curl --fail-with-body %s \\\n  -H \"X-API-Key: $%s\" \\\n  -H 'Content-Type: application/json' \\\n  --data-binary @- <<%s\n%s\nJSON\n",
		shell(base+path(r)), keyName, delimiter, text)
}

func javaScript(base string, r wire.QueryRequest) string {
	text, password := body(r)
	if password {
		text = strings.Replace(text, placeholder, "process.env."+passName, 1)
	}
	// A line's end of Unicode is one in older JavaScript too, also in strings.
	text = strings.NewReplacer("\u2028", `\u2028`, "\u2029", `\u2029`).Replace(text)
	return fmt.Sprintf(`const response = await fetch(%s, {
  method: "POST",
  headers: {"X-API-Key": process.env.%s, "Content-Type": "application/json"},
  body: JSON.stringify(%s),
});
if (!response.ok) throw new Error((await response.json()).error_info);
const { data } = await response.json();
console.log(data);
`, quote(base+path(r)), keyName, indent(text, "  "))
}

func python(base string, r wire.QueryRequest) string {
	text, password := body(r)
	if password {
		text = strings.Replace(text, placeholder, `os.environ["`+passName+`"]`, 1)
	}
	return fmt.Sprintf(`import os

import requests

response = requests.post(
    %s,
    headers={"X-API-Key": os.environ["%s"]},
    json=%s,
)
response.raise_for_status()
print(response.json()["data"])
`, quote(base+path(r)), keyName, indent(PythonLiteral(text), "    "))
}

// PythonLiteral writes JSON as Python's literals; strings are the same in both.
func PythonLiteral(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); {
		switch {
		case text[i] == '"':
			end := i + 1
			for text[end] != '"' {
				if text[end] == '\\' {
					end++
				}
				end++
			}
			b.WriteString(text[i : end+1])
			i = end + 1
		case strings.HasPrefix(text[i:], "true"):
			b.WriteString("True")
			i += len("true")
		case strings.HasPrefix(text[i:], "false"):
			b.WriteString("False")
			i += len("false")
		case strings.HasPrefix(text[i:], "null"):
			b.WriteString("None")
			i += len("null")
		default:
			b.WriteByte(text[i])
			i++
		}
	}
	return b.String()
}

func command(_ string, r wire.QueryRequest) string {
	args := []string{"assay query"}
	input := ""
	add := func(flag, value string) {
		if value != "" {
			args = append(args, flag+"="+shell(value))
		}
	}
	add("--url", r.URL)
	if r.HTML != "" {
		input = "printf %s " + shell(r.HTML) + " | "
		args = append(args, "--html -")
	}
	if p := r.Params; p != nil {
		add("--mode", p.Mode)
		add("--browser-profile", p.BrowserProfile)
		if p.WaitFor != 0 {
			add("--wait-for", strconv.FormatFloat(p.WaitFor, 'g', -1, 64))
		}
		if p.ScrollToBottom {
			args = append(args, "--scroll-to-bottom")
		}
		if p.Screenshot {
			args = append(args, "--screenshot page.png")
		}
		if p.Evidence {
			args = append(args, "--evidence")
		}
		switch x := p.Proxy; {
		case x == nil:
		case x.Type == wire.ProxyManaged && x.CountryCode != "":
			add("--proxy", "managed:"+x.CountryCode)
		case x.Type == wire.ProxyManaged:
			add("--proxy", "managed")
		default: // the password is read from the environment
			add("--proxy", x.URL)
			add("--proxy-username", x.Username)
		}
	}
	if r.Query == "" {
		add("--prompt", r.Prompt)
	} else {
		args = append(args, "-- "+shell(r.Query))
	}
	return input + strings.Join(args, " \\\n  ") + "\n"
}

// quote writes a string as JSON does, which JavaScript and Python read as well.
func quote(text string) string {
	b, err := json.Marshal(text)
	if err != nil {
		return `""`
	}
	return string(b)
}

// indent puts white space before all lines but the first.
func indent(text, by string) string { return strings.ReplaceAll(text, "\n", "\n"+by) }
