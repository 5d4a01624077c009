package sessions

import (
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/target"

	"assay/service/browser"
)

const (
	// diskRhythm is how often it is measured what a session has on disk. While something
	// is downloaded that happens at each sign of it, too.
	diskRhythm = time.Second

	// diskOverrun is how far, in bytes, what is no download may go beyond the bound:
	// stopping downloads does not help then, and the session ends.
	diskOverrun = 256 << 20

	cancelTimeout = 5 * time.Second
)

// diskUsed returns how many bytes the browser has on disk: its profile, cache and
// downloads, and what was uploaded for it.
func (box *machine) diskUsed() int64 {
	const block = 4 << 10 // as file systems give them out; one more for each file's own entry
	used := int64(0)
	filepath.WalkDir(box.process.Folder, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil {
			return nil // it has gone since
		}
		if info, err := entry.Info(); err == nil {
			used += (info.Size()+block-1)/block*block + block
		}
		return nil
	})
	return used
}

// watchDisk keeps what the session's browser has on disk within its bound, until the
// session ends.
func (s *Session) watchDisk(box *machine) {
	limit, log := s.manager.config.Disk, s.manager.config.Log
	ticks := time.NewTicker(diskRhythm)
	defer ticks.Stop()
	full, beyond := false, 0
	for {
		tick := false
		select {
		case <-s.ctx.Done():
			return
		case <-box.pages.fetching:
		case <-ticks.C:
			tick = true
		}
		used := box.diskUsed()
		if used <= limit {
			full, beyond = false, 0
			continue
		}
		if guids := box.pages.stop(diskFull(limit)); len(guids) > 0 {
			box.cancelDownloads(s.ctx, guids)
		}
		if !full {
			full = true
			log.Warn("a session's disk is full: what it downloads is stopped", "session_id", s.ID, "used", used, "bound", limit)
		}
		if !tick {
			continue
		}
		// Downloads that were stopped are gone at the second look.
		if beyond++; used <= limit+diskOverrun {
			beyond = 0
		}
		if beyond == 2 {
			log.Warn("a session wrote far more to its disk than it may", "session_id", s.ID, "used", used, "bound", limit)
			s.end(EndDiskFull)
			return
		}
	}
}

// diskFull says that a session has as many bytes on disk as it may.
func diskFull(limit int64) string {
	return fmt.Sprintf("the session's disk is full: it may use %d MiB", limit>>20)
}

// cancelDownloads stops downloads, whichever contexts they are of.
func (box *machine) cancelDownloads(ctx context.Context, guids []string) {
	ctx, cancel := context.WithTimeout(ctx, cancelTimeout)
	defer cancel()
	root := box.process.Conn.Browser()
	made, err := browser.Call(ctx, root, target.GetBrowserContexts, cdp.Empty{})
	if err != nil {
		return // the browser ends
	}
	for _, guid := range guids {
		for _, id := range append(made.BrowserContextIDs, "") {
			_, err := browser.Call(ctx, root, cdpbrowser.CancelDownload, cdpbrowser.CancelDownloadParams{GUID: guid, BrowserContextID: id})
			if err == nil {
				break
			}
		}
	}
}
