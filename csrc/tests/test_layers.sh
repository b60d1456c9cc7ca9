#!/bin/sh
# The layers of the library, from below: each file belongs to one and includes only headers of its own and
# of those that its layer names, all of which stand above it in this list.  README.md says what they are.
# The extension `_accel` has a list of its own: it knows the library by its public header alone.
#
#   test_layers.sh [FOLDER]      checks the sources in a folder, by default ../src, and those of ../accel, and
#                                then that faults that are planted in a copy of them are found
set -eu
cd "$(dirname "$0")"
folder=${1:-../src}

layers='
base    | common bytes bits alloc live stats threads lock cached_root room hex index |
types   | error schema layout                       | base
reading | decode locate                             | base types
writing | json                                      | base types
text    | json_lexer json_names json_plan json_reader json_leaves json_union json_read json_document | base types reading
sha256  | sha256/*                                  | base
merkle  | merkle zero_hashes hash_batch scratch     | base sha256
hashing | root runs walk many proof subtrees        | base types sha256 merkle
checked | checked_roots                             | base types hashing
streams | stream frames sequences                   | base types reading merkle hashing
pages   | buffer pages page_tree page_roots         | base types merkle hashing
nodes   | node fields elements                      | base types merkle hashing pages
cursors | cursor page_nodes merkle_nodes                     | base types reading merkle hashing nodes pages
editing | edit                                      | base types reading pages nodes
views   | view_tree view view_read column encoder   | base types pages nodes cursors editing
proofs  | branches                                  | base types sha256
changes | change put splice view_bits               | base types reading nodes cursors editing views
'

accel_layers='
accel    | accel    |
kept     | kept     | accel
numbers  | numbers  | accel kept
integers | integers | accel numbers
bytes    | byte_strings | accel
bits     | bits     | accel
memory   | memory   | accel
sources  | sources  | accel memory
views    | views    | accel memory numbers sources
shared   | shared   | accel views
plans    | plans    | accel numbers bytes views shared
fields   | fields   | accel numbers views shared plans
elements | elements | accel numbers views shared plans
runs     | runs     | accel numbers views plans
whole    | whole    | accel numbers bytes views plans
many     | many     | accel views plans
module   | module   | accel kept numbers integers bytes bits sources views shared plans fields elements runs whole many
'

# Says what is wrong with the includes of the sources in a folder with these layers, and how many there are;
# all of them may include the headers that are named last.
check() {
    (cd "$1" && echo "$2" | awk -v files="$(ls *.[ch] sha256/*.[ch] 2>/dev/null | xargs)" -v public="$3" '
    function fail(message) { print message; failed = 1 }
    # The layer of a file, which is given by its path without suffix.
    function layer_of(name) { return name in layer ? layer[name] : name ~ /^sha256\// ? "sha256" : "" }
    BEGIN { FS = "|"; while (split(public, all, " ") > seen_all) for_all[all[++seen_all]] = 1 }
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
                if (match(line, /[<"][^>"]*[>"]/) && substr(line, RSTART + 1, RLENGTH - 2) in for_all) continue
                if (sub(/^[^"]*"/, "", header) == 0) {
                    if (line !~ /<[a-z0-9_\/]+\.h>/) fail(file[i] ": what does it include? " line)
                    continue # of the system
                }
                sub(/".*/, "", header)
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

# The same, and that it has looked at every include.
check_all() {
    check "$@"
    all=$(cd "$1" && cat $(ls *.[ch] sha256/*.[ch] 2>/dev/null) | grep -c '^[[:space:]]*#[[:space:]]*include')
    check "$@" | grep -q " $all includes" || { echo "not all $all includes were looked at" >&2; exit 1; }
}

check_all "$folder" "$layers" "ssz.h"
accel_public="functions.h Python.h structmember.h"
check_all ../accel "$accel_layers" "$accel_public"

# Faults that it has to find: file, the line that is planted in it, and the file that the report is to name.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
plant_in() {
    cp -r "$1" "$scratch/src"
    echo "$5" >>"$scratch/src/$4"
    if check "$scratch/src" "$2" "$3" >"$scratch/report" || ! grep -q "^${6:-$4}" "$scratch/report"; then
        echo "a planted fault was not found: $5 in $4" >&2
        exit 1
    fi
    rm -r "$scratch/src"
}
plant() {
    plant_in "$folder" "$layers" "ssz.h" "$@"
}
plant bits.h '#include "schema.h"'
plant pages.c '#include "node.h"'
plant cursor.c '  #  include "view.h"'
plant sha256/portable.c '#include "../merkle.h"'
plant json.c '#include "decode.h"'
plant stranded.c '#include "common.h"'
plant stats.c '#include HEADER'
plant stats.c '#include <Python.h>'
plant stats.c '#include "functions.h"'
plant_in ../accel "$accel_layers" "$accel_public" accel.h '#include "integers.h"'
plant_in ../accel "$accel_layers" "$accel_public" integers.c '#include "view.h"'
