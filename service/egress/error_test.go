package egress

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"syscall"
	"testing"
)

func TestNetError(t *testing.T) {
	errno := func(number syscall.Errno) error {
		return &net.OpError{Op: "dial", Net: "tcp", Err: os.NewSyscallError("connect", number)}
	}
	for _, test := range []struct {
		err  *Error
		want string
	}{
		{&Error{Kind: Refused}, "net::ERR_BLOCKED_BY_ADMINISTRATOR"},
		{&Error{Kind: NotFound}, "net::ERR_NAME_NOT_RESOLVED"},
		{unreachable("a:1", errno(syscall.ECONNREFUSED)), "net::ERR_CONNECTION_REFUSED"},
		{unreachable("a:1", errno(syscall.ECONNRESET)), "net::ERR_CONNECTION_RESET"},
		{unreachable("a:1", errno(syscall.ENETUNREACH)), "net::ERR_ADDRESS_UNREACHABLE"},
		{unreachable("a:1", context.DeadlineExceeded), "net::ERR_CONNECTION_TIMED_OUT"},
		{unreachable("a:1", io.EOF), "net::ERR_EMPTY_RESPONSE"},
		{&Error{Kind: ProxyRefused}, "net::ERR_PROXY_CONNECTION_FAILED"},
		{&Error{Kind: ProxyFailed, Err: errno(syscall.ECONNREFUSED)}, "net::ERR_PROXY_CONNECTION_FAILED"},
		{&Error{Kind: ProxyFailed, Err: errConnectStatus(502)}, "net::ERR_TUNNEL_CONNECTION_FAILED"},
		{&Error{Kind: ProxyFailed, Err: errBeyondProxy}, "net::ERR_TUNNEL_CONNECTION_FAILED"},
		{&Error{Kind: ProxyAuth, Err: errors.New("407")}, "net::ERR_PROXY_AUTH_REQUESTED"},
	} {
		if got := test.err.NetError(); got != test.want {
			t.Errorf("%v, %v: %s, want %s", test.err.Kind, test.err.Err, got, test.want)
		}
	}
}
