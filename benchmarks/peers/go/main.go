// A peer of pyssz's benchmarks: the SSZ libraries of Go behind the protocol of ../README.md.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
)

// A request, one line of JSON.
type request struct {
	Library   string `json:"library"`
	Operation string `json:"operation"`
	Type      string `json:"type"`
	File      string `json:"file"`
	Calls     int    `json:"calls"`
	Each      bool   `json:"each"`
	Gindex    int    `json:"gindex"`
	Threads   int    `json:"threads"`
	Collect   bool   `json:"collect"`
}

// An answer, one line of JSON; Error and Unsupported are there instead of the rest.
type answer struct {
	Seconds     float64   `json:"seconds"`
	Times       []float64 `json:"times,omitempty"`
	Result      string    `json:"result,omitempty"`
	Allocations float64   `json:"allocations"`
	Allocated   float64   `json:"allocated"`
	Unsupported string    `json:"unsupported,omitempty"`
	Error       string    `json:"error,omitempty"`
}

type hello struct {
	Library  string `json:"library"`
	Version  string `json:"version"`
	Language string `json:"language"`
}

// version is that of a module, as it was built in.
func version(module string) string {
	info, _ := debug.ReadBuildInfo()
	for _, dependency := range info.Deps {
		if dependency.Path == module {
			return dependency.Version
		}
	}
	return "unknown"
}

func main() {
	output := json.NewEncoder(os.Stdout)
	for _, one := range libraries {
		output.Encode(hello{one.name, version(one.module), runtime.Version()})
	}
	output.Encode(struct{}{})
	input := bufio.NewScanner(os.Stdin)
	for input.Scan() {
		var asked request
		if err := json.Unmarshal(input.Bytes(), &asked); err != nil {
			output.Encode(answer{Error: err.Error()})
			continue
		}
		output.Encode(respond(asked))
	}
}

func respond(asked request) (given answer) {
	defer func() {
		if problem := recover(); problem != nil {
			given = answer{Error: fmt.Sprint(problem)}
		}
	}()
	for index := range libraries {
		if libraries[index].name == asked.Library {
			return libraries[index].respond(asked)
		}
	}
	return answer{Unsupported: "no such library"}
}
