#!/bin/sh
# The layers of the library, from below: each file belongs to one and includes only headers of its own and
# of those that its layer names, all of which stand above it in this list.  README.md says what they are.
#
#   test_layers.sh [FOLDER]      checks the sources in a folder, by default ../src, and then that faults that
#                                are planted in a copy of them are found
set -eu
cd "$(dirname "$0")"
folder=${1:-../src}

layers='
base    | common bytes bits alloc live stats threads lock cached_root |
types   | error schema layout                       | base
reading | decode locate                             | base types
writing | json                                      | base types
sha256  | sha256/*                                  | base
merkle  | merkle zero_hashes hash_batch scratch     | base sha256
hashing | root runs walk proof subtrees             | base types sha256 merkle
checked | checked_roots                             | base types hashing
streams | stream frames sequences                   | base types reading merkle hashing
pages   | buffer pages page_tree page_roots         | base types merkle hashing
nodes   | node fields elements                      | base types merkle hashing pages
cursors | cursor merkle_nodes                       | base types reading merkle hashing nodes pages
editing | edit                                      | base types reading pages nodes
views   | view_tree view view_read column encoder   | base types pages nodes cursors editing
changes | change put splice view_bits               | base types reading nodes cursors editing views
'

# Says what is wrong with the includes of the sources in a folder, and how many there are.
check() {
    (cd "$1" && echo "$layers" | awk -v files="$(echo *.[ch] sha256/*.[ch])" '
    function fail(message) { print message; failed = 1 }
    # The layer of a file, which is given by its path without suffix.
    function layer_of(name) { return name in layer ? layer[name] : name ~ /^sha256\// ? "sha256" : "" }
    BEGIN { FS = "|" }
    NF == 3 {
        name = $1; gsub(/ /, "", name)
        count = split($3, known, " ")
        for (i = 1; i <= count; i++) {
            if (!(known[i] in seen)) fail(name ": " known[i] " is no layer below it")
            knows[name, known[i]] = 1
        }
        seen[name] = knows[name, name] = 1
        count = split($2, members, " ")
        for (i = 1; i <= count; i++) {
            if (members[i] in layer) fail(members[i] ": belongs to two layers")
            layer[members[i]] = name
        }
    }
    END {
        file_count = split(files, file, " ")
        for (i = 1; i <= file_count; i++) {
            stem = file[i]; sub(/\.[ch]$/, "", stem)
            mine = layer_of(stem); there[stem] = 1
            if (mine == "") fail(file[i] ": belongs to no layer")
            while ((getline line < file[i]) > 0) {
                if (line !~ /^[ \t]*#[ \t]*include/) continue
                includes++
                header = line
                if (sub(/^[^"]*"/, "", header) == 0) {
                    if (line !~ /<[a-z0-9_\/]+\.h>/) fail(file[i] ": what does it include? " line)
                    continue # of the system
                }
                sub(/".*/, "", header)
                if (header == "ssz.h") continue # the public header, for all
                if (!sub(/^\.\.\//, "", header) && file[i] ~ /^sha256\//) {
                    header = "sha256/" header # relative to the file
                }
                sub(/\.h$/, "", header)
                if (!((mine, layer_of(header)) in knows)) {
                    other = layer_of(header)
                    fail(file[i] " (" mine "): includes " header ".h (" (other ? other : "no layer") ")")
                }
            }
        }
        for (member in layer) {
            if (member != "sha256/*" && !(member in there)) fail(member ": is no file")
        }
        printf "%d files, %d includes\n", file_count, includes
        exit failed
    }')
}

check "$folder"
all=$(cat "$folder"/*.[ch] "$folder"/sha256/*.[ch] | grep -c '^[[:space:]]*#[[:space:]]*include')
check "$folder" | grep -q " $all includes" || { echo "not all $all includes were looked at" >&2; exit 1; }

# Faults that it has to find: file, and the line that is planted in it.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
plant() {
    cp -r "$folder" "$scratch/src"
    echo "$2" >>"$scratch/src/$1"
    if check "$scratch/src" >"$scratch/report" || ! grep -q "^${3:-$1}" "$scratch/report"; then
        echo "a planted fault was not found: $2 in $1" >&2
        exit 1
    fi
    rm -r "$scratch/src"
}
plant bits.h '#include "schema.h"'
plant pages.c '#include "node.h"'
plant cursor.c '  #  include "view.h"'
plant sha256/portable.c '#include "../merkle.h"'
plant json.c '#include "decode.h"'
plant stranded.c '#include "common.h"'
plant stats.c '#include HEADER'
