package relay

import (
	"io"

	"assay/service/browser"
)

// inner is the service's own share of a browser: the transport of a browser.Conn, whose
// calls keep their ids. The Conn reads on whatever happens, so that messages never wait
// for long.
type inner struct {
	*browser.Pipe
	messages chan []byte // closed when the browser is gone
}

// ReadMessage is part of browser.Transport.
func (i inner) ReadMessage() ([]byte, error) {
	message, ok := <-i.messages
	if !ok {
		return nil, io.EOF
	}
	return message, nil
}
