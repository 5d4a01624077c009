package records_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"testing"

	"assay/client"
	"assay/workspace/records"
)

var parts = []records.Part{
	{File: "a.pdf", Data: json.RawMessage(`{"number":"A-1","lines":[{"item":"Oak, tall","price":64.50},{"item":"Elm","price":1}],"tags":["x","y"]}`)},
	{File: "b.pdf", Data: json.RawMessage(`{"number":"B-2","lines":[],"to":{"name":"Ada"}}`)},
	{File: "c.pdf", Err: &client.Error{Status: 422, Code: "bad_document", Message: "It is encrypted.", RequestID: "r-1"}},
	{File: "d.pdf", Err: errors.New("no such file")},
}

func TestJoin(t *testing.T) {
	s, err := records.Join(parts)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := s.WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	want := `file,number,tags,lines.item,lines.price,lines,to.name,error
a.pdf,A-1,x; y,"Oak, tall",64.50,,,
a.pdf,A-1,x; y,Elm,1,,,
b.pdf,B-2,,,,,Ada,
c.pdf,,,,,,,It is encrypted. (HTTP 422 bad_document)
d.pdf,,,,,,,no such file
`
	if b.String() != want {
		t.Errorf("the table is\n%s\nwant\n%s", b.String(), want)
	}
}

func TestWrite(t *testing.T) {
	var lines, whole bytes.Buffer
	if err := errors.Join(records.WriteNDJSON(&lines, parts[1:]), records.WriteJSON(&whole, parts[1:3], false)); err != nil {
		t.Fatal(err)
	}
	want := `{"file":"b.pdf","data":{"number":"B-2","lines":[],"to":{"name":"Ada"}}}
{"file":"c.pdf","error":{"message":"It is encrypted.","status":422,"code":"bad_document","request_id":"r-1"}}
{"file":"d.pdf","error":{"message":"no such file"}}
`
	if lines.String() != want {
		t.Errorf("NDJSON is\n%s\nwant\n%s", lines.String(), want)
	}
	var back []map[string]any
	if err := json.Unmarshal(whole.Bytes(), &back); err != nil || len(back) != 2 {
		t.Errorf("JSON is %s (%v)", whole.String(), err)
	}
}
