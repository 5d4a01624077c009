package relay

import (
	"os"
	"path/filepath"
	"slices"

	"github.com/chromedp/cdproto/cdp/jsonv2"
)

// ClientFiles are the files of a client that runs on the service's machine as its user.
type ClientFiles interface {
	// Take copies a file of the client's to the session's folder and returns where it is
	// there.
	Take(path string) (inside string, err error)

	// Put copies a finished download of the session's folder to a folder of the client's,
	// under name, or, if another may take its place, under a free one that is like it.
	Put(download, folder, name string, orLike bool)
}

// maxFetches bounds how many downloads are remembered.
const maxFetches = 1000

// destination is where a client wants the downloads of a context.
type destination struct {
	client  *client
	context string // "" for the default one
	folder  string // "" is nowhere
	named   bool   // by their GUIDs, not as their sites call them
}

// fetch is a download.
type fetch struct {
	guid string
	name string        // what its site calls it
	put  chan struct{} // closed when it is wherever clients want it; nil before it is complete
}

// setDestination notes where a client wants the downloads of a context.
func (m *Mux) setDestination(d destination) {
	if d.client.files == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.contexts[d.context] {
		d.context = ""
	}
	m.destinations = slices.DeleteFunc(m.destinations, func(other destination) bool {
		return other.client == d.client && other.context == d.context
	})
	if d.folder != "" {
		m.destinations = append(m.destinations, d)
	}
}

// folder returns where the downloads of a context land. Each context that was made has a
// folder of its own, by which it is known whose a download is.
func (m *Mux) folder(context string) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.contexts[context] {
		return filepath.Join(m.config.Files, context)
	}
	return m.config.Files
}

// downloading takes in an event of a download. One that is complete must not be told to
// clients before the channel it returns is closed, unless that is nil: it is not yet
// where they want it.
func (m *Mux) downloading(message []byte) <-chan struct{} {
	var event struct {
		Params struct {
			GUID  string `json:"guid"`
			Name  string `json:"suggestedFilename"`
			State string `json:"state"`
		} `json:"params"`
	}
	if jsonv2.Unmarshal(message, &event, jsonv2.AllowInvalidUTF8(true)) != nil {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	at := slices.IndexFunc(m.fetches, func(f *fetch) bool { return f.guid == event.Params.GUID })
	switch {
	case event.Params.State == "" && at < 0:
		if len(m.fetches) == maxFetches {
			m.fetches = slices.Delete(m.fetches, 0, 1)
		}
		m.fetches = append(m.fetches, &fetch{guid: event.Params.GUID, name: event.Params.Name})
		return nil
	case event.Params.State != "completed" || at < 0:
		return nil
	}
	f := m.fetches[at]
	if f.put == nil {
		f.put = make(chan struct{})
		if len(m.destinations) == 0 {
			close(f.put)
		} else {
			go m.put(f, slices.Clone(m.destinations))
		}
	}
	return f.put
}

// put copies a download to where clients want it.
func (m *Mux) put(f *fetch, destinations []destination) {
	defer close(f.put)
	for _, d := range destinations {
		download := filepath.Join(m.folder(d.context), f.guid)
		if _, err := os.Lstat(download); err != nil {
			continue // it is another context's
		}
		if d.named {
			d.client.files.Put(download, d.folder, f.guid, false)
		} else {
			d.client.files.Put(download, d.folder, f.name, true)
		}
	}
}
