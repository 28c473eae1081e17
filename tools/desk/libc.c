/* What the shared code takes from the C library, and wasi-libc does not have. */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The page's worker runs one thing at a time, and forgets all temporary files with it: any free name will
 * do. */
char *mkdtemp(char *template)
{
    size_t length = strlen(template);
    for (int letter = 'a'; length > 0 && letter <= 'z'; letter++) {
        template[length - 1] = (char)letter;
        if (mkdir(template, 0700) == 0)
            return template;
        if (errno != EEXIST)
            break;
    }
    return NULL;
}
