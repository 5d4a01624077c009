package document

import (
	"bytes"
	"encoding/binary"
	"io"
)

// What a TIFF file says of each of its pictures, in the order that it must: tags
// and types of their values.
const (
	tiffWidth        = 256
	tiffHeight       = 257
	tiffBits         = 258
	tiffCompression  = 259
	tiffInterpreting = 262
	tiffStart        = 273
	tiffSamples      = 277
	tiffRows         = 278
	tiffSize         = 279

	tiffShort = 3
	tiffLong  = 4
)

// tiff returns a TIFF file of grey pictures, uncompressed: the format in which
// Tesseract takes several at once. The pixels are not copied.
func tiff(pictures []*picture) io.Reader {
	const header = 8
	parts := make([]io.Reader, 0, 2*len(pictures)+1)
	start := []byte{'I', 'I', 42, 0}
	parts = append(parts, bytes.NewReader(binary.LittleEndian.AppendUint32(start, header)))
	at := uint32(header)
	for i, p := range pictures {
		const directory = 2 + 12*9 + 4
		entries := [...]struct{ tag, kind, value uint32 }{
			{tiffWidth, tiffLong, uint32(p.width)},
			{tiffHeight, tiffLong, uint32(p.height)},
			{tiffBits, tiffShort, 8},
			{tiffCompression, tiffShort, 1},  // none
			{tiffInterpreting, tiffShort, 1}, // 0 is black
			{tiffStart, tiffLong, at + directory},
			{tiffSamples, tiffShort, 1},
			{tiffRows, tiffLong, uint32(p.height)},
			{tiffSize, tiffLong, uint32(len(p.pixels))},
		}
		fields := binary.LittleEndian.AppendUint16(make([]byte, 0, directory), uint16(len(entries)))
		for _, e := range entries {
			fields = binary.LittleEndian.AppendUint16(fields, uint16(e.tag))
			fields = binary.LittleEndian.AppendUint16(fields, uint16(e.kind))
			fields = binary.LittleEndian.AppendUint32(fields, 1)
			fields = binary.LittleEndian.AppendUint32(fields, e.value)
		}
		at += directory + uint32(len(p.pixels))
		padding := at % 2 // directories begin at even places
		at += padding
		next := at
		if i == len(pictures)-1 {
			next = 0
		}
		fields = binary.LittleEndian.AppendUint32(fields, next)
		parts = append(parts, bytes.NewReader(fields), bytes.NewReader(p.pixels), bytes.NewReader(make([]byte, padding)))
	}
	return io.MultiReader(parts...)
}
