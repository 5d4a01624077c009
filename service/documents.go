package service

import (
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

func (s *Service) documentConfig() document.Config {
	return document.Config{Languages: splitLanguages(s.cfg.OCRLanguages), MaxPages: s.cfg.MaxPages}
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
			return fmt.Errorf("the OCR language %q must be a name as `tesseract --list-langs` shows it, such as eng", language)
		}
	}
	return nil
}
