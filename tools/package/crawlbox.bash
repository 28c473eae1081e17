# Completion of the commands, options and files of crawlbox and crawlbox-lab for bash. It asks the program itself, so that it knows
# what the program knows.
_crawlbox() {
    local program=${COMP_WORDS[0]} word=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]:-} choices
    if [ "$COMP_CWORD" -eq 1 ]; then
        choices="$("$program" --help 2>/dev/null | sed -n 's/^  \([a-z]*\) .*/\1/p') --help --version"
    elif [ "${word#-}" != "$word" ]; then
        choices=$("$program" "$command" --help 2>/dev/null | grep -o -e '--[a-z][a-z-]*' | sort -u)
    elif [ "$COMP_CWORD" -eq 2 ]; then
        # forms such as "card init": the lower-case words that follow the command in its usage
        choices=$("$program" "$command" --help 2>/dev/null |
            sed -n "/^\$/q; s/^.*${program##*/} $command \([a-z][a-z-]*\)\( .*\)\{0,1\}$/\1/p")
    fi
    mapfile -t COMPREPLY < <(compgen -W "$choices" -- "$word")
    [ ${#COMPREPLY[@]} -gt 0 ] || mapfile -t COMPREPLY < <(compgen -f -- "$word")
}
complete -o filenames -F _crawlbox crawlbox crawlbox-lab
