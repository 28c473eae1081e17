#include "topics/names.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "allocate.h"
#include "cli.h"
#include "share.h"

enum {
    NAME_BYTES_MIN = 2,
    NAME_BYTES_MAX = 80,
    CITY_FIELDS = 9,
    CITY_LETTERS = 5,
    CITY_LETTERS_ONE_WORD = 6,
    CITY_NAME = 2,
    CITY_OTHER_NAMES = 3,
    CITY_COUNTRY = 8
};

/* ---- The list ---- */

static bool is_known(const struct names *names, const char *text, size_t size)
{
    for (size_t i = 0; i < names->count; i++)
        if (strncasecmp(names->item[i].text, text, size) == 0 && names->item[i].text[size] == '\0')
            return true;
    return false;
}

void names_add(struct names *names, const char *text, size_t size, const char *kind)
{
    if (size < NAME_BYTES_MIN || is_known(names, text, size))
        return;
    if (names->count == names->room) {
        size_t room = names->room ? 2 * names->room : 256;
        struct name *more = must_allocate(room * sizeof *more);
        if (names->count > 0)
            memcpy(more, names->item, names->count * sizeof *more);
        free(names->item);
        names->item = more;
        names->room = room;
    }
    struct name *name = &names->item[names->count++];
    *name = (struct name){.text = must_allocate(size + 1), .kind = kind};
    memcpy(name->text, text, size);
    name->text[size] = '\0';
}

void names_write(const struct names *names, FILE *out)
{
    fputs("# Names that have to do with Thailand, for 'crawlbox-lab topic train --keywords'\n", out);
    for (size_t i = 0; i < names->count; i++)
        fprintf(out, "%s\t%s\n", names->item[i].text, names->item[i].kind);
}

void names_free(struct names *names)
{
    for (size_t i = 0; i < names->count; i++)
        free(names->item[i].text);
    free(names->item);
    *names = (struct names){0};
}

/* ---- Our own ---- */

/* "Ko Samui*" is two names: with and without its first word. */
static void add_own(struct names *names, const char *text, size_t size, const char *kind)
{
    bool has_short_form = size > 0 && text[size - 1] == '*';
    size -= has_short_form;
    names_add(names, text, size, kind);
    const char *blank = has_short_form ? memchr(text, ' ', size) : NULL;
    if (blank)
        names_add(names, blank + 1, size - (size_t)(blank + 1 - text), kind);
}

static void add_own_list(struct names *names, const char *kind, const char *list)
{
    while (*list) {
        size_t size = strcspn(list, "|");
        add_own(names, list, size, kind);
        list += size + (list[size] == '|');
    }
}

static void add_all_own(struct names *names)
{
#define NAMES(kind, list) add_own_list(names, kind, list);
#include "topics/names.def"
#undef NAMES
}

/* ---- Debian's ---- */

/* The value of the next "key": "value" after `at`, and its size; NULL if there is none. */
static const char *json_value(const char *at, const char *key, size_t *size)
{
    const char *found = strstr(at, key);
    if (!found)
        return NULL;
    const char *value = strchr(found + strlen(key), '"');
    if (!value)
        return NULL;
    *size = strcspn(value + 1, "\"");
    return value + 1;
}

void names_take_provinces(struct names *names, const char *json)
{
    size_t size;
    for (const char *at = strstr(json, "\"TH-"); at; at = strstr(at + 1, "\"TH-")) {
        const char *name = json_value(at, "\"name\":", &size);
        if (name)
            names_add(names, name, size, "provinces and towns");
    }
}

/* What is said of a place: district, province, town. */
static const char *const titles[] = {"King Amphoe ", "Amphoe ", "Amphor ", "Changwat ",
                                     "Khwaeng ",     "Muang ",  "Mueang "};

/* A name in plain letters with a capital. One word must be long, or it would be found in names that have
 * nothing to do with it. */
static bool is_plain(const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (!isalpha((unsigned char)text[i]) && text[i] != ' ')
            return false;
    size_t least = memchr(text, ' ', size) ? CITY_LETTERS : CITY_LETTERS_ONE_WORD;
    return size >= least && isupper((unsigned char)text[0]) && strncmp(text, "The ", 4) != 0;
}

static void add_place(struct names *names, const char *text, size_t size)
{
    for (size_t i = 0; i < sizeof titles / sizeof titles[0]; i++) {
        size_t length = strlen(titles[i]);
        if (size > length && memcmp(text, titles[i], length) == 0) {
            text += length;
            size -= length;
        }
    }
    if (is_plain(text, size))
        names_add(names, text, size, "provinces and towns");
}

/* A line of GeoNames: fields separated by tabs; the other names of a place are separated by commas. */
static void add_city(struct names *names, const char *line)
{
    const char *field[CITY_FIELDS];
    size_t size[CITY_FIELDS];
    for (int i = 0; i < CITY_FIELDS; i++) {
        field[i] = line;
        size[i] = strcspn(line, "\t\n");
        if (line[size[i]] != '\t')
            return;
        line += size[i] + 1;
    }
    if (size[CITY_COUNTRY] != 2 || memcmp(field[CITY_COUNTRY], "TH", 2) != 0)
        return;
    add_place(names, field[CITY_NAME], size[CITY_NAME]);
    const char *end = field[CITY_OTHER_NAMES] + size[CITY_OTHER_NAMES];
    for (const char *name = field[CITY_OTHER_NAMES]; name < end;) {
        size_t length = strcspn(name, ",\t");
        add_place(names, name, length);
        name += length + 1;
    }
}

void names_take_cities(struct names *names, const char *lines)
{
    while (*lines) {
        add_city(names, lines);
        lines += strcspn(lines, "\n");
        lines += *lines == '\n';
    }
}

int names_collect(struct names *names)
{
    size_t size;
    char *provinces = share_read(NAMES_PROVINCES, "iso-codes", &size);
    char *cities = share_read(NAMES_CITIES, "libtimezonemap-data", &size);
    if (provinces && cities) {
        add_all_own(names);
        names_take_provinces(names, provinces);
        names_take_cities(names, cities);
    }
    bool good = provinces && cities;
    free(provinces);
    free(cities);
    return good ? CLI_YES : CLI_CANNOT;
}

/* ---- A file ---- */

static int read_line(struct names *names, const char *line, size_t size, const char *path, size_t number)
{
    if (size > 0 && line[size - 1] == '\r')
        size--;
    size_t length = 0;
    while (length < size && line[length] != '\t')
        length++;
    if (size == 0 || line[0] == '#')
        return CLI_YES;
    if (length < NAME_BYTES_MIN || length > NAME_BYTES_MAX)
        return cli_error("%s: line %zu is no name: it must have %d to %d characters before the tab", path,
                         number, NAME_BYTES_MIN, NAME_BYTES_MAX);
    names_add(names, line, length, "own");
    return CLI_YES;
}

int names_take_list(struct names *names, const char *text, const char *path)
{
    int result = CLI_YES;
    for (size_t number = 1; result == CLI_YES && *text; number++) {
        size_t length = strcspn(text, "\n");
        result = read_line(names, text, length, path, number);
        text += length + (text[length] == '\n');
    }
    return result;
}

int names_read(struct names *names, const char *path)
{
    size_t size;
    char *text = cli_read_file(path, &size);
    int result = text ? names_take_list(names, text, path) : CLI_CANNOT;
    free(text);
    return result;
}
