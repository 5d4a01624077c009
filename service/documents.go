package service

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"assay/service/document"
)

// openUploads makes the folder in which documents are kept while they are being
// read, and empties it of what a killed service has left.
func (s *Service) openUploads() (string, error) {
	dir := filepath.Join(s.cfg.DataDir, "uploads")
	if err := os.RemoveAll(dir); err != nil {
		return "", fmt.Errorf("emptying the folder of uploads: %w", err)
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		return "", fmt.Errorf("making the folder of uploads: %w", err)
	}
	return dir, nil
}

// openDocuments makes the reader of documents. What its programs write goes where
// documents are kept.
func (s *Service) openDocuments(uploads string) {
	s.documents = document.NewReader(document.Config{
		Languages: splitLanguages(s.cfg.OCRLanguages),
		MaxPages:  s.cfg.MaxPages,
		Cache:     filepath.Join(s.cfg.DataDir, "cache"),
		Scratch:   uploads,
	})
}

// buildFonts readies the reader of documents for pages whose fonts are not in them.
// Where Poppler is missing, documents say so themselves.
func (s *Service) buildFonts(ctx context.Context) {
	if err := document.Confined(); err != nil {
		s.cfg.Log.Warn("the programs that read documents can write wherever the service can", "reason", err)
	}
	failed := (*document.Error)(nil)
	if err := s.documents.BuildFonts(ctx); err != nil && ctx.Err() == nil && !errors.As(err, &failed) {
		s.cfg.Log.Warn("each page that is drawn will look for fonts anew", "reason", err)
	}
}

// warnOfLanguages says in the log if images and scanned pages cannot be read.
func (s *Service) warnOfLanguages(ctx context.Context) {
	if err := s.documents.CheckLanguages(ctx); err != nil && ctx.Err() == nil {
		s.cfg.Log.Warn("images and scanned pages cannot be read", "reason", err)
	}
}

// splitLanguages reads a list of Tesseract's languages, such as "eng,deu".
func splitLanguages(list string) []string {
	return strings.FieldsFunc(list, func(c rune) bool { return c == ',' || c == '+' || c == ' ' })
}

// checkLanguages refuses names that no language of Tesseract has.
func checkLanguages(list string) error {
	name := regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*(/[A-Za-z0-9_]+)?$`)
	for _, language := range splitLanguages(list) {
		if !name.MatchString(language) {
			return wrong("the OCR language %q must be a name as `tesseract --list-langs` shows it, such as eng", language)
		}
	}
	return nil
}
