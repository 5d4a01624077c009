package command

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	stdio "io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// agentStream speaks to an agent, a message a line. Unlike the library's own
// transport, it answers what is no message with an error and goes on, and at the end of
// the input it waits for the answers that are due.
type agentStream struct {
	lines   chan []byte // closed at the end of the input
	failure error       // of reading, once lines is closed
	closed  chan struct{}
	close   sync.Once

	mu   sync.Mutex
	out  stdio.Writer
	due  map[jsonrpc.ID]bool // the requests without an answer
	less *sync.Cond          // are due, or it is closed
}

// AgentStream is a transport of MCP for one agent.
func AgentStream(in stdio.Reader, out stdio.Writer) mcp.Transport {
	s := &agentStream{lines: make(chan []byte), closed: make(chan struct{}), out: out, due: map[jsonrpc.ID]bool{}}
	s.less = sync.NewCond(&s.mu)
	go s.scan(in)
	return s
}

func (s *agentStream) scan(in stdio.Reader) {
	defer close(s.lines)
	scanner := bufio.NewScanner(in)
	scanner.Buffer(nil, mcp.DefaultMaxLineLength)
	for scanner.Scan() {
		var messages []json.RawMessage // old agents send several in an array
		line := bytes.TrimSpace(scanner.Bytes())
		if json.Unmarshal(line, &messages) != nil || len(messages) == 0 {
			messages = []json.RawMessage{bytes.Clone(line)}
		}
		for _, message := range messages {
			select {
			case s.lines <- message:
			case <-s.closed:
				return
			}
		}
	}
	s.failure = scanner.Err()
}

func (s *agentStream) Connect(context.Context) (mcp.Connection, error) { return s, nil }

func (s *agentStream) SessionID() string { return "" }

func (s *agentStream) Read(context.Context) (jsonrpc.Message, error) {
	for {
		var line []byte
		var more bool
		select {
		case line, more = <-s.lines:
		case <-s.closed:
			return nil, stdio.EOF
		}
		if !more {
			s.wait()
			return nil, cmp.Or(s.failure, stdio.EOF)
		}
		if len(line) == 0 {
			continue
		}
		message, err := jsonrpc.DecodeMessage(line)
		if err != nil {
			if err := s.refuse(line, err); err != nil {
				return nil, err
			}
			continue
		}
		// A subscription is answered when its agent goes.
		if request, ok := message.(*jsonrpc.Request); ok && request.IsCall() && request.Method != "subscriptions/listen" {
			s.mu.Lock()
			s.due[request.ID] = true
			s.mu.Unlock()
		}
		return message, nil
	}
}

// wait returns when nothing is due any more.
func (s *agentStream) wait() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.due) > 0 {
		s.less.Wait()
	}
}

// refuse answers a line that is no message.
func (s *agentStream) refuse(line []byte, err error) error {
	wrong := jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: err.Error()}
	if !json.Valid(line) {
		wrong = jsonrpc.Error{Code: jsonrpc.CodeParseError, Message: "this line is not JSON"}
	}
	answer, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": nil, "error": wrong})
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	_, err = s.out.Write(append(answer, '\n'))
	return err
}

func (s *agentStream) Write(_ context.Context, message jsonrpc.Message) error {
	line, err := jsonrpc.EncodeMessage(message)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	_, err = s.out.Write(append(line, '\n'))
	if response, ok := message.(*jsonrpc.Response); ok {
		delete(s.due, response.ID)
		s.less.Broadcast()
	}
	return err
}

func (s *agentStream) Close() error {
	s.close.Do(func() {
		close(s.closed)
		s.mu.Lock()
		defer s.mu.Unlock()
		clear(s.due)
		s.less.Broadcast()
	})
	return nil
}
