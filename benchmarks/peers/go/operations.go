package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
)

// What a state can do beside SSZ; written with its type.
type state interface {
	SetBalance(index int, amount uint64)
	BalanceCount() int
	SumEffectiveBalances() uint64
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

// The file that was asked for last: most requests in a row are about the same one.
var latest struct {
	name string
	data []byte
}

func read(name string) []byte {
	if latest.name != name {
		data, err := os.ReadFile(name)
		check(err)
		latest.name, latest.data = name, data
	}
	return latest.data
}

func (one *library) respond(asked request) answer {
	if one.types[asked.Type] == nil {
		return answer{Unsupported: "the library has no such types"}
	}
	job := one.task(asked, read(asked.File))
	if job == nil {
		return answer{Unsupported: "the library has no such operation"}
	}
	return job.measure(asked)
}

func (one *library) decoded(asked request, data []byte) any {
	value := one.types[asked.Type]()
	check(one.decode(data, value))
	return value
}

// The object that was asked for last, decoded: one that nobody changes, and one for changes.
var kept struct {
	file                string
	unchanged, changing any
}

// amount is what a balance was last set to: no change is to the number that is there.
var amount uint64

func (one *library) keep(asked request, data []byte) any {
	if kept.file != asked.File {
		kept.file, kept.unchanged, kept.changing = asked.File, nil, nil
	}
	value := &kept.unchanged
	if strings.HasPrefix(asked.Operation, "edit") {
		value = &kept.changing
	}
	if *value == nil {
		*value = one.decoded(asked, data)
	}
	return *value
}

func nothing(any) string { return "" }

func number(last any) string { return fmt.Sprint(last) }

func rootText(last any) string {
	root := last.([32]byte)
	return hex.EncodeToString(root[:])
}

// same tells whether bytes are those of the object.
func same(data []byte) func(any) string {
	return func(last any) string {
		if !bytes.Equal(last.([]byte), data) {
			panic("the encoding is not the object's")
		}
		return ""
	}
}

func (one *library) rootOf(value any) any {
	root, err := one.root(value)
	check(err)
	return root
}

// task is that of an operation; nil if the library has it not.
func (one *library) task(asked request, data []byte) *task {
	switch asked.Operation {
	case "decode":
		return &task{run: func(any) any { return one.decoded(asked, data) }, result: nothing}
	case "round_trip":
		return &task{run: func(any) any {
			encoded, err := one.encode(one.decoded(asked, data))
			check(err)
			return encoded
		}, result: same(data)}
	case "root_first":
		fresh := func() any { return one.decoded(asked, data) }
		return &task{prepare: fresh, run: one.rootOf, result: rootText}
	case "stream_in":
		if one.streamIn == nil {
			return nil
		}
		return &task{run: func(any) any {
			value := one.types[asked.Type]()
			check(one.streamIn(bytes.NewReader(data), len(data), value))
			return value
		}, result: nothing}
	case "decode_many", "root_many":
		return one.many(asked, split(data))
	}
	return one.valueTask(asked, data, one.keep(asked, data))
}

// written is something to begin a kept buffer with: memory that nobody wrote to yet is slow at first.
func written(size int) []byte {
	return bytes.Repeat([]byte{1}, size)
}

// valueTask is one that works on a decoded value.
func (one *library) valueTask(asked request, data []byte, value any) *task {
	switch asked.Operation {
	case "encode":
		return &task{run: func(any) any {
			encoded, err := one.encode(value)
			check(err)
			return encoded
		}, result: same(data)}
	case "encode_into":
		buffer := written(len(data))
		return &task{run: func(any) any {
			encoded, err := one.encodeInto(value, buffer)
			check(err)
			return encoded
		}, result: same(data)}
	case "size":
		return &task{run: func(any) any { return one.size(value) }, result: number}
	case "root_again":
		return &task{run: func(any) any { return one.rootOf(value) }, result: rootText}
	case "stream_out":
		if one.streamOut == nil {
			return nil
		}
		stream := bytes.NewBuffer(written(len(data)))
		return &task{run: func(any) any {
			stream.Reset()
			check(one.streamOut(value, stream))
			return stream.Bytes()
		}, result: same(data)}
	case "prove":
		if one.prove == nil {
			return nil
		}
		return &task{run: func(any) any {
			hashes, err := one.prove(value, asked.Gindex)
			check(err)
			return hashes
		}, result: branchText}
	}
	if changing, is := value.(state); is {
		return one.stateTask(asked, changing)
	}
	return nil
}

// branchText is a digest of a branch, from the leaf upwards.
func branchText(last any) string {
	digest := sha256.Sum256(bytes.Join(last.([][]byte), nil))
	return hex.EncodeToString(digest[:])
}

func (one *library) stateTask(asked request, changing state) *task {
	switch asked.Operation {
	case "sum_column":
		return &task{run: func(any) any { return changing.SumEffectiveBalances() }, result: number}
	case "edit_one":
		return &task{run: func(any) any {
			amount++
			changing.SetBalance(changing.BalanceCount()/2, amount)
			return one.rootOf(changing)
		}, result: nothing}
	case "edit_all":
		return &task{run: func(any) any {
			amount++
			for index := range changing.BalanceCount() {
				changing.SetBalance(index, amount)
			}
			return one.rootOf(changing)
		}, result: nothing}
	}
	return nil
}

// split gives the messages of a file, each of which follows its size in four bytes.
func split(data []byte) (messages [][]byte) {
	for len(data) > 0 {
		size := binary.LittleEndian.Uint32(data)
		messages = append(messages, data[4:4+size])
		data = data[4+size:]
	}
	return messages
}

// many does something with every message, in as many threads as are asked for.
func (one *library) many(asked request, messages [][]byte) *task {
	runtime.GOMAXPROCS(max(1, asked.Threads))
	do := func(message []byte) any { return one.decoded(asked, message) }
	result := nothing
	last := make([]any, max(1, asked.Threads))
	if asked.Operation == "root_many" {
		do = func(message []byte) any { return one.rootOf(one.decoded(asked, message)) }
		result = func(any) string { return rootText(last[len(last)-1]) }
	}
	part := (len(messages) + len(last) - 1) / len(last)
	return &task{wall: len(last) > 1, result: result, run: func(any) any {
		var group sync.WaitGroup
		for thread := range last {
			group.Add(1)
			go func() {
				defer group.Done()
				for _, message := range messages[thread*part : min(len(messages), (thread+1)*part)] {
					last[thread] = do(message)
				}
			}()
		}
		group.Wait()
		return strconv.Itoa(len(messages))
	}}
}
