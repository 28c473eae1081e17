/* A topic web as files, to learn a topic pack from: relevant/ and other/, with folders as `wget -r` leaves them. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli.h"
#include "topicweb/report.h"

enum { PATH_ROOM = 4096 };

/* Makes the folders of a path, all but its last part. */
static bool make_folders(char *path)
{
    for (char *slash = path + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        bool made = mkdir(path, 0777) == 0 || errno == EEXIST;
        *slash = '/';
        if (!made)
            return false;
    }
    return true;
}

static bool write_page(const struct topicweb *web, struct topicweb_page page, const char *folder,
                       struct page_text *text)
{
    char url[TOPICWEB_URL_BYTES], path[PATH_ROOM];
    bool relevant = topicweb_page_is_relevant(web, page);
    topicweb_url(web, page, url);
    size_t length = strlen(url);
    int size = snprintf(path, sizeof path, "%s/%s/%s%s", folder, relevant ? "relevant" : "other",
                        strstr(url, "://") + 3, url[length - 1] == '/' ? "index.html" : "");
    if (size < 0 || size >= PATH_ROOM || !make_folders(path) || topicweb_write(text, web, page) != 0)
        return false;
    FILE *file = fopen(path, "wb");
    if (!file)
        return false;
    bool written = fwrite(text->bytes, 1, text->size, file) == text->size;
    return fclose(file) == 0 && written;
}

int topicweb_report_pages(const struct topicweb *web, const char *folder)
{
    struct page_text text = {0};
    bool good = true;
    uint64_t pages = 0;
    for (uint32_t i = 0; i < web->segment_count && good; i++) {
        for (uint32_t j = 0; j < web->segments[i].pages && good; j++, pages++)
            good = write_page(web, (struct topicweb_page){i, j}, folder, &text);
        cli_progress("segments", i, web->segment_count);
    }
    cli_progress_end();
    free(text.bytes);
    if (!good)
        return cli_error("%s: cannot be written", folder);
    printf("pages\t%llu\n", (unsigned long long)pages);
    return CLI_YES;
}
