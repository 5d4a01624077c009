package api_test

import (
	"net/http"
	"testing"
)

// TestPromptsThatNameNoData are told so, in words and by code.
func TestPromptsThatNameNoData(t *testing.T) {
	t.Parallel()
	s := start(t)
	for _, prompt := range []string{"hello", "?!", "the", "thanks!", "do it", "test", "give me everything", "who are you?", "123"} {
		s.failed(s.query(object("prompt", prompt, "html", "<h1>x</h1>")), http.StatusUnprocessableEntity, "invalid_prompt")
	}
}
