package pages

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
)

// Orientation reads how a JPEG file says it is to be turned: EXIF's values 1
// to 8, of which 1, upright, is also that of a file which says nothing.
func Orientation(file io.Reader) int {
	r := bufio.NewReader(file)
	var marker [2]byte
	if _, err := io.ReadFull(r, marker[:]); err != nil || marker != [2]byte{0xff, 0xd8} {
		return 1
	}
	for {
		var head [4]byte
		if _, err := io.ReadFull(r, head[:]); err != nil || head[0] != 0xff {
			return 1
		}
		size := int(binary.BigEndian.Uint16(head[2:])) - 2
		if size < 0 || head[1] == 0xda { // the picture itself begins
			return 1
		}
		if head[1] != 0xe1 {
			if _, err := r.Discard(size); err != nil {
				return 1
			}
			continue
		}
		segment := make([]byte, size)
		if _, err := io.ReadFull(r, segment); err != nil {
			return 1
		}
		if tiff, ok := bytes.CutPrefix(segment, []byte("Exif\x00\x00")); ok {
			return tiffOrientation(tiff)
		}
	}
}

// tiffOrientation finds the orientation tag in the first directory of a TIFF
// header.
func tiffOrientation(tiff []byte) int {
	const orientationTag, entrySize = 0x0112, 12
	var order binary.ByteOrder
	switch {
	case bytes.HasPrefix(tiff, []byte("II*\x00")):
		order = binary.LittleEndian
	case bytes.HasPrefix(tiff, []byte("MM\x00*")):
		order = binary.BigEndian
	default:
		return 1
	}
	if len(tiff) < 8 {
		return 1
	}
	at := uint64(order.Uint32(tiff[4:]))
	if at+2 > uint64(len(tiff)) {
		return 1
	}
	count := uint64(order.Uint16(tiff[at:]))
	for i := range count {
		entry := at + 2 + i*entrySize
		if entry+entrySize > uint64(len(tiff)) {
			break
		}
		if order.Uint16(tiff[entry:]) != orientationTag {
			continue
		}
		if value := int(order.Uint16(tiff[entry+8:])); value >= 1 && value <= 8 {
			return value
		}
	}
	return 1
}
