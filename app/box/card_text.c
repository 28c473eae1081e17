#include "box/card_text.h"

#include "base/status.h"
#include "store/replace.h"

int card_text_recover(struct store *store, const char *name)
{
    return store->state == STORE_READY ? replace_recover(store->port, name) : STATUS_OK;
}

int card_text_rewrite(struct store *store, const char *name, card_text_emit *emit, void *context)
{
    struct replace replace;
    struct sink counter = sink_counter();
    struct sink out = {.put = replace_put, .context = &replace};
    if (store->state != STORE_READY)
        return STATUS_CLOSED;
    int status = card_text_recover(store, name);
    if (status == 0)
        status = emit(context, &counter);
    if (status == 0)
        status = replace_begin(&replace, store->port, name, counter.count, store->scratch);
    if (status == 0)
        status = emit(context, &out);
    return status < 0 ? status : replace_end(&replace);
}
