#!/bin/sh
# Every symbol that the library gives a linker starts with ssz_, so that it can be linked into any
# program.  Usage: test_symbols.sh NM LIBRARY
set -eu

# Names have a leading underscore on some systems.
symbols=$("$1" -g -P "$2" | awk '$2 ~ /[A-TV-Z]/ { sub(/^_/, "", $1); print $1 }')

if ! echo "$symbols" | grep -qx ssz_sha256_blocks; then
    echo "$2: no ssz_sha256_blocks among its symbols; is it the library?" >&2
    exit 1
fi
if strangers=$(echo "$symbols" | grep -v '^ssz_'); then
    echo "$2: symbols without the prefix ssz_:" $strangers >&2
    exit 1
fi
