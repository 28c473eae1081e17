#include "card_text.h"

#include "base/status.h"
#include "ram.h"
#include "settings/replace.h"

int card_text_recover(const char *name)
{
    return replace_recover(&ram_card.fatfs.port, name);
}

int card_text_rewrite(const char *name, card_text_emit *emit, void *context)
{
    struct replace replace;
    struct sink counter = sink_counter();
    struct sink out = {.put = replace_put, .context = &replace};
    if (card_state() != STORE_READY)
        return STATUS_CLOSED;
    int status = card_text_recover(name);
    if (status == 0)
        status = emit(context, &counter);
    if (status == 0)
        status = replace_begin(&replace, &ram_card.fatfs.port, name, counter.count, ram_card.store.scratch);
    if (status == 0)
        status = emit(context, &out);
    return status < 0 ? status : replace_end(&replace);
}
