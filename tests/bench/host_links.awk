# Makes tables for `crawlbox-lab world import` of the UK Web Archive's host link graph, whose lines are YEAR|SOURCE|TARGET, a tab and a number
# (data.webarchive.org.uk/opendata/ukwa.ds.2/host-linkage): awk -f tests/bench/host_links.awk graph.tsv writes hosts.tsv and links.tsv.
#
# Taken are links between different hosts in .uk. Universities (.ac.uk) stand for the hosts that are looked for. Names become numbers in .com, so
# that nothing but who links to whom can tell what a host is. The first host, where crawls begin, is the one with the most links.
function number(host) {
    if (!(host in place)) {
        place[host] = ++count
        academic[count] = host ~ /\.ac\.uk$/
    }
    return place[host]
}
function line(i) { print "h" i ".com", academic[i] > "hosts.tsv" }
BEGIN {
    FS = "[|\t]"
    OFS = "\t"
    print "source", "target" > "links.tsv"
    print "name", "thai" > "hosts.tsv"
}
$2 != $3 && $2 ~ /\.uk$/ && $3 ~ /\.uk$/ {
    source = number($2)
    print "h" source ".com", "h" number($3) ".com" > "links.tsv"
    if (++links[source] > links[first]) first = source
}
END {
    line(first)
    for (i = 1; i <= count; i++)
        if (i != first) line(i)
}
