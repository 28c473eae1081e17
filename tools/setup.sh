#!/bin/sh
# Gets everything that building and testing crawlbox needs: Debian packages, the sources of FreeRTOS, lwIP, mbedTLS,
# FatFs, zlib and Unity out of Debian's signed source packages, and word lists of known content (tools/lists.txt) out of its
# signed packages.
#
#   sh tools/setup.sh            what the build and most tests need
#   sh tools/setup.sh --test     also browsers and node, which open a harvest as its readers will, and lintian for the package
#   sh tools/setup.sh --bench    also the peers that the benchmarks compare with
#   sh tools/setup.sh --cross    also compilers for the presets arm64 and armhf, and QEMU to run what they make
#   sh tools/setup.sh --help
#
# A second run does nothing and needs no network. Downloads are kept in
# ${CRAWLBOX_CACHE:-${XDG_CACHE_HOME:-~/.cache}/crawlbox}; unpacked sources lie in build/third_party, lists in its folder share.
# Nothing of third parties is ever committed, and nothing under /etc is changed.
set -eu

top=$(cd "$(dirname "$0")/.." && pwd)
cache=${CRAWLBOX_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/crawlbox}
third_party=$top/build/third_party
suite=trixie
. "$top/tools/debian_mirror"

packages_build='bzip2 ca-certificates clang clang-format clang-tidy cmake cppcheck dnsmasq-base dosfstools dpkg-dev gcc gcc-arm-none-eabi
    geoip-database git
    hunspell-th iproute2 iso-codes libc6-dev libclang-rt-dev libclang-rt-dev-wasm32 libdatrie1-bin libnewlib-arm-none-eabi libssl-dev
    libthai-data libtimezonemap-data lld llvm lrzsz mtools musl-tools
    nginx-light ninja-build openssl python3 qemu-system-arm wamerican wasi-libc wget xz-utils zlib1g-dev'
packages_bench='default-jre-headless g++ libcld2-dev libgumbo-dev libmodest-dev libthai-dev libxml2-dev valgrind weka'

# Programs for other Linux computers. Optional: without these their tests are skipped with a notice.
packages_cross='gcc-aarch64-linux-gnu gcc-arm-linux-gnueabihf libc6-dev-arm64-cross libc6-dev-armhf-cross qemu-user'

# What opens a harvest as its readers will. Optional: without these the tests in question are skipped with a notice.
packages_browser='chromium fonts-tlwg-loma-ttf'
packages_node='nodejs npm'
packages_firefox='firefox-esr' # where the desk can do less, and has to say so
# What looks at our Debian package and its manual pages. Optional, too.
packages_package='lintian man-db'

# library | source package | tarball | SHA-256 of the tarball | folder inside it that we use
sources='
freertos|micropython|micropython_1.25.0+ds.orig.tar.xz|7b25be99a502f070b2de81dafc08da7051d992325d6e67daa9045a918fffdbea|ports/cc3200/FreeRTOS/Source
lwip|lwip|lwip_2.2.1+dfsg1.orig.tar.xz|83729c274c499d3348e9fbbe043a3113f3fa8953e7efddc7c21c7fcbb1f2b7b1|.
mbedtls|mbedtls|mbedtls_3.6.6.orig.tar.bz2|8fb65fae8dcae5840f793c0a334860a411f884cc537ea290ce1c52bb64ca007a|.
fatfs|fuse-umfuse-fat|fuse-umfuse-fat_0.3+dfsg.orig.tar.xz|a950a869e17a48e4c524c6cf01a992efd02eb39aa5bc8c8fc3434c166f2e53f7|fatfs/source
unity|cjson|cjson_1.7.18.orig.tar.gz|3aa806844a03442c00769b83e99970be70fbef03735ff898f4811dd03b9f5ee5|tests/unity/src
zlib|zlib|zlib_1.3.dfsg+really1.3.1.orig.tar.gz|60dd315c07f616887caa029408308a018ace66e3d142726a97db164b3b8f69fb|.
'

say() { printf 'setup: %s\n' "$*"; }
die() { printf 'setup: %s\n' "$*" >&2; exit 1; }

as_root() {
    if [ "$(id -u)" -eq 0 ]; then "$@"
    elif command -v sudo >/dev/null 2>&1; then sudo "$@"
    else die "installing Debian packages needs root: run this as root, or install sudo"
    fi
}

missing_packages() {
    for package in "$@"; do
        status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
        [ "$status" = installed ] || printf '%s ' "$package"
    done
}

install_packages() {
    wanted=$(missing_packages "$@")
    [ -n "$wanted" ] || return 0
    say "installing Debian packages: $wanted"
    as_root apt-get update -qq -o APT::Update::Error-Mode=any ||
        die "no network, and these packages are not installed: $wanted. Connect the machine and run this again"
    # shellcheck disable=SC2086 # the list is meant to be split
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $wanted >/dev/null ||
        die "apt-get could not install: $wanted"
}

# These are large and not on every mirror: their absence stops nothing. A node from elsewhere will do.
install_test_tools() {
    command -v npm >/dev/null 2>&1 || packages_browser="$packages_browser $packages_node"
    # shellcheck disable=SC2086
    (install_packages $packages_package) || say "going on without lintian: nobody will look at the package"
    # shellcheck disable=SC2086
    (install_packages $packages_browser) || say "going on without a browser: replay tests will be skipped"
    # shellcheck disable=SC2086
    (install_packages $packages_firefox) || say "going on without Firefox: nobody will try the desk there"
}

# apt with lists, cache and sources of its own, so that the machine's set-up is neither needed nor touched.
private_apt() {
    apt-get -qq -o Dir::Etc::SourceList="$apt/sources.list" -o Dir::Etc::SourceParts="$apt/parts" \
        -o Dir::State::Lists="$apt/lists" -o Dir::State::status="$apt/status" -o Dir::Cache="$apt/cache" -o APT::Sandbox::User=root \
        -o Acquire::Languages=none "$@"
}

# Indexes are fetched only when a tarball or a list is missing; the mirror is the one apt already uses.
prepare_private_apt() {
    [ -z "${apt_ready:-}" ] || return 0
    apt=$cache/apt
    mkdir -p "$apt/parts" "$apt/lists/partial" "$apt/cache/archives/partial"
    find_debian_mirror || die "no mirror, no third-party sources or lists"
    printf '%s [signed-by=%s] %s %s main\n' deb-src "$keyring" "$mirror" "$suite" deb "$keyring" "$mirror" "$suite" >"$apt/sources.list"
    : >"$apt/status" # what this machine has installed is of no interest
    say "reading Debian's lists of packages ($suite)"
    private_apt -o APT::Update::Error-Mode=any update 2>"$apt/errors" ||
        die "no network (see $apt/errors), and the third-party sources and lists are not in $cache. Connect the machine and run this again"
    apt_ready=yes
}

sha256_of() { sha256sum "$1" | cut -d' ' -f1; }

# download SOURCE-PACKAGE TARBALL SHA256: sets $tarball to a file in the cache whose hash was checked.
download() {
    tarball=$cache/$2
    if [ -f "$tarball" ] && [ "$(sha256_of "$tarball")" = "$3" ]; then return 0; fi
    # Its name and hash were noted when the suite was found to have moved on.
    newer=$(cat "$tarball.newer" 2>/dev/null || true)
    if [ -f "$cache/${newer% *}" ] && [ "$(sha256_of "$cache/${newer% *}")" = "${newer#* }" ]; then
        tarball=$cache/${newer% *}
        say "warning: taking $(basename "$tarball") of $suite instead of $2"
        return 0
    fi
    prepare_private_apt
    found=$(private_apt --print-uris --only-source source "$1" 2>/dev/null |
        awk '$1 ~ /^'\''/ && $2 ~ /\.orig\.tar\./ && $2 !~ /\.asc$/ { print; exit }')
    [ -n "$found" ] || die "Debian's suite $suite has no source package $1"
    # shellcheck disable=SC2086 # 'uri' file size hash
    set -- "$1" "$2" "$3" $found
    uri=$(printf '%s' "$4" | tr -d "'") name=$5 hash=${7#SHA256:}
    if [ "$hash" != "$3" ]; then
        say "warning: $1 in $suite is now $name, not $2; taking it, authenticated by apt's signed index"
        echo "$name $hash" >"$cache/$2.newer"
    fi
    tarball=$cache/$name
    say "downloading $name"
    /usr/lib/apt/apt-helper -o APT::Sandbox::User=root download-file "$uri" "$tarball" "SHA256:$hash" >/dev/null ||
        die "could not download $name (no network?)"
    [ "$(sha256_of "$tarball")" = "$hash" ] || die "$tarball has the wrong SHA-256: expected $hash"
}

# unpack LIBRARY FOLDER: $tarball's FOLDER becomes build/third_party/LIBRARY, all of it or nothing.
unpack() {
    target=$third_party/$1
    stamp=$target/.from
    wanted="$(basename "$tarball") $(sha256_of "$tarball")"
    if [ "$(cat "$stamp" 2>/dev/null)" = "$wanted" ]; then return 0; fi
    say "unpacking $1"
    scratch=$third_party/.unpack.$$
    rm -rf "$scratch" "$target"
    mkdir -p "$scratch/all"
    tar -xf "$tarball" -C "$scratch/all" --strip-components=1
    [ -d "$scratch/all/$2" ] || die "$(basename "$tarball") has no folder $2"
    mv "$(realpath "$scratch/all/$2")" "$target"
    echo "$wanted" >"$stamp"
    rm -rf "$scratch"
}

get_sources() {
    mkdir -p "$cache" "$third_party"
    for line in $sources; do
        saved_ifs=$IFS
        IFS='|'
        # shellcheck disable=SC2086 # split at the bars
        set -- $line
        IFS=$saved_ifs
        download "$2" "$3" "$4"
        unpack "$1" "$5"
    done
}

# get_list PACKAGE FILE SHA256: build/third_party/share/FILE becomes what the package of our suite has as /usr/share/FILE.
# What counts is the file's own hash: a package that was only built again is as good. If the suite has moved on and the file
# has changed, the newer one is taken, and every run says so: the image is as good with it, but is not the same any more.
get_list() {
    target=$third_party/share/$2 cached=$cache/share/$3/$2
    if [ ! -f "$cached" ]; then
        prepare_private_apt
        say "downloading $1 for its $(basename "$2")"
        rm -rf "$apt/deb" "$cache/share/$3"
        mkdir -p "$apt/deb" "$(dirname "$cached")"
        (cd "$apt/deb" && private_apt download "$1") || die "could not download $1 of Debian's suite $suite"
        dpkg-deb --fsys-tarfile "$apt/deb"/*.deb | tar -xO "./usr/share/$2" >"$cached.part" || die "$1 has no /usr/share/$2 any more"
        mv "$cached.part" "$cached"
    fi
    cmp -s "$cached" "$target" || { mkdir -p "$(dirname "$target")"; cp "$cached" "$target"; }
    [ "$(sha256_of "$target")" = "$3" ] || differing="$differing $1"
}

get_lists() {
    differing=
    while read -r package file hash; do
        case $package in '' | '#'*) ;; *) get_list "$package" "$file" "$hash" </dev/null ;; esac
    done <"$top/tools/lists.txt"
    [ -z "$differing" ] || say "warning: newer in Debian's $suite than in tools/lists.txt:$differing. Tests that measure with them are left out"
    case $differing in *libthai-data* | *hunspell-th*) say "warning: so the dictionary in the image is another than the reference" ;; esac
}

case "${1:-}" in
    -h | --help) sed -n '2,/^set -eu/s/^# \{0,1\}//p' "$0"; exit 0 ;;
    '' | --test | --bench | --cross) ;;
    *) die "unknown option $1 (see sh tools/setup.sh --help)" ;;
esac

command -v dpkg-query >/dev/null 2>&1 || die "this needs a Debian system (dpkg and apt)"
# shellcheck disable=SC2086 # package lists are meant to be split
install_packages $packages_build
case "${1:-}" in
    --test) install_test_tools ;;
    # shellcheck disable=SC2086
    --bench) install_packages $packages_bench ;;
    # shellcheck disable=SC2086
    --cross) install_packages $packages_cross ;;
esac
get_sources
get_lists
