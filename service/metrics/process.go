package metrics

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"runtime/metrics"
	"strconv"
	"strings"
	"time"
)

var began = time.Now()

// process writes the figures of the process, by the names that programs in Go have for
// them. What only Linux tells is left out elsewhere.
type process struct{}

func (process) write(to *bytes.Buffer) {
	gauge := func(kind, name, help string, value float64) {
		fmt.Fprintf(to, "# HELP %s %s\n# TYPE %[1]s %[3]s\n%[1]s %[4]s\n", name, help, kind, number(value))
	}
	gauge(gaugeKind, "go_goroutines", "Goroutines that there are.", float64(runtime.NumGoroutine()))
	for _, one := range []struct{ kind, name, help, sample string }{
		{gaugeKind, "go_memstats_heap_alloc_bytes", "Bytes of objects in the heap.", "/memory/classes/heap/objects:bytes"},
		{gaugeKind, "go_memstats_sys_bytes", "Bytes that were taken from the system.", "/memory/classes/total:bytes"},
		{counterKind, "go_gc_cycles_total", "Garbage collections.", "/gc/cycles/total:gc-cycles"},
	} {
		sample := []metrics.Sample{{Name: one.sample}}
		metrics.Read(sample)
		gauge(one.kind, one.name, one.help, float64(sample[0].Value.Uint64()))
	}
	gauge(gaugeKind, "process_start_time_seconds", "When the process began, in seconds since 1970.", float64(began.Unix()))
	if files, err := os.ReadDir("/proc/self/fd"); err == nil {
		gauge(gaugeKind, "process_open_fds", "Files and connections that are open.", float64(len(files)-1)) // without this folder
	}
	stat, _ := os.ReadFile("/proc/self/stat")
	// What follows the name, which may hold anything: proc_pid_stat(5), from the third field.
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	if len(fields) < 22 {
		return
	}
	field := func(n int) float64 { value, _ := strconv.ParseFloat(fields[n-3], 64); return value }
	const ticks = 100 // a second, on every Linux that Go runs on
	gauge(counterKind, "process_cpu_seconds_total", "Seconds of CPU that the process used.", (field(14)+field(15))/ticks)
	gauge(gaugeKind, "process_resident_memory_bytes", "Bytes of memory that the process holds.", field(24)*float64(os.Getpagesize()))
}
