// Package deploy_test holds what is in this folder against the program that it
// deploys, and the files against each other.
package deploy_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"assay/service"
	"assay/service/account"
	"assay/service/servicetest"
)

// program builds the program and returns its path.
func program(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "assay")
	if out, err := exec.Command("go", "build", "-o", path, "assay").CombinedOutput(); err != nil {
		t.Fatalf("building the program: %v\n%s", err, out)
	}
	return path
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// documents decodes the YAML documents of a file, in which no key may be twice.
func documents(t *testing.T, file string) (all []map[string]any) {
	t.Helper()
	decoder := yaml.NewDecoder(strings.NewReader(read(t, file)))
	for {
		var one map[string]any
		err := decoder.Decode(&one)
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		all = append(all, one)
	}
}

// manifests are all objects of the kustomization, by kind and name.
func manifests(t *testing.T) map[string]map[string]any {
	t.Helper()
	all := make(map[string]map[string]any)
	for _, file := range list(t, documents(t, "kubernetes/kustomization.yaml")[0], "resources") {
		for _, object := range documents(t, filepath.Join("kubernetes", file.(string))) {
			name := text(t, object, "kind") + "/" + text(t, object, "metadata", "name")
			if all[name] != nil {
				t.Errorf("%s is there twice", name)
			}
			all[name] = object
		}
	}
	return all
}

// at goes down a decoded document: by key into a map, by number into a list.
func at(t *testing.T, in any, path ...any) any {
	t.Helper()
	for i, step := range path {
		switch key := step.(type) {
		case string:
			m, _ := in.(map[string]any)
			value, ok := m[key]
			if !ok {
				t.Fatalf("nothing at %v", path[:i+1])
			}
			in = value
		case int:
			l, _ := in.([]any)
			if key >= len(l) {
				t.Fatalf("nothing at %v", path[:i+1])
			}
			in = l[key]
		}
	}
	return in
}

func text(t *testing.T, in any, path ...any) string {
	t.Helper()
	value, ok := at(t, in, path...).(string)
	if !ok {
		t.Fatalf("%v is no text", path)
	}
	return value
}

func number(t *testing.T, in any, path ...any) int {
	t.Helper()
	value, ok := at(t, in, path...).(int)
	if !ok {
		t.Fatalf("%v is no whole number", path)
	}
	return value
}

func list(t *testing.T, in any, path ...any) []any {
	t.Helper()
	value, ok := at(t, in, path...).([]any)
	if !ok {
		t.Fatalf("%v is no list", path)
	}
	return value
}

var pod = []any{"spec", "template", "spec"}

// container returns the only container of a deployment.
func container(t *testing.T, deployment map[string]any) map[string]any {
	t.Helper()
	all := list(t, deployment, append(pod, "containers")...)
	if len(all) != 1 {
		t.Fatalf("a pod has %d containers", len(all))
	}
	return all[0].(map[string]any)
}

var composed = []string{"compose.yaml", "compose.tls.yaml", "compose.nodes.yaml"}

// composedNodes are the services of a compose file that run the program, by name.
func composedNodes(t *testing.T, file string) map[string]map[string]any {
	t.Helper()
	nodes := make(map[string]map[string]any)
	for name, service := range at(t, documents(t, file)[0], "services").(map[string]any) {
		settings := service.(map[string]any)
		if command, _ := settings["command"].([]any); len(command) > 0 && command[0] == "serve" {
			nodes[name] = settings
		}
	}
	if len(nodes) == 0 {
		t.Fatalf("%s runs no node", file)
	}
	return nodes
}

// words are the strings of a list.
func words(t *testing.T, in any, path ...any) (all []string) {
	t.Helper()
	for _, word := range list(t, in, path...) {
		all = append(all, word.(string))
	}
	return all
}

// flagOf returns what a node of a compose file is given for a flag.
func flagOf(t *testing.T, node map[string]any, flag string) string {
	t.Helper()
	for _, word := range words(t, node, "command") {
		if value, ok := strings.CutPrefix(word, flag+"="); ok {
			return value
		}
	}
	t.Fatalf("a node is not given %s", flag)
	return ""
}

// TestFlags: each flag that a file gives `assay serve` is one of it, and the files of
// settings are read.
func TestFlags(t *testing.T) {
	help, err := exec.Command(program(t), "serve", "--help").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, help)
	}
	flag := regexp.MustCompile(`--[a-z-]+`)
	known := flag.FindAllString(string(help), -1)
	serve := regexp.MustCompile(`(?s)assay serve.*?(?:\n\n|$)`)
	sources := map[string]string{
		"Containerfile":              read(t, "Containerfile")[strings.LastIndex(read(t, "Containerfile"), "CMD"):],
		"systemd/assay.service":      regexp.MustCompile(`ExecStart=.*`).FindString(read(t, "systemd/assay.service")),
		"proxy/nginx.conf":           regexp.MustCompile(`assay serve .*`).FindString(read(t, "proxy/nginx.conf")),
		"kubernetes/deployment.yaml": serve.FindString(text(t, container(t, manifests(t)["Deployment/assay"]), "args", 0)),
	}
	for _, file := range composed {
		for name, node := range composedNodes(t, file) {
			sources[file+", "+name] = strings.Join(words(t, node, "command"), " ")
		}
	}
	for file, line := range sources {
		given := flag.FindAllString(line, -1)
		if len(given) < 2 {
			t.Errorf("%s gives the service no flags: %q", file, line)
		}
		for _, name := range given {
			if !slices.Contains(known, name) {
				t.Errorf("%s gives %s, which `assay serve` does not know", file, name)
			}
		}
	}
	for _, file := range []string{"service.toml", "kubernetes/service.toml"} {
		var cfg service.Config
		if err := cfg.ReadFile(file); err != nil {
			t.Error(err)
		}
		if cfg.MaxSessions == 0 || cfg.AllowPrivate != service.AllowPrivateNo {
			t.Errorf("%s says %+v", file, cfg)
		}
	}
	// Who is behind a proxy is told apart by its address.
	var cluster service.Config
	if err := cluster.ReadFile("kubernetes/service.toml"); err != nil {
		t.Error(err)
	}
	if len(cluster.TrustedProxy) == 0 || !strings.Contains(sources["proxy/nginx.conf"], "--trusted-proxy 127.0.0.1") {
		t.Error("a service behind a proxy does not trust it")
	}
}

// TestStopInTime: whoever sends SIGTERM waits for longer than the service takes.
func TestStopInTime(t *testing.T) {
	const longest = 30*time.Second + 10*time.Second // to finish requests, and to end browsers
	deployment := manifests(t)["Deployment/assay"]
	sleep := list(t, container(t, deployment), "lifecycle", "preStop", "exec", "command")
	before, err := strconv.Atoi(sleep[1].(string))
	if err != nil || sleep[0] != "sleep" {
		t.Fatalf("preStop is %v", sleep)
	}
	waits := func(node map[string]any) time.Duration {
		wait, err := time.ParseDuration(text(t, node, "stop_grace_period"))
		if err != nil {
			t.Fatal(err)
		}
		return wait
	}
	unit := regexp.MustCompile(`(?m)^TimeoutStopSec=(\d+)$`).FindStringSubmatch(read(t, "systemd/assay.service"))
	if unit == nil {
		t.Fatal("the unit has no TimeoutStopSec in seconds")
	}
	stop, _ := strconv.Atoi(unit[1])
	var nodes service.Config
	if err := nodes.ReadFile("kubernetes/service.toml"); err != nil {
		t.Fatal(err)
	}
	times := map[string]time.Duration{
		"kubernetes": time.Duration(number(t, deployment, append(pod, "terminationGracePeriodSeconds")...)-before)*time.Second - nodes.Drain.Duration,
		"compose":    waits(composedNodes(t, "compose.yaml")["assay"]),
		"systemd":    time.Duration(stop) * time.Second,
	}
	for name, node := range composedNodes(t, "compose.nodes.yaml") {
		drain, err := time.ParseDuration(flagOf(t, node, "--drain"))
		if err != nil {
			t.Fatal(err)
		}
		times["compose, "+name] = waits(node) - drain
	}
	for where, got := range times {
		if got < longest {
			t.Errorf("%s kills the service after %s, which may take %s to stop", where, got, longest)
		}
	}
}

// TestPortsAndPaths: what is probed, published and routed is what the service listens
// on, and what the autoscaler and the probes ask for is what it answers.
func TestPortsAndPaths(t *testing.T) {
	operators := answers(t)
	all := manifests(t)
	node := container(t, all["Deployment/assay"])
	ports := make(map[string]int)
	for _, port := range list(t, node, "ports") {
		ports[text(t, port, "name")] = number(t, port, "containerPort")
	}
	args := text(t, node, "args", 0)
	for flag, port := range map[string]string{"--listen": "https", "--metrics-listen": "operators"} {
		if want := flag + "=0.0.0.0:" + strconv.Itoa(ports[port]) + " "; !strings.Contains(args+" ", want) {
			t.Errorf("the port %s is not that of %s: %s", port, flag, args)
		}
	}
	for _, probe := range []string{"startupProbe", "livenessProbe", "readinessProbe"} {
		if port := text(t, node, probe, "httpGet", "port"); port != "operators" {
			t.Errorf("the %s asks the port %s", probe, port)
		}
		if path := text(t, node, probe, "httpGet", "path"); !strings.Contains(operators(path), `"status"`) {
			t.Errorf("the %s asks for %s, which the service does not have", probe, path)
		}
	}
	metric := text(t, all["HorizontalPodAutoscaler/assay"], "spec", "metrics", 0, "pods", "metric", "name")
	if !strings.Contains(operators("/metrics"), "\n"+metric+" ") {
		t.Errorf("the service has no metric %s", metric)
	}
	if annotated := text(t, all["Deployment/assay"], "spec", "template", "metadata", "annotations", "prometheus.io/port"); annotated != strconv.Itoa(ports["operators"]) {
		t.Errorf("the metrics are said to be on %s", annotated)
	}
	for _, check := range []string{
		strings.Join(strings.Fields(read(t, "Containerfile")), " "),
		strings.Join(strings.Fields(read(t, "compose.yaml")), " "),
	} {
		url := regexp.MustCompile(`http://127\.0\.0\.1:(\d+)(/\w+)`).FindStringSubmatch(check)
		if url == nil || url[1] != strconv.Itoa(ports["operators"]) || !strings.Contains(operators(url[2]), `"status"`) {
			t.Errorf("a health check asks for %v", url)
		}
	}
	for name, object := range all {
		if !strings.HasPrefix(name, "Ingress/") {
			continue
		}
		for _, rule := range list(t, object, "spec", "rules") {
			backend := at(t, rule, "http", "paths", 0, "backend", "service").(map[string]any)
			target := all["Service/"+text(t, backend, "name")]
			if target == nil || text(t, target, "spec", "ports", 0, "name") != text(t, backend, "port", "name") {
				t.Errorf("%s leads to %v, which there is not", name, backend)
			}
		}
	}
	for name, object := range all {
		if !strings.HasPrefix(name, "Service/") {
			continue
		}
		app := text(t, object, "spec", "selector", "app.kubernetes.io/name")
		deployment := all["Deployment/"+app]
		if deployment == nil || text(t, deployment, "spec", "template", "metadata", "labels", "app.kubernetes.io/name") != app {
			t.Errorf("%s selects pods of %s, which there are not", name, app)
		}
	}
}

// answers starts a service and returns what its operators' address answers.
func answers(t *testing.T) func(path string) string {
	t.Helper()
	address := "127.0.0.1:" + servicetest.FreePort()
	s, err := service.New(t.Context(), service.Config{Listen: "127.0.0.1:0", MetricsListen: address, DataDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Shutdown(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	})
	return func(path string) string {
		response, err := http.Get("http://" + address + path)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		body, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		return "\n" + string(body)
	}
}

// TestConfined: nothing runs as root, with rights or without the profile.
func TestConfined(t *testing.T) {
	user := regexp.MustCompile(`(?m)^USER (\d+):(\d+)$`).FindStringSubmatch(read(t, "Containerfile"))
	if user == nil {
		t.Fatal("the image has no user of its own")
	}
	deployment := manifests(t)["Deployment/assay"]
	security := at(t, deployment, append(pod, "securityContext")...)
	for key, want := range map[string]string{"runAsUser": user[1], "runAsGroup": user[2], "fsGroup": user[2]} {
		if got := strconv.Itoa(number(t, security, key)); got != want {
			t.Errorf("%s is %s, the image's %s", key, got, want)
		}
	}
	if got := text(t, security, "seccompProfile", "type"); got != "Localhost" {
		t.Errorf("the pods' profile is %s", got)
	}
	own := at(t, container(t, deployment), "securityContext")
	if at(t, own, "allowPrivilegeEscalation") != false || at(t, own, "readOnlyRootFilesystem") != true || text(t, own, "capabilities", "drop", 0) != "ALL" {
		t.Errorf("the pods may %v", own)
	}
	text(t, container(t, deployment), "resources", "limits", "memory")
	for _, file := range []string{"compose.yaml", "compose.nodes.yaml"} {
		for name, node := range composedNodes(t, file) {
			if text(t, node, "cap_drop", 0) != "ALL" || at(t, node, "read_only") != true || text(t, node, "mem_limit") == "" ||
				!slices.Contains(words(t, node, "security_opt"), "seccomp:./seccomp.json") {
				t.Errorf("%s of %s may too much", name, file)
			}
		}
	}
	if unit := read(t, "systemd/assay.service"); !regexp.MustCompile(`(?m)^MemoryMax=\d+%$`).MatchString(unit) || !strings.Contains(unit, "\nUser=assay\n") {
		t.Error("the unit may too much")
	}

	var profile struct {
		DefaultAction string
		Syscalls      []struct {
			Names  []string
			Action string
		}
	}
	decoder := json.NewDecoder(strings.NewReader(read(t, "seccomp.json")))
	if err := decoder.Decode(&profile); err != nil {
		t.Fatal(err)
	}
	allowed := make(map[string]bool)
	for _, rule := range profile.Syscalls {
		for _, name := range rule.Names {
			if rule.Action == "SCMP_ACT_ALLOW" {
				allowed[name] = true
			}
		}
	}
	for _, needed := range []string{"clone", "clone3", "unshare", "chroot", "seccomp", "landlock_restrict_self", "prctl", "execve"} {
		if !allowed[needed] {
			t.Errorf("the profile refuses %s, which what shuts in browsers and readers of documents needs", needed)
		}
	}
	for _, refused := range []string{"mount", "umount2", "pivot_root", "bpf", "ptrace", "init_module", "kexec_load", "keyctl", "io_uring_setup", "reboot", "open_by_handle_at"} {
		if allowed[refused] {
			t.Errorf("the profile allows %s", refused)
		}
	}
	if profile.DefaultAction != "SCMP_ACT_ERRNO" {
		t.Errorf("the profile's default is %s", profile.DefaultAction)
	}
}

// TestSecretsOffCommandLines: no secret of the manifests is an argument, which the list
// of processes would show, and the service takes the database from its environment.
func TestSecretsOffCommandLines(t *testing.T) {
	node := container(t, manifests(t)["Deployment/assay"])
	line := fmt.Sprint(list(t, node, "command"), list(t, node, "args"))
	var secret []string
	for _, variable := range list(t, node, "env") {
		if from, ok := variable.(map[string]any)["valueFrom"].(map[string]any); ok && from["secretKeyRef"] != nil {
			secret = append(secret, text(t, variable, "name"))
		}
	}
	if len(secret) == 0 {
		t.Error("the pods are given no database")
	}
	for _, name := range secret {
		if strings.Contains(line, name) {
			t.Errorf("the secret $%s is in the arguments %s", name, line)
		}
		cmd := exec.Command(program(t), "serve", "--listen=127.0.0.1:0", "--data-dir", t.TempDir())
		cmd.Env = []string{"PATH=" + os.Getenv("PATH"), name + "=postgres://assay:hush@127.0.0.1:1/assay"}
		stderr, err := cmd.StderrPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		out, err := bufio.NewReader(stderr).ReadString('\n') // that it waits for its database
		if err != nil || !strings.Contains(out, "postgres://assay@127.0.0.1:1/assay") || strings.Contains(out, "hush") {
			t.Errorf("with $%s the service says (%v):\n%s", name, err, out)
		}
		cmd.Process.Kill()
		cmd.Wait()
	}
	for _, file := range composed {
		for _, node := range composedNodes(t, file) {
			for _, word := range words(t, node, "command") {
				if database, ok := strings.CutPrefix(word, "--database="); ok && account.HasPassword(database) {
					t.Errorf("%s has a password in %s", file, word)
				}
			}
		}
	}
}

// TestNothingSecretInLogs: what stands before the service logs neither the queries of
// requests, in which there may be API keys, nor the paths of sessions.
func TestNothingSecretInLogs(t *testing.T) {
	harmless := []string{"remote_addr", "time_iso8601", "request_method", "server_protocol", "status", "body_bytes_sent", "bytes_sent", "request_time", "http_user_agent", "host"}
	for file, shown := range map[string][]string{
		"proxy/nginx.conf":                append(harmless, "uri"), // not of sessions: see below
		"proxy/nginx-nodes.conf":          append(harmless, "uri"),
		"kubernetes/router.conf.template": harmless,
	} {
		text := read(t, file)
		formats := make(map[string]string)
		for _, format := range regexp.MustCompile(`(?m)^log_format\s+(\w+)((?:\s+'[^']*')+);`).FindAllStringSubmatch(text, -1) {
			formats[format[1]] = format[2]
		}
		logs := 0
		for _, log := range regexp.MustCompile(`(?m)^\s*access_log\s+(\S+?)(?:\s+(\w+))?(?:\s+(\S+))?;`).FindAllStringSubmatch(text, -1) {
			if log[1] == "off" {
				continue
			}
			logs++
			if formats[log[2]] == "" {
				t.Errorf("%s logs in the form %q, which is not its own", file, log[2])
			}
			for _, variable := range regexp.MustCompile(`\$(\w+)`).FindAllStringSubmatch(formats[log[2]], -1) {
				if !slices.Contains(shown, variable[1]) {
					t.Errorf("%s logs $%s", file, variable[1])
				}
			}
			if slices.Contains(shown, "uri") && log[3] != "if=$assay_log" {
				t.Errorf("%s logs the paths of sessions", file)
			}
		}
		if logs == 0 {
			t.Errorf("%s has no log", file)
		}
		if !regexp.MustCompile(`(?m)^\s*error_log\s+\S+ emerg;`).MatchString(text) {
			t.Errorf("%s has an error log, which quotes requests", file)
		}
	}
	for _, file := range []string{"proxy/Caddyfile", "proxy/Caddyfile.nodes"} {
		caddy := read(t, file)
		for _, field := range []string{"request>uri delete", "request>headers delete"} {
			if !strings.Contains(caddy, field) {
				t.Errorf("the log of %s lacks %q", file, field)
			}
		}
	}
	for name, object := range manifests(t) {
		if strings.HasPrefix(name, "Ingress/") && text(t, object, "metadata", "annotations", "nginx.ingress.kubernetes.io/enable-access-log") != "false" {
			t.Errorf("the requests of %s are logged with their queries", name)
		}
	}
}

// TestReferences: every file, claim and volume that is named is there.
func TestReferences(t *testing.T) {
	kustomization := documents(t, "kubernetes/kustomization.yaml")[0]
	listed := map[string]bool{"kustomization.yaml": true}
	for _, file := range list(t, kustomization, "resources") {
		listed[file.(string)] = true
	}
	generated := make(map[string]bool)
	for _, generator := range list(t, kustomization, "configMapGenerator") {
		generated[text(t, generator, "name")] = true
		for _, key := range []string{"files", "envs"} {
			files, _ := generator.(map[string]any)[key].([]any)
			for _, file := range files {
				listed[file.(string)] = true
				read(t, filepath.Join("kubernetes", file.(string)))
			}
		}
	}
	there, err := os.ReadDir("kubernetes")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range there {
		if !listed[file.Name()] {
			t.Errorf("the kustomization leaves %s out", file.Name())
		}
	}
	for name, object := range manifests(t) {
		if !strings.HasPrefix(name, "Deployment/") {
			continue
		}
		volumes := make(map[string]bool)
		for _, volume := range list(t, object, append(pod, "volumes")...) {
			volumes[text(t, volume, "name")] = true
			if settings, ok := volume.(map[string]any)["configMap"]; ok && !generated[text(t, settings, "name")] {
				t.Errorf("%s mounts %v, which is not made", name, settings)
			}
		}
		mounted := make(map[string]bool)
		for _, mount := range list(t, container(t, object), "volumeMounts") {
			mounted[text(t, mount, "name")] = true
		}
		if !maps.Equal(volumes, mounted) {
			t.Errorf("%s has the volumes %v and mounts %v", name, volumes, mounted)
		}
	}
	read(t, "seccomp.json")
	script := read(t, "secrets.sh")
	for _, file := range []string{"compose.yaml", "compose.nodes.yaml"} {
		compose := documents(t, file)[0]
		read(t, text(t, compose, "configs", "service", "file"))
		for name := range at(t, compose, "secrets").(map[string]any) {
			file := strings.TrimPrefix(text(t, compose, "secrets", name, "file"), "./")
			if !strings.Contains(script, ">"+file) {
				t.Errorf("secrets.sh does not make %s", file)
			}
		}
		for name, service := range at(t, compose, "services").(map[string]any) {
			for _, volume := range words(t, service, "volumes") {
				from, _, _ := strings.Cut(volume, ":")
				switch {
				case strings.HasPrefix(from, "./"):
					read(t, from)
				case strings.HasPrefix(from, "$"): // the operator's
				default:
					if _, ok := at(t, compose, "volumes").(map[string]any)[from]; !ok {
						t.Errorf("%s: %s mounts %s, which there is not", file, name, from)
					}
				}
			}
		}
	}
}

// TestSecrets: the script makes secrets that belong together, and keeps what is there.
func TestSecrets(t *testing.T) {
	dir := t.TempDir()
	script := filepath.Join(dir, "secrets.sh")
	if err := os.WriteFile(script, []byte(read(t, "secrets.sh")), 0o700); err != nil {
		t.Fatal(err)
	}
	var before []byte
	for range 2 {
		if out, err := exec.Command(script).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		password := read(t, filepath.Join(dir, "secrets", "postgres_password"))
		pass := []byte(read(t, filepath.Join(dir, "secrets", "pgpass")))
		if len(password) != 48 || string(pass) != "postgres:5432:assay:assay:"+password+"\n" {
			t.Errorf("the password has %d characters and pgpass %d", len(password), len(pass))
		}
		if before != nil && !bytes.Equal(before, pass) {
			t.Error("the second call made another password")
		}
		before = pass
	}
}

// TestComposedNodes: the nodes of one machine are where they say, to clients, to each other
// and to both proxies, share one account, and trust their proxy alone.
func TestComposedNodes(t *testing.T) {
	compose := documents(t, "compose.nodes.yaml")[0]
	nodes := composedNodes(t, "compose.nodes.yaml")
	var reached, data []string
	for name, node := range nodes {
		url, ok := strings.CutPrefix(flagOf(t, node, "--node-url"), "https://")
		host, port, err := net.SplitHostPort(url)
		if !ok || err != nil {
			t.Fatalf("%s is at %q: %v", name, url, err)
		}
		reached = append(reached, url)
		if listen := flagOf(t, node, "--listen"); listen != "0.0.0.0:"+port || text(t, node, "ports", 0) != port+":"+port {
			t.Errorf("%s listens on %s and publishes %s, but says that it is at %s", name, listen, text(t, node, "ports", 0), url)
		}
		if alias := text(t, node, "networks", "front", "aliases", 0); alias != host {
			t.Errorf("the others do not find %s, which is %s to them, at %s", name, alias, host)
		}
		if check := fmt.Sprint(list(t, node, "healthcheck", "test")); !strings.Contains(check, "http://127.0.0.1:"+strings.TrimPrefix(flagOf(t, node, "--metrics-listen"), "0.0.0.0:")+"/readyz") {
			t.Errorf("%s is checked by %s", name, check)
		}
		if database := text(t, node, "environment", "ASSAY_DATABASE"); database != text(t, nodes["node1"], "environment", "ASSAY_DATABASE") || !account.IsPostgres(database) {
			t.Errorf("%s has an account of its own, %s", name, database)
		}
		if proxy := text(t, compose, "services", "caddy", "networks", "front", "ipv4_address"); flagOf(t, node, "--trusted-proxy") != proxy {
			t.Errorf("%s does not trust the proxy, %s", name, proxy)
		}
		data = append(data, text(t, node, "volumes", 0))
	}
	slices.Sort(reached)
	slices.Sort(data)
	if len(nodes) < 3 || len(slices.Compact(slices.Clone(reached))) != len(nodes) || len(slices.Compact(data)) != len(nodes) {
		t.Errorf("%d nodes are at %v and keep %v", len(nodes), reached, data)
	}
	for _, file := range []string{"proxy/Caddyfile.nodes", "proxy/nginx-nodes.conf"} {
		found := regexp.MustCompile(`node\d\.assay\.example:\d+`).FindAllString(read(t, file), -1)
		if slices.Sort(found); !slices.Equal(found, reached) {
			t.Errorf("%s leads to %v, the nodes are at %v", file, found, reached)
		}
	}
	caddy := read(t, "proxy/Caddyfile.nodes")
	for _, flag := range []string{"--tls-cert", "--tls-key", "--peer-ca"} {
		if file := flagOf(t, nodes["node1"], flag); !strings.Contains(caddy, file) {
			t.Errorf("Caddy does not have %s, which the nodes have for %s", file, flag)
		}
	}
}

// TestBuildContext: the build of the image gets the folders that the program is made of and
// nothing else, such as the history or secrets that lie beside them.
func TestBuildContext(t *testing.T) {
	lines := strings.Fields(regexp.MustCompile(`(?m)^#.*$`).ReplaceAllString(read(t, "Containerfile.dockerignore"), ""))
	if lines[0] != "*" {
		t.Fatalf("it begins with %q: not everything is left out", lines[0])
	}
	top, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if .Main}}{{$.Dir}}{{end}}{{end}}", "assay").Output()
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]bool{"!go.mod": true, "!go.sum": true, "!main.go": true}
	for dir := range strings.Lines(string(out)) {
		if below, ok := strings.CutPrefix(strings.TrimSpace(dir), top+string(filepath.Separator)); ok {
			first, _, _ := strings.Cut(filepath.ToSlash(below), "/")
			want["!"+first] = true
		}
	}
	if got := lines[1:]; !slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(maps.Keys(want))) {
		t.Errorf("the build gets %v, the program is made of %v", got, slices.Sorted(maps.Keys(want)))
	}
}
