package documents

import (
	"bytes"
	"strconv"

	tea "github.com/charmbracelet/bubbletea"

	"assay/ui/form"
	"assay/views/frame"
	"assay/views/popup"
	"assay/views/proxy"
	"assay/wire"
	"assay/workspace/records"
)

// The names of the form's fields.
const (
	fieldMode     = "mode"
	fieldEvidence = "evidence"
)

// openForm opens the params.
func (v *View) openForm() {
	v.over.Form("Params", "Enter applies", ParamFields(v.params), func(values form.Values) tea.Cmd {
		v.params, v.edited = paramsOf(values), true
		return nil
	})
}

// ParamFields returns the fields of a form for params.
func ParamFields(p wire.DocumentParams) []form.Field {
	return []form.Field{
		{Name: fieldMode, Label: "Mode", Kind: form.Choice, Value: p.Mode, Options: proxy.Options(wire.ModeFast, wire.ModeStandard),
			Help: "standard reads at a higher resolution, looks deeper and takes longer"},
		{Name: fieldEvidence, Label: "Evidence", Kind: form.Toggle, Value: strconv.FormatBool(p.Evidence),
			Help: "say for each value where in the document it was read; an extension of Assay's service"},
	}
}

// ParamsOf returns what a form with the ParamFields says, as it is sent: nil for the defaults.
func ParamsOf(values form.Values) *wire.DocumentParams { return asSent(paramsOf(values)) }

func paramsOf(values form.Values) wire.DocumentParams {
	return wire.DocumentParams{Mode: values[fieldMode], Evidence: values.Bool(fieldEvidence)}
}

// asSent leaves defaults out of params.
func asSent(p wire.DocumentParams) *wire.DocumentParams {
	if p.Mode == wire.ModeFast {
		p.Mode = ""
	}
	if p == (wire.DocumentParams{}) {
		return nil
	}
	return &p
}

// openExports offers the ways to export what all files gave that are through.
func (v *View) openExports() {
	var parts []records.Part
	for _, d := range v.batch.docs {
		switch d.state {
		case done:
			parts = append(parts, records.Part{File: d.path, Data: d.answer.Data})
		case failed:
			parts = append(parts, records.Part{File: d.path, Err: d.err})
		}
	}
	v.over.Export(popup.Export{Title: "Export all results", File: "assay-documents", Encode: func(ending string) ([]byte, string, error) {
		data, err := encode(parts, ending)
		return data, frame.Counted(len(parts), "result"), err
	}})
}

func encode(parts []records.Part, ending string) ([]byte, error) {
	var b bytes.Buffer
	var err error
	switch ending {
	case "json":
		err = records.WriteJSON(&b, parts, true)
	case "ndjson":
		err = records.WriteNDJSON(&b, parts)
	default:
		var sheet *records.Table
		switch sheet, err = records.Join(parts); {
		case err != nil:
		case ending == "csv":
			err = sheet.WriteCSV(&b)
		default:
			err = sheet.WriteMarkdown(&b)
		}
	}
	return b.Bytes(), err
}
