package jsondiff

import (
	"context"
	"strings"

	"assay/ui/cells"
	"assay/ui/jsondoc"
)

// longest is how many columns of a value are told in words.
const longest = 40

// Words says what differs to somebody who does not see it: "price 14.99, was 19.99" if
// that is one plain value, else how much: "2 added, 1 changed". It is "" if nothing does.
// It belongs in commands.
func (d *Diff) Words(ctx context.Context, ellipsis string) string {
	if len(d.At) == 1 && d.Changed == 1 {
		if text := d.only(ctx, ellipsis); text != "" {
			return text
		}
	}
	var parts []string
	for _, part := range []struct {
		count int
		word  string
	}{{d.Added, " added"}, {d.Removed, " removed"}, {d.Changed, " changed"}} {
		if part.count > 0 {
			parts = append(parts, cells.Group(int64(part.count))+part.word)
		}
	}
	return strings.Join(parts, ", ")
}

// only tells the one value that differs, or nothing if it is or was none that is plain.
func (d *Diff) only(ctx context.Context, ellipsis string) string {
	doc, err := jsondoc.Index(ctx, d.Data, jsondoc.Options{})
	n := d.At[0]
	if err != nil || doc.Kind(n) >= jsondoc.Array || strings.HasPrefix(d.Was[n], "[") || strings.HasPrefix(d.Was[n], "{") {
		return ""
	}
	short := func(value string) string { return cells.Truncate(cells.Visible(value), longest, ellipsis) }
	name := strings.TrimPrefix(doc.Path(n), ".")
	return strings.TrimLeft(name+" ", " ") + short(string(doc.Raw(n))) + ", was " + short(d.Was[n])
}
