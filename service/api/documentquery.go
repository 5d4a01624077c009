package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"os"
	"strings"
	"time"

	"assay/query"
	"assay/service/account"
	"assay/service/content"
	"assay/service/document"
	"assay/service/extract"
	"assay/wire"
)

const (
	// DefaultMaxUpload is how large a document may be if nothing else is said.
	DefaultMaxUpload = 50 << 20

	// maxForm bounds the parts of an upload beside its file, and maxQuestion the
	// one that says what is wanted.
	maxForm     = 1 << 20
	maxQuestion = 512 << 10

	// uploadRate is the bytes a second that an upload must come to in the long
	// run.
	uploadRate = 128 << 10
)

// documentQuery is a valid document query.
type documentQuery struct {
	question
	standard bool
	evidence bool
}

// queryDocument answers POST /v1/query-document.
func (a *API) queryDocument(c *call) error {
	if err := a.admit(c, account.ScopeDocument); err != nil {
		return err
	}
	if err := a.limit.full(c.key.ID); err != nil {
		return err
	}
	size := a.uploadSize(c.r)
	if err := a.limit.hold(size); err != nil {
		return err
	}
	defer a.limit.drop(size)
	file, err := os.CreateTemp(a.cfg.Uploads, "document-*")
	if err != nil {
		return fmt.Errorf("making a file for the upload: %w", err)
	}
	defer os.Remove(file.Name())
	defer file.Close()
	body, err := a.readUpload(c, file)
	if err != nil {
		return err
	}
	asked, err := parseDocumentQuery(body)
	if err != nil {
		return err
	}
	release, err := a.turn(c)
	if err != nil {
		return err
	}
	defer release()
	opened, err := a.cfg.Documents.Open(c.r.Context(), file.Name())
	if err != nil {
		return a.workFailure(c, err)
	}
	return a.metered(c, account.Document, int64(opened.Pages), func(ctx context.Context) ([]byte, error) {
		return a.answerDocument(ctx, c.id, opened, asked)
	})
}

// uploadSize returns how many bytes an upload may come to.
func (a *API) uploadSize(r *http.Request) int64 {
	if r.ContentLength < 0 {
		return a.cfg.MaxUpload
	}
	return min(r.ContentLength, a.cfg.MaxUpload)
}

// parseDocumentQuery reads and checks the body part of a document query. Its
// errors are *failure.
func parseDocumentQuery(body []byte) (*documentQuery, error) {
	members, err := decodeObject(body)
	if f := (*failure)(nil); errors.As(err, &f) {
		if f.field == "" {
			f.field = "body"
		}
		f.message = strings.Replace(f.message, "request body", `part "body"`, 1)
		return nil, f
	}
	f := fields{members: members, problem: new(problem)}
	var d documentQuery
	d.question = readQuestion(f)
	params, _ := f.object("params")
	d.standard = params.oneOf("mode", wire.ModeFast, wire.ModeStandard) == wire.ModeStandard
	d.evidence = params.boolean("is_evidence_enabled")
	if err := f.err(); err != nil {
		return nil, err
	}
	return &d, nil
}

// readUpload reads a multipart body: its part "file" into a file, and its part
// "body", which it returns. The parts may come in either order, with any file
// name and type or none; neither may come twice, and others are ignored.
func (a *API) readUpload(c *call, file *os.File) ([]byte, error) {
	form, err := a.openForm(c)
	if err != nil {
		return nil, err
	}
	var body []byte
	hasFile, hasBody := false, false
	for {
		part, err := form.NextPart()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, a.uploadFailure(c, err)
		}
		switch name := part.FormName(); {
		case name == "file" && hasFile, name == "body" && hasBody:
			return nil, failField(invalidValue, name, "The part %q is there twice; a request asks about one file.", name)
		case name == "file":
			hasFile = true
			if err := a.saveFile(c, file, part); err != nil {
				return nil, err
			}
		case name == "body":
			hasBody = true
			if body, err = io.ReadAll(io.LimitReader(part, maxQuestion+1)); err != nil {
				return nil, a.uploadFailure(c, err)
			}
			if len(body) > maxQuestion {
				return nil, failField(tooLarge, "body", `The part "body" is larger than the %d KiB that are accepted.`, maxQuestion>>10)
			}
		}
	}
	http.NewResponseController(c).SetReadDeadline(time.Time{})
	switch {
	case !hasFile:
		return nil, failField(missingField, "file", `The part "file" is missing: a PDF or an image (JPEG, PNG) must be uploaded.`)
	case !hasBody:
		return nil, failField(missingField, "body", `The part "body" is missing: a string of JSON with a query or a prompt must be given.`)
	}
	return body, nil
}

// openForm begins to read a multipart body.
func (a *API) openForm(c *call) (*multipart.Reader, error) {
	kind, params, err := mime.ParseMediaType(c.r.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/form-data" || params["boundary"] == "" {
		return nil, fail(malformedBody, `The request body must be multipart/form-data with a boundary, with the parts "file" and "body".`)
	}
	limit := a.cfg.MaxUpload + maxForm
	if c.r.ContentLength > limit {
		return nil, a.uploadTooLarge()
	}
	// Not every writer has deadlines; without one, the server's own applies.
	patience := a.cfg.BodyTimeout + time.Duration(max(0, c.r.ContentLength)/uploadRate)*time.Second
	if c.r.ContentLength < 0 {
		patience = a.cfg.BodyTimeout + time.Duration(limit/uploadRate)*time.Second
	}
	http.NewResponseController(c).SetReadDeadline(time.Now().Add(patience))

	source, err := c.body(limit)
	if failed := (*failure)(nil); err != nil && !errors.As(err, &failed) {
		err = a.uploadFailure(c, err)
	}
	return multipart.NewReader(&bounded{source, limit}, params["boundary"]), err
}

// bounded fails when more is read of it than it may give.
type bounded struct {
	reader io.Reader
	left   int64
}

func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.reader.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return 0, &http.MaxBytesError{}
	}
	return n, err
}

// saveFile writes an uploaded file.
func (a *API) saveFile(c *call, file *os.File, part io.Reader) error {
	uploaded := &partReader{reader: io.LimitReader(part, a.cfg.MaxUpload+1)}
	size, err := io.Copy(file, uploaded)
	switch {
	case uploaded.err != nil:
		return a.uploadFailure(c, uploaded.err)
	case err != nil:
		return fmt.Errorf("saving the upload: %w", err)
	case size > a.cfg.MaxUpload:
		return a.uploadTooLarge()
	case size == 0:
		return failField(damagedFile, "file", "The file is empty.")
	}
	return nil
}

// partReader tells an upload's errors from those of saving it.
type partReader struct {
	reader io.Reader
	err    error
}

func (r *partReader) Read(p []byte) (int, error) {
	n, err := r.reader.Read(p)
	if err != nil && err != io.EOF {
		r.err = err
	}
	return n, err
}

func (a *API) uploadTooLarge() *failure {
	return failField(tooLarge, "file", "The upload is larger than the %.4g MiB that a document may have.", float64(a.cfg.MaxUpload)/(1<<20))
}

// uploadFailure says why an upload could not be read.
func (a *API) uploadFailure(c *call, err error) error {
	large := (*http.MaxBytesError)(nil)
	switch {
	case errors.As(err, &large):
		return a.uploadTooLarge()
	case errors.Is(err, os.ErrDeadlineExceeded):
		c.late = true
		return fail(malformedBody, "The upload did not arrive in time.")
	case isGzip(err):
		return fail(malformedBody, notGzip)
	}
	return fail(malformedBody, "The upload is not valid multipart/form-data, or it was cut short.")
}

// answerDocument reads a document and extracts the answer.
func (a *API) answerDocument(ctx context.Context, requestID string, file *document.File, asked *documentQuery) ([]byte, error) {
	options := document.Options{Standard: asked.standard}
	likeliest := asked.readings[0].Query
	if !asked.standard && extract.EndsEarly(likeliest) {
		options.Enough = func(ctx context.Context, soFar *content.Document) (bool, error) {
			release, err := a.compute(ctx)
			if err != nil {
				return false, err
			}
			defer release()
			result, err := extract.Run(ctx, soFar, likeliest, extract.Options{})
			return err == nil && extract.Sure(likeliest, result), err
		}
	}
	read, err := a.cfg.Documents.Read(ctx, file, options)
	if err != nil {
		return nil, err
	}
	a.cfg.Metrics.Pages("document", file.Pages)
	release, err := a.compute(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	ask, result, err := extract.Best(ctx, read, asked.readings, extract.Options{Deep: asked.standard, NoEvidence: !asked.evidence})
	if err != nil {
		return nil, err
	}
	metadata := wire.Metadata{RequestID: requestID}
	if asked.prompt != "" {
		text := query.Format(ask)
		metadata.GeneratedQuery = &text
	}
	if asked.evidence {
		metadata.Evidence = append([]wire.Evidence{}, result.Evidence...)
	}
	return answer(result.Data, metadata)
}

// documentFailure gives a document that could not be read its place among the
// errors.
func documentFailure(err *document.Error) *failure {
	f := map[document.ErrorKind]failure{
		document.Unsupported:  {code: unsupportedFile, field: "file"},
		document.Encrypted:    {code: encryptedFile, field: "file"},
		document.Damaged:      {code: damagedFile, field: "file"},
		document.TooManyPages: {code: outOfRange, field: "file"},
		document.TooLarge:     {code: tooLarge, field: "file"},
		document.Timeout:      {code: complexFile, field: "file"},
		document.Missing:      {code: missingDependency},
	}[err.Kind]
	if f.code == "" {
		return internal(err)
	}
	f.message, f.cause = err.Message, err.Err
	return &f
}
