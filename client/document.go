package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/textproto"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"assay/wire"
)

// DocumentRequest asks for data from a PDF or an image. Query or Prompt must be
// given; with both, the query counts.
type DocumentRequest struct {
	File io.Reader // read once, from where it stands to its end, and never held in memory
	Name string    // of the file; its folder is left out. "" means "document"
	Size int64     // in bytes, of what File will give; 0 finds it out of files and buffers, and sends others in chunks

	Query  string
	Prompt string
	Params *wire.DocumentParams

	// Progress, if set, is called as the file is sent, in another goroutine than
	// the caller's and not after QueryDocument has returned. total is -1 if it
	// is not known.
	Progress func(sent, total int64)
}

// QueryDocument extracts data from a document. The file goes over the wire as it
// is read.
func (c *Client) QueryDocument(ctx context.Context, request DocumentRequest) (*wire.QueryResponse, error) {
	upload, err := newUpload(request)
	if err != nil {
		return nil, err
	}
	defer upload.file.stop()
	return c.query(ctx, "/v1/query-document", upload.body())
}

// upload is a multipart body whose file is read as it is sent.
type upload struct {
	head, tail  []byte // what goes before and after the file
	file        *fileReader
	contentType string
}

func newUpload(request DocumentRequest) (*upload, error) {
	if request.File == nil {
		return nil, errors.New("the document has no file")
	}
	text, err := json.Marshal(wire.DocumentBody{Query: request.Query, Prompt: request.Prompt, Params: request.Params})
	if err != nil {
		return nil, fmt.Errorf("encoding the request: %w", err)
	}
	name := strings.Map(printable, filepath.Base(request.Name))
	if request.Name == "" {
		name = "document"
	}
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	if err := w.WriteField("body", string(text)); err != nil {
		return nil, fmt.Errorf("encoding the request: %w", err)
	}
	if _, err := w.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {multipart.FileContentDisposition("file", name)},
		"Content-Type":        {mediaType(name)},
	}); err != nil {
		return nil, fmt.Errorf("encoding the request: %w", err)
	}
	headEnd := b.Len()
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("encoding the request: %w", err)
	}
	size := request.Size
	if size <= 0 {
		size = sizeOf(request.File)
	}
	return &upload{
		head:        b.Bytes()[:headEnd],
		tail:        b.Bytes()[headEnd:],
		file:        newFileReader(request.File, name, size, request.Progress),
		contentType: w.FormDataContentType(),
	}, nil
}

// printable replaces what no header of a part may hold.
func printable(r rune) rune {
	if unicode.IsControl(r) {
		return '_'
	}
	return r
}

func (u *upload) body() body {
	size := int64(-1)
	if u.file.total >= 0 {
		size = int64(len(u.head)) + u.file.total + int64(len(u.tail))
	}
	reader := io.MultiReader(bytes.NewReader(u.head), u.file, bytes.NewReader(u.tail))
	return body{reader, size, u.contentType, nil}
}

// mediaType is the type a file's name promises. Services look at the content.
func mediaType(name string) string {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".pdf":
		return "application/pdf"
	case ".png":
		return "image/png"
	case ".jpg", ".jpeg":
		return "image/jpeg"
	}
	return "application/octet-stream"
}

// sizeOf returns how many bytes r will give, -1 if that cannot be known.
func sizeOf(r io.Reader) int64 {
	switch r := r.(type) {
	case interface{ Len() int }:
		return int64(r.Len())
	case *os.File:
		info, err := r.Stat()
		if err != nil || !info.Mode().IsRegular() {
			return -1
		}
		at, err := r.Seek(0, io.SeekCurrent)
		if err != nil {
			return -1
		}
		return max(0, info.Size()-at)
	}
	return -1
}
