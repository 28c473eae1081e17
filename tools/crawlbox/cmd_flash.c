/* crawlbox flash: puts image, model and dictionary together and into a box. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/status.h"
#include "cli.h"
#include "commands.h"
#include "console/files.h"
#include "console/port.h"
#include "flash/elf.h"
#include "flash/hex.h"
#include "model/model_load.h"
#include "output.h"
#include "read/dict/dict.h"

enum { FLASH_BYTES = 256 * 1024, PATH_BYTES = 512, COMMAND_WORDS = 16 };

struct wishes {
    const char *model, *dict, *output, *card, *port;
    int patience_s;
    bool program, emulate;
};

static const struct cli_option options[] = {
    {"model", 'm', "FILE", "put this model into it instead of the one it was built with"},
    {"dict", 'd', "FILE", "put this dictionary into it"},
    {"output", 'o', "NAME", "write NAME.elf, NAME.bin and NAME.hex"},
    {"program", 'p', NULL, "write it into the board with OpenOCD; without this only says how"},
    {"qemu", 'q', NULL, "start it in the emulator, its console on this terminal"},
    {"card", 'c', "FILE", "with --qemu: a card image in its slot"},
    {"port", 't', "PORT", "without IMAGE: send the model alone to a running box, over its serial line"},
    {"patience", 'w', "SECONDS", "with --port: how long the box may be silent before it counts as gone (20)"},
    {0},
};

static const struct cli_help help = {"flash", "[options] IMAGE.elf\n--model FILE --port PORT",
                                     "Puts image, model and dictionary together, checks that they fit, and "
                                     "writes them for the programmer of the chip.\n"
                                     "A model alone needs none of this: send it over the serial line with "
                                     "--port (a device or a socket, as in\n"
                                     "'crawlbox console'), or copy it to the card as MODEL.BIN.",
                                     options};

/* Puts a table in the place of the one that the image was built with. The image knows a table's length by
 * NAME_size. */
static int put_table(struct elf *elf, uint8_t *image, const char *name, const char *what, const char *table,
                     size_t size)
{
    struct elf_symbol place, length;
    char size_name[64];
    snprintf(size_name, sizeof size_name, "%s_size", name);
    if (elf_find(elf, name, &place) != STATUS_OK)
        return cli_error("the image has no place for a %s", what);
    if (size > place.size)
        return cli_error("the %s has %zu bytes, its place in the image %u: put it on the card instead", what,
                         size, place.size);
    bool movable = elf_find(elf, size_name, &length) == STATUS_OK && length.size == sizeof(uint32_t);
    if (!movable && size != place.size)
        return cli_error("the %s must have exactly %u bytes for this image", what, place.size);
    memcpy(image + place.offset, table, size);
    if (movable)
        bytes_put32(image + length.offset, (uint32_t)size);
    return CLI_YES;
}

static int put_model(struct elf *elf, uint8_t *image, const char *path)
{
    struct model model;
    char *memory;
    if (model_load(&model, path, &memory) != CLI_YES)
        return CLI_CANNOT;
    int result = put_table(elf, image, "model_builtin", "model", memory, model.size);
    free(memory);
    return result;
}

static int put_dict(struct elf *elf, uint8_t *image, const char *path)
{
    struct dict dict;
    size_t size;
    char *bytes = cli_read_file(path, &size);
    if (!bytes)
        return CLI_CANNOT;
    int status = dict_open(&dict, bytes, size);
    int result = status == STATUS_OK ? put_table(elf, image, "dict_builtin", "dictionary", bytes, size)
                                     : cli_error("%s: not a dictionary: %s", path, status_text(status));
    free(bytes);
    return result;
}

static int write_files(const char *name, const struct elf *elf, const uint8_t *flash, size_t length)
{
    struct output hex;
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s.elf", name);
    if (output_bytes(path, elf->bytes, elf->size) != CLI_YES)
        return CLI_CANNOT;
    snprintf(path, sizeof path, "%s.bin", name);
    if (output_bytes(path, flash, length) != CLI_YES)
        return CLI_CANNOT;
    snprintf(path, sizeof path, "%s.hex", name);
    if (!output_begin(&hex, path))
        return CLI_CANNOT;
    hex_write(hex.file, flash, length);
    return output_end(&hex, CLI_YES);
}

/* Takes this program's place, or prints the command for others to run. */
static int become(const char *const *words, bool dry)
{
    char *arguments[COMMAND_WORDS + 1] = {0};
    for (int i = 0; i < COMMAND_WORDS && words[i]; i++) {
        arguments[i] = strdup(words[i]);
        if (dry)
            printf(strchr(words[i], ' ') ? "%s'%s'" : "%s%s", i ? " " : "", words[i]);
    }
    if (!dry) {
        fflush(stdout);
        execvp(arguments[0], arguments);
        cli_error("%s cannot be started: is the package installed?", words[0]);
    } else {
        putchar('\n');
    }
    for (int i = 0; i < COMMAND_WORDS; i++)
        free(arguments[i]);
    return dry ? CLI_YES : CLI_CANNOT;
}

static int program(const char *image, bool dry)
{
    char command[PATH_BYTES + 64];
    snprintf(command, sizeof command, "program %s verify reset exit", image);
    const char *const words[] = {"openocd", "-f", "board/ek-lm3s6965.cfg", "-c", command, NULL};
    return become(words, dry);
}

static int emulate(const char *image, const char *card)
{
    char drive[PATH_BYTES + 32];
    snprintf(drive, sizeof drive, "if=sd,format=raw,file=%s", card ? card : "");
    const char *const words[] = {
        "qemu-system-arm", "-M",  "lm3s6965evb",          "-display", "none", "-serial", "mon:stdio",
        "-kernel",         image, card ? "-drive" : NULL, drive,      NULL};
    return become(words, false);
}

/* `path` is the image that was read; without --output it is also the one that is flashed or started. */
static int put_together(const struct wishes *wishes, const char *path, uint8_t *image, size_t size)
{
    static uint8_t flash[FLASH_BYTES];
    struct elf elf;
    char written[PATH_BYTES];
    int result = CLI_YES;
    if (elf_open(&elf, image, size) != STATUS_OK)
        return cli_error("%s is not an image of a box: build/BOARD/firmware/crawlbox.elf is one", path);
    if (wishes->model)
        result = put_model(&elf, image, wishes->model);
    if (result == CLI_YES && wishes->dict)
        result = put_dict(&elf, image, wishes->dict);
    if (result != CLI_YES)
        return result;
    long length = elf_flatten(&elf, flash, sizeof flash);
    if (length < 0)
        return cli_error("the image does not fit the %d KB of flash", FLASH_BYTES / 1024);
    printf("flash\t%ld of %d bytes\n", length, FLASH_BYTES);
    if (wishes->output) {
        if (write_files(wishes->output, &elf, flash, (size_t)length) != CLI_YES)
            return CLI_CANNOT;
        snprintf(written, sizeof written, "%s.elf", wishes->output);
        path = written;
    }
    return wishes->emulate ? emulate(path, wishes->card) : program(path, !wishes->program);
}

/* The box stores it on its card and uses it at once. */
static int send_model(const struct wishes *wishes)
{
    struct talk talk;
    struct files files = {.talk = &talk};
    int fd = port_open(wishes->port);
    if (fd < 0)
        return CLI_CANNOT;
    talk_begin(&talk, fd, files_line, &files);
    talk.patience_ms = wishes->patience_s * 1000;
    int result = files_send_model(&files, wishes->model);
    files_free(&files);
    close(fd);
    return result;
}

int cmd_flash(int argc, char **argv)
{
    struct cli cli = cli_begin(&help, argc, argv);
    struct wishes wishes = {.patience_s = TALK_PATIENCE_S};
    for (int option; (option = cli_next(&cli)) != CLI_END;) {
        switch (option) {
        case 'm': wishes.model = cli.value; break;
        case 'd': wishes.dict = cli.value; break;
        case 'o': wishes.output = cli.value; break;
        case 'c': wishes.card = cli.value; break;
        case 't': wishes.port = cli.value; break;
        case 'w': wishes.patience_s = (int)cli_number(&cli, "patience", 1, TALK_PATIENCE_MAX_S); break;
        case 'p': wishes.program = true; break;
        default: wishes.emulate = true; break;
        }
    }
    if (wishes.port && wishes.model && cli.argc == 0)
        return send_model(&wishes);
    if (wishes.port)
        return cli_usage_error(&cli, "--port sends a model alone: it needs --model and no IMAGE");
    if (cli.argc != 1)
        return cli_usage_error(&cli, "needs one IMAGE");
    if ((wishes.model || wishes.dict) && (wishes.program || wishes.emulate) && !wishes.output)
        return cli_usage_error(&cli, "needs --output: where to write the image with what is new in it");
    size_t size;
    char *image = cli_read_file(cli.argv[0], &size);
    if (!image)
        return CLI_CANNOT;
    int result = put_together(&wishes, cli.argv[0], (uint8_t *)image, size);
    free(image);
    return result;
}
