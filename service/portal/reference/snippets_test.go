package reference

import (
	"net/http"
	"strings"

	texts "assay/wire/snippet"
)

// snippet makes a request in a language.
type snippet struct {
	ID, Language, Text string
}

// exampleFile and exampleBody are the parts of an upload.
const (
	exampleFile = "invoice.pdf"
	exampleBody = `{"query": "{ invoice_number total(number) }"}`
)

// snippets returns the request in the languages that the page shows. The service's address
// and the key are in the environment.
func (o *operation) snippets() []snippet {
	return []snippet{
		{o.ID + "-curl", "curl", o.curl()},
		{o.ID + "-javascript", "JavaScript", o.javaScript()},
		{o.ID + "-python", "Python", o.python()},
	}
}

// at is the request's path, with an example in place of what is not known.
func (o *operation) at() string { return strings.ReplaceAll(o.Path, "{session_id}", "SESSION_ID") }

// answersJSON reports whether what is answered is read as JSON.
func (o *operation) answersJSON() bool { return len(o.Fields) > 0 }

func (o *operation) curl() string {
	parts := []string{`curl "$ASSAY_BASE_URL` + o.at() + `"`}
	if o.Method == http.MethodDelete {
		parts[0] = `curl -X DELETE "$ASSAY_BASE_URL` + o.at() + `"`
	}
	if o.NeedsKey {
		parts = append(parts, `-H "X-API-Key: $ASSAY_API_KEY"`)
	}
	switch {
	case o.Multipart:
		parts = append(parts, `-F file=@`+exampleFile, `-F 'body=`+exampleBody+`'`)
	case o.Example != "":
		parts = append(parts, `-H "Content-Type: application/json"`, "-d '"+strings.ReplaceAll(o.Example, "'", `'\''`)+"'")
	case o.Method == http.MethodPost:
		parts = append(parts, "-d ''")
	}
	return strings.Join(parts, " \\\n  ")
}

func (o *operation) javaScript() string {
	var before, options, headers []string
	if o.Method != http.MethodGet {
		options = append(options, `method: "`+o.Method+`"`)
	}
	if o.NeedsKey {
		headers = append(headers, `"X-API-Key": process.env.ASSAY_API_KEY`)
	}
	body := ""
	switch {
	case o.Multipart:
		before = []string{
			`import { openAsBlob } from "node:fs";`, "",
			"const form = new FormData();",
			`form.append("file", await openAsBlob("` + exampleFile + `"), "` + exampleFile + `");`,
			`form.append("body", JSON.stringify(` + exampleBody + `));`,
		}
		body = "body: form"
	case o.Example != "":
		headers = append(headers, `"Content-Type": "application/json"`)
		body = "body: JSON.stringify(" + indent(o.Example, "  ") + ")"
	}
	if len(headers) > 0 {
		options = append(options, "headers: { "+strings.Join(headers, ", ")+" }")
	}
	if body != "" {
		options = append(options, body)
	}
	call := "const response = await fetch(`${process.env.ASSAY_BASE_URL}" + o.at() + "`"
	if len(options) > 0 {
		call += ", {\n  " + strings.Join(options, ",\n  ") + ",\n}"
	}
	read := "console.log(await response.json());"
	if !o.answersJSON() {
		read = "console.log(response.status, await response.text());"
	}
	return strings.Join(append(before, call+");", read), "\n")
}

func (o *operation) python() string {
	args := []string{`os.environ["ASSAY_BASE_URL"] + "` + o.at() + `"`}
	if o.NeedsKey {
		args = append(args, `headers={"X-API-Key": os.environ["ASSAY_API_KEY"]}`)
	}
	imports := "import os\n\nimport requests\n\n"
	switch {
	case o.Multipart:
		imports = "import json\nimport os\n\nimport requests\n\n"
		args = append(args, `files={"file": open("`+exampleFile+`", "rb")}`, `data={"body": json.dumps(`+texts.PythonLiteral(exampleBody)+`)}`)
	case o.Example != "":
		args = append(args, "json="+indent(texts.PythonLiteral(o.Example), "    "))
	}
	read := "print(response.json())"
	if !o.answersJSON() {
		read = "print(response.status_code, response.text)"
	}
	return imports + "response = requests." + strings.ToLower(o.Method) + "(\n    " + strings.Join(args, ",\n    ") + ",\n)\n" + read
}

// indent puts white space before all lines but the first.
func indent(text, by string) string { return strings.ReplaceAll(text, "\n", "\n"+by) }
