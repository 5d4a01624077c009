#!/usr/bin/env python3
"""Measures the dashboard and `assay view` on a pseudo-terminal, and programs like them
beside it, and prints one table in Markdown.

  dashboard.py --harness ptybench.py --json 100MB.json [--assay PATH] [--runs 5]
               [--peer NAME=COMMAND ...] [--viewer NAME=COMMAND ...]

The harness runs a program on a pseudo-terminal, presses keys and says how long each
took to its last byte of output. A --peer is a program that is started, given keys and
left alone; a --viewer is one that shows the JSON file, whose path takes the place of
{} in its command, and is searched with / for a word that is not there. All of them
take turns, run by run, so that other work on the machine weighs on all alike.

The dashboard has folders and a service of its own, which end with the script. The JSON
file is also the answer to a query, from a service that the script is itself: an object
with the members "data" and "metadata".
"""
import argparse, datetime, http.server, json, os, shlex, statistics, subprocess, sys, tempfile, threading

TYPED = ",".join("{shopproducts[]namepricelinkrating") + ",backspace*8"
VIEWS = {  # the keys that go there, and those that are measured with them
    "Usage": "I*30",
    "Query, editor": "2,tab,enter," + TYPED,
    "Documents": "3,down*12,up*12,j*6",
    "Sessions, form": "4,a,down*12,up*12",
    "History": "5,down*12,up*12",
    "History, search": "5,/," + TYPED,
    "Palette": "ctrl-k,c,o,p,y,down*10,up*10",
    "Help": "2,?,pgdn,pgup,pgdn,pgup,pgdn,pgup,s,e,a,r,c,h,backspace*6",
}
TREE = "down*15,pgdn*8,up*8,right*3,left*3"
ASK = "2,enter,text:shop.example/lamps,tab,text:{ items[] { id } },ctrl-r,sleep:%d"
ACTS = "-,sleep:300,+,resize:100x30,resize:140x45,/,text:zzqxj"
LARGE = "assay, Query with the file as its answer"
ACT_NAMES = {0: "fold all", 1: "unfold all", 2: "narrower", 3: "wider", 5: "search of a missing word"}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--harness", required=True)
    parser.add_argument("--json", required=True, help="a large JSON file")
    parser.add_argument("--assay", help="the program; without it, it is built")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--peer", action="append", default=[], metavar="NAME=COMMAND")
    parser.add_argument("--viewer", action="append", default=[], metavar="NAME=COMMAND")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        assay = options.assay or build(scratch)
        env = {"HOME": scratch, "ASSAY_BASE_URL": "", "ASSAY_API_KEY": ""}
        for kind in "DATA", "STATE", "CONFIG":
            env[f"XDG_{kind}_HOME"] = os.path.join(scratch, kind.lower())
        work = os.path.join(scratch, "work")
        os.mkdir(work)
        for i in range(30):
            open(os.path.join(work, f"page-{i:02}.png"), "wb").write(b"\x89PNG\r\n\x1a\n")
        service = subprocess.Popen([assay, "serve", "--listen", "127.0.0.1:0", "--data-dir", os.path.join(env["XDG_DATA_HOME"], "assay")],
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        answer = Answer(options.json)
        try:
            service.stdout.readline()  # it is ready
            measure(options, assay, env, work, answer)
        finally:
            service.terminate()
            service.wait()
            answer.shutdown()


class Answer(http.server.ThreadingHTTPServer):
    """A service whose answer to every query is a file, or little."""

    daemon_threads = True

    def __init__(self, file):
        self.large = open(file, "rb").read()
        self.answers = b'{"data":{"items":[{"id":1}]},"metadata":{"request_id":"r","screenshot":null}}'
        super().__init__(("127.0.0.1", 0), AnswerHandler)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def env(self, large):
        return {"ASSAY_BASE_URL": f"http://127.0.0.1:{self.server_port}{'/large' if large else ''}", "ASSAY_API_KEY": "key"}


class AnswerHandler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.reply(b'{"usage_limit":10000,"current_cycle_usage":3410,"current_period_start":"2026-01-01T00:00:00Z","current_period_end":"2036-01-01T00:00:00Z"}')

    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.reply(self.server.large if self.path.startswith("/large") else self.server.answers)

    def reply(self, body):
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def build(scratch):
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
    target = os.path.join(scratch, "assay")
    subprocess.run(["go", "build", "-o", target, "."], cwd=root, check=True)
    return target


def measure(options, assay, env, work, answer):
    def run(command, keys, idle=0, **more):
        call = [sys.executable, os.path.abspath(options.harness), "--runs", "1", f"--keys={keys}", "--idle", str(idle), "--cwd", work, "--perkey"]
        for name, value in {**env, **more.pop("env", {})}.items():
            call += ["--env", f"{name}={value}"]
        for name, value in more.items():
            call += [f"--{name}", str(value)]
        return json.loads(subprocess.run(call + ["--"] + command, check=True, capture_output=True, text=True).stdout)

    file = os.path.abspath(options.json)
    run([assay], ASK % 500 + ",ctrl-r,sleep:200" * 24, env=answer.env(large=False))  # these are in the history
    named = lambda texts: [(name, shlex.split(command)) for name, command in (text.split("=", 1) for text in texts)]
    jobs = {("assay, " + view): (lambda keys=keys: run([assay], keys)) for view, keys in VIEWS.items()}
    jobs["assay, at rest"] = lambda: run([assay], "2", idle=5, ready="commands")
    jobs[LARGE] = lambda: run([assay], ASK % 6000 + "," + TREE, idle=3, env={**answer.env(large=True), "XDG_STATE_HOME": tempfile.mkdtemp(dir=env["HOME"])})
    jobs["assay view"] = lambda: run([assay, "view", file], TREE, idle=3, ready="items|data")
    for name, command in named(options.peer):
        jobs[name] = lambda command=command: run(command, "down*12,up*12", idle=5)
    viewers = [("assay view", [assay, "view", "{}"])] + named(options.viewer)
    for name, command in viewers[1:]:
        jobs[name] = lambda command=command: run(opened(command, file), TREE, idle=3, ready="items|data")
    results = {name: [] for name in jobs}
    acts = {name: [] for name, _ in viewers}
    loads = []
    for turn in range(options.runs):
        for name, job in jobs.items():
            results[name].append(job())
            loads.append(os.getloadavg()[0])
            print(f"\r{turn + 1} of {options.runs}: {name:40}", end="", file=sys.stderr)
        for name, command in viewers:
            acts[name].append(run(opened(command, file), ACTS, ready="items|data", kquiet=600, kwait=8000)["perkey"])
    print(file=sys.stderr)

    cpu = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), "")
    print(f"{datetime.date.today()}, {os.cpu_count()} × {cpu}, load {min(loads):.1f} to {max(loads):.1f}, medians of {options.runs} runs by turns, 120x40.\n")
    print("| program | first frame, ms | key to frame p50 / p95, ms | CPU per key, ms | at rest, % of a core | peak memory, MB |")
    print("|---|---|---|---|---|---|")
    middle = lambda rows, key: statistics.median([row[key] for row in rows if row.get(key) is not None] or [float("nan")])
    for name, rows in results.items():
        rest = f"{max(middle(rows, 'idle_cpu_ms_per_s'), 0) / 10:.1f}" if "idle_cpu_ms_per_s" in rows[0] else ""
        keys, cost = f"{middle(rows, 'k_done_p50'):.1f} / {middle(rows, 'k_done_p95'):.1f}", f"{middle(rows, 'key_cpu_ms'):.1f}"
        if len(rows[0]["perkey"]) < 10:  # it was left alone
            keys = cost = ""
        if name == LARGE:  # the reading of the answer is in it
            cost = ""
        print(f"| {name} | {middle(rows, 'ready_ms'):.0f} | {keys} | {cost} | {rest} | {middle(rows, 'rss_peak_mb'):.0f} |")
    for name, turns in acts.items():
        for place, act in ACT_NAMES.items():
            took = [keys[place][1] for keys in turns if len(keys) > place and keys[place][1] is not None]
            shown = f"{statistics.median(took):.0f} / {max(took):.0f}" if took else "no output"
            print(f"| {name}, {os.path.getsize(file) / 1e6:.0f} MB: {act} | | {shown} | | | |")


def opened(command, file):
    return [part.replace("{}", file) for part in command]


if __name__ == "__main__":
    main()
