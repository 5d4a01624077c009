package service_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/service"
)

func TestLanguageModelSettings(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write("key", "sk-secret\n")
	empty := write("empty", "\n")
	settings := write("serve.toml", "llm_url = 'http://127.0.0.1:9/v1'\nllm_model = 'm'\nllm_key_file = 'key'\nllm_tokens = 500\n")
	var cfg service.Config
	if err := cfg.ReadFile(settings); err != nil {
		t.Fatal(err)
	}
	if cfg.LLMURL != "http://127.0.0.1:9/v1" || cfg.LLMModel != "m" || cfg.LLMKeyFile != filepath.Join(dir, "key") || cfg.LLMTokens != 500 {
		t.Errorf("read %+v", cfg)
	}
	for name, change := range map[string]struct {
		to   func(*service.Config)
		want string
	}{
		"no model":        {func(c *service.Config) { c.LLMModel = "" }, "model's name"},
		"no address":      {func(c *service.Config) { c.LLMURL = "" }, "address"},
		"a password":      {func(c *service.Config) { c.LLMURL = "https://me:hunter2@host/v1" }, "password"},
		"not an address":  {func(c *service.Config) { c.LLMURL = "host" }, "http"},
		"no such file":    {func(c *service.Config) { c.LLMKeyFile = filepath.Join(dir, "none") }, "none"},
		"an empty file":   {func(c *service.Config) { c.LLMKeyFile = empty }, "no key"},
		"negative budget": {func(c *service.Config) { c.LLMTokens = -1 }, "-1"},
	} {
		broken := cfg
		broken.Listen, broken.DataDir = "127.0.0.1:0", t.TempDir()
		change.to(&broken)
		s, err := service.New(t.Context(), broken)
		if err == nil {
			s.Shutdown(t.Context())
			t.Errorf("%s: accepted", name)
		} else if !strings.Contains(err.Error(), change.want) || strings.Contains(err.Error(), "hunter2") || strings.Contains(err.Error(), "sk-secret") {
			t.Errorf("%s: error %v, want one with %q", name, err, change.want)
		}
	}
}
