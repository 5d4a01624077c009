package service

import (
	"fmt"
	"os"
	"strings"

	"assay/service/extract/assist"
	"assay/service/llm"
)

// LLMKeyVariable is the environment variable with the key of the language model's
// interface.
const LLMKeyVariable = "ASSAY_LLM_KEY"

// assistant returns what answers with the operator's language model, or nil if
// there is none. Each call's outcome is told to observe.
func (c *Config) assistant(observe func(outcome string)) (*assist.Assistant, error) {
	if c.LLMURL == "" {
		return nil, nil
	}
	key := os.Getenv(LLMKeyVariable)
	if c.LLMKeyFile != "" {
		data, err := os.ReadFile(c.LLMKeyFile)
		if err != nil {
			return nil, fmt.Errorf("reading the key of the language model: %w", err)
		}
		if key = strings.TrimSpace(string(data)); key == "" {
			return nil, fmt.Errorf("the file %s holds no key for the language model", c.LLMKeyFile)
		}
	}
	model, err := llm.New(llm.Config{URL: c.LLMURL, Model: c.LLMModel, Key: key, Log: c.Log, Observe: observe})
	if err != nil {
		return nil, err
	}
	return assist.New(model, int(c.LLMTokens), c.Log), nil
}
