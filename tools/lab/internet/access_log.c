#include "internet/access_log.h"

#include <ctype.h>

void access_log_begin(FILE *log)
{
    if (!log)
        return;
    fputs("time\tconnection\thost\taddress\tscheme\tmethod\ttarget\tstatus\tbytes\tms\ttls\tfault\tend\n",
          log);
    fflush(log);
}

/* What a client sent must not break the table. */
static void cell(FILE *log, const char *text)
{
    fputc('\t', log);
    if (*text == '\0')
        text = "-";
    for (; *text; text++)
        fputc(iscntrl((unsigned char)*text) ? '?' : *text, log);
}

void access_log_write(FILE *log, const struct access *access)
{
    if (!log)
        return;
    fprintf(log, "%llu.%03u\t%lu", (unsigned long long)(access->time_ms / 1000),
            (unsigned)(access->time_ms % 1000), access->connection);
    cell(log, access->host);
    fprintf(log, "\t%u.%u.%u.%u", access->address >> 24, access->address >> 16 & 255,
            access->address >> 8 & 255, access->address & 255);
    cell(log, access->scheme);
    cell(log, access->method);
    cell(log, access->target);
    fprintf(log, "\t%d\t%llu\t%llu", access->status, access->bytes, (unsigned long long)access->took_ms);
    cell(log, access->tls);
    cell(log, access->fault);
    cell(log, access->end);
    fputc('\n', log);
    fflush(log);
}
