#!/bin/sh
# Every code of fetch_status.def comes about: somewhere in app/, firmware/ or boards/ a statement gives it.
set -eu
for id in $(sed -n 's/^FETCH_STATUS([-0-9]*, \([A-Z_]*\),.*/\1/p' app/http/fetch_status.def); do
    # given: returned, assigned, chosen or in a table; compared with is not enough
    grep -rnw --include='*.c' "FETCH_$id" app firmware boards | grep -qvE "(==|!=) FETCH_$id\b|case FETCH_$id\b" ||
        { echo "fetch_status.def: nothing gives FETCH_$id" >&2; failed=1; }
done
exit ${failed:-0}
