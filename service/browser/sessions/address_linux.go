package sessions

import (
	"bufio"
	"encoding/hex"
	"net/netip"
	"os"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// unconfirmedTime is how long, in milliseconds, what is sent to a client may stay
// unconfirmed before the client is taken to be gone.
const unconfirmedTime = 20_000

// boundUnconfirmed sets unconfirmedTime for the connections of a listener, which
// inherit it.
func boundUnconfirmed(socket uintptr) {
	unix.SetsockoptInt(int(socket), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT, unconfirmedTime)
}

// tableReadings is how often a table of sockets is read until a socket is found: one
// may be missed while others come and go.
const tableReadings = 10

// socketOwner returns the user whose socket on this machine is connected from one
// address to another.
func socketOwner(from, to netip.AddrPort) (uid int, ok bool) {
	for range tableReadings {
		if uid, ok = listedOwner(from, to); ok {
			return uid, true
		}
	}
	return 0, false
}

// listedOwner is socketOwner by one reading of the tables.
func listedOwner(from, to netip.AddrPort) (uid int, ok bool) {
	for _, table := range []string{"/proc/net/tcp", "/proc/net/tcp6"} {
		file, err := os.Open(table)
		if err != nil {
			continue
		}
		defer file.Close()
		for lines := bufio.NewScanner(file); lines.Scan(); {
			fields := strings.Fields(lines.Text())
			if len(fields) < 8 || !names(fields[1], from) || !names(fields[2], to) {
				continue
			}
			uid, err := strconv.Atoi(fields[7])
			return uid, err == nil
		}
	}
	return 0, false
}

// names reports whether an entry of a table of sockets is an address: words of four
// bytes in the processor's order, which is the little-endian one, and the port.
func names(entry string, address netip.AddrPort) bool {
	words, port, _ := strings.Cut(entry, ":")
	number, err := strconv.ParseUint(port, 16, 16)
	if err != nil || uint16(number) != address.Port() {
		return false
	}
	bytes, err := hex.DecodeString(words)
	if err != nil || len(bytes)%4 != 0 {
		return false
	}
	for word := range slices.Chunk(bytes, 4) {
		slices.Reverse(word)
	}
	listed, ok := netip.AddrFromSlice(bytes)
	return ok && listed.Unmap() == address.Addr().Unmap()
}
