#!/bin/sh
# Every file belongs to a layer and includes only headers of its own layer and of those that its layer
# may know.  README.md draws the picture; `rules` is the same in words: layer, its files, what it may
# know.
set -eu
cd "$(dirname "$0")/../src"

rules='
base    | common bytes bits alloc live stats threads lock cached_root |
types   | error schema layout                       | base
reading | decode locate                             | base types
writing | json                                      | base types
sha256  | sha256/*                                  | base
merkle  | merkle zero_hashes hash_batch scratch         | base sha256
hashing | root runs walk proof subtrees             | base types sha256 merkle
values  | buffer pages page_tree page_roots node fields elements cursor merkle_nodes edit view_tree view view_bits column change splice encoder | base types reading merkle hashing
streams | stream frames sequences                   | base types reading merkle hashing
'

# The layer of a file, which is given by its path without suffix.
layer_of() {
    echo "$rules" | while IFS='|' read -r layer files known; do
        set -f
        for pattern in $files; do
            case $1 in $pattern) echo $layer ;; esac
        done
    done
}

known_to() {
    echo "$rules" | while IFS='|' read -r layer files known; do
        case $layer in "$1 "*|"$1") echo " $1 $known " ;; esac
    done
}

status=0
fail() {
    echo "$1" >&2
    status=1
}

for file in *.[ch] sha256/*.[ch]; do
    layer=$(layer_of "${file%.[ch]}")
    if [ -z "$layer" ]; then
        fail "$file: belongs to no layer; tests/test_layers.sh has the list"
        continue
    fi
    known=$(known_to "$layer")
    for header in $(sed -n 's/^ *# *include "\(.*\)"/\1/p' "$file"); do
        # The public header is for all; quoted paths are relative to the file or to src.
        case $header in
        ssz.h) continue ;;
        ../*) header=${header#../} ;;
        *) [ -e "$(dirname "$file")/$header" ] && header=$(dirname "$file")/$header ;;
        esac
        header=${header#./}
        other=$(layer_of "${header%.h}")
        case $known in
        *" $other "*) ;;
        *) fail "$file ($layer): includes $header (${other:-no layer})" ;;
        esac
    done
done
exit $status
