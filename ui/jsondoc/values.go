package jsondoc

// Values gives the raw values of a document's nodes and remembers the long ones:
// where a string ends is only known by reading it, and one that is on the screen is
// asked for at every frame.
type Values struct {
	doc  *Document
	long map[int][]byte
}

const (
	longValue  = 8 << 10 // bytes
	longValues = 512     // how many are remembered
)

// Raw is Document.Raw.
func (v *Values) Raw(doc *Document, n int) []byte {
	if v.doc != doc || len(v.long) > longValues {
		v.doc, v.long = doc, nil
	}
	if raw, ok := v.long[n]; ok {
		return raw
	}
	raw := doc.Raw(n)
	if len(raw) >= longValue {
		if v.long == nil {
			v.long = map[int][]byte{}
		}
		v.long[n] = raw
	}
	return raw
}
