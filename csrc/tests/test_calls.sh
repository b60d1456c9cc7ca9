#!/bin/sh
# No files of the library call each other in a circle, except those that the shape of types makes: a walk over a value
# meets values of any type inside it, so what walks containers, lists and unions is one circle.  Layers (test_layers.sh)
# are kept by includes; this is of the calls between object files, whichever header declares them.
#
#   test_calls.sh library|accel NM OBJECT...     the object files of the library, or of the extension `_accel`
set -eu
of=$1
nm=$2
shift 2

# Circles that are meant, each with a name and its files.  One that is no circle any more is to be taken out.
meant=
[ "$of" = accel ] || meant='
value_root     root runs
node           node elements fields
json_value     json_read json_union
stream_value   stream sequences
'

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Which file defines and which needs which name: "file letter name".
symbols_of() {
    for object; do
        stem=$(basename "$object")
        "$nm" -P "$object" | awk -v stem="${stem%%.*}" '{ print stem, $2, $1 }'
    done
}

# Pairs of files "the one that calls, the one that is called", with the members of a meant circle as one.
calls_in() {
    awk -v meant="$meant" '
    BEGIN {
        lines = split(meant, line, "\n")
        for (i = 1; i <= lines; i++) {
            count = split(line[i], word, " ")
            for (k = 2; k <= count; k++) circle[word[k]] = word[1]
        }
    }
    $2 == "U" { needs[$1, $3] = 1 }
    $2 ~ /^[TDBRVWCS]$/ { where[$3] = $1 }
    END {
        for (pair in needs) {
            split(pair, part, SUBSEP)
            if (!(part[2] in where) || where[part[2]] == part[1]) continue
            from = part[1]; to = where[part[2]]
            if (from in circle && to in circle && circle[from] == circle[to]) continue
            print (from in circle ? circle[from] : from), (to in circle ? circle[to] : to)
        }
    }' "$1" | sort -u
}

# Whether the calls have no circle; says which files are in one.
check() {
    calls_in "$1" >"$scratch/calls"
    tsort "$scratch/calls" >/dev/null 2>"$scratch/circles"
    if [ -s "$scratch/circles" ]; then
        echo "files that call each other in a circle:"
        cat "$scratch/circles"
        return 1
    fi
}

symbols_of "$@" >"$scratch/symbols"
# Objects of a compiler's own format have no names that nm reads.
grep -q ' T ' "$scratch/symbols" || { echo "no names in these object files" >&2; exit 1; }
check "$scratch/symbols"
echo "$# files, $(wc -l <"$scratch/calls") pairs that call"

# A circle that is planted is found, and so is each that is meant when nobody says so.
read -r caller called <"$scratch/calls"
{ cat "$scratch/symbols"; echo "$called U planted"; echo "$caller T planted"; } >"$scratch/more"
if check "$scratch/more" >"$scratch/report" || ! grep -q "$caller" "$scratch/report"; then
    echo "a planted circle was not found: $called calls $caller" >&2
    exit 1
fi
all=$meant
echo "$all" | while read -r name files; do
    [ -n "$name" ] || continue
    meant=$(echo "$all" | grep -v "^$name ")
    if check "$scratch/symbols" >/dev/null; then
        echo "$files call each other in no circle any more: take them out of the list" >&2
        exit 1
    fi
done
