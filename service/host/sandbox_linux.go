package host

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
)

// nobody is the user without rights on every Linux.
const nobody = 65534

// checkSandbox tells whether Chromium can have its sandbox.
func checkSandbox(ctx context.Context) Check {
	c := Check{Name: "Sandbox", Found: "available"}
	out, err := tryUserNamespace(ctx)
	if err == nil {
		return c
	}
	c.State = Warning
	c.Found = "no user namespaces: " + strings.TrimSpace(fmt.Sprintf("%v %s", err, out))
	c.Means = "Chromium runs without its sandbox: a page that breaks out of the browser has the user that it runs as"
	c.Do = "allow user namespaces (sysctl kernel.unprivileged_userns_clone=1 kernel.apparmor_restrict_unprivileged_userns=0)"
	return c
}

// tryUserNamespace makes a user namespace, which is the only sure way to know
// that it can be done. Root does it as another user, as it runs Chromium.
func tryUserNamespace(ctx context.Context) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, versionTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, "unshare", "--user", "true")
	cmd.Dir = "/"
	if os.Geteuid() == 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	}
	return cmd.CombinedOutput()
}
