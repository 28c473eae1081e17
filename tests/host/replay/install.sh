#!/bin/sh
# Puts software that we did not write into a folder, to read our files with: npm's warcio (WARC reader), ReplayWeb.page
# (its player), playwright-core (drives a browser), axe-core (finds what bars people from a page), and parse5 and css-tree
# (readers of HTML and CSS). All of it runs with the Node.js of Debian 12, version 18. A second run does nothing and needs no network.
#
#   sh install.sh FOLDER
set -eu
warcio=2.4.11 player=2.5.3 driver=1.61.1 axe=4.14.0 parse5=8.1.1 csstree=3.2.1
folder=$1
wanted="warcio $warcio replaywebpage $player playwright-core $driver axe-core $axe parse5 $parse5 css-tree $csstree"
mkdir -p "$(dirname "$folder")"
exec 9>"$folder.lock" # two tests may want it at the same time
flock 9
[ "$(cat "$folder/.installed" 2>/dev/null)" != "$wanted" ] || exit 0
command -v npm >/dev/null || { echo "npm is not installed (Debian packages nodejs and npm)" >&2; exit 1; }
# To find out that there is no network takes minutes: once is enough for all tests of a run.
[ -z "$(find "$folder.failed" -mmin -10 2>/dev/null)" ] || { echo "they could not be had a few minutes ago, either" >&2; exit 1; }
touch "$folder.failed"
rm -rf "$folder"
mkdir -p "$folder/player"
cd "$folder"
echo '{"private": true}' >package.json
npm install --silent --no-audit --no-fund --no-package-lock --ignore-scripts --prefer-offline \
    "warcio@$warcio" "playwright-core@$driver" "axe-core@$axe" "parse5@$parse5" "css-tree@$csstree" >&2
# the player's package brings everything built in; what it was built from is not needed
npm pack --silent --prefer-offline --pack-destination "$PWD" "replaywebpage@$player" >/dev/null
tar -xzf "replaywebpage-$player.tgz" -C player --strip-components=1 package/ui.js package/sw.js
rm "replaywebpage-$player.tgz"
echo "$wanted" >.installed
rm "$PWD.failed"
