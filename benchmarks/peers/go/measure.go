package main

import (
	"runtime"
	"time"

	"golang.org/x/sys/unix"
)

// A task is what one call of an operation does.
type task struct {
	// prepare makes what run uses up, untimed; nil if nothing is used up.
	prepare func() any
	run     func(prepared any) any
	// result tells what the last call gave, for the one who asked to check.
	result func(last any) string
	// wall has the clock on the wall tell the time, where more than one core works.
	wall bool
}

// processorTime is that of all threads of the process, so that collecting garbage counts.
func processorTime() time.Duration {
	var now unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &now); err != nil {
		panic(err)
	}
	return time.Duration(now.Nano())
}

var begin = time.Now()

func wallTime() time.Duration {
	return time.Since(begin)
}

func (job task) measure(asked request) answer {
	prepared := make([]any, asked.Calls)
	if job.prepare != nil {
		for index := range prepared {
			prepared[index] = job.prepare()
		}
	}
	if asked.Collect {
		runtime.GC()
	}
	if asked.Each {
		return job.each(prepared)
	}
	now := processorTime
	if job.wall {
		now = wallTime
	}
	var before, after runtime.MemStats
	if asked.Collect {
		runtime.ReadMemStats(&before)
	}
	var last any
	start := now()
	for _, one := range prepared {
		last = job.run(one)
	}
	taken := now() - start
	given := answer{Seconds: taken.Seconds(), Result: job.result(last)}
	if asked.Collect {
		runtime.ReadMemStats(&after)
		given.Allocations = float64(after.Mallocs-before.Mallocs) / float64(asked.Calls)
		given.Allocated = float64(after.TotalAlloc-before.TotalAlloc) / float64(asked.Calls)
	}
	return given
}

// each times every call on its own, by the clock on the wall.
func (job task) each(prepared []any) answer {
	var last any
	times := make([]float64, len(prepared))
	for index, one := range prepared {
		start := time.Now()
		last = job.run(one)
		times[index] = time.Since(start).Seconds()
	}
	return answer{Times: times, Result: job.result(last)}
}
