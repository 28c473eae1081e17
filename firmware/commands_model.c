/* Console commands about the model. The work itself is done in the crawler's task. */
#include <string.h>

#include "base/status.h"
#include "console.h"
#include "crawler.h"
#include "predictor.h"

static void fact_percent(const char *name, uint16_t hundredths)
{
    console_fact(name, "%u.%02u %%", hundredths / 100u, hundredths % 100u);
}

static int show(void)
{
    struct predictor_facts facts = {0};
    int status = crawler_do(predictor_job_facts, &facts);
    if (status < 0)
        return status;
    console_fact("model", "%s", facts.from_card ? "MODEL.BIN of the card" : "in the image");
    console_fact("id", "%08lx", (unsigned long)facts.record.id);
    console_fact("bytes", "%u", facts.size);
    console_fact("data", "%s", facts.record.data);
    fact_percent("accuracy", facts.record.accuracy);
    return STATUS_OK;
}

static int receive(void)
{
    console_print("Send the model now with XMODEM: sx MODEL.BIN\n");
    int status = crawler_do(predictor_job_receive, NULL);
    console_print("\n%s\n", status == STATUS_OK ? "The new model is in use." : model_problem(status));
    return STATUS_OK;
}

int command_model(int count, char **words)
{
    if (count == 1)
        return show();
    if (count != 2)
        return STATUS_INVALID;
    if (strcmp(words[1], "receive") == 0)
        return receive();
    if (strcmp(words[1], "rollback") != 0)
        return STATUS_INVALID;
    int status = crawler_do(predictor_job_rollback, NULL);
    if (status == STATUS_NOT_FOUND)
        console_print("There is no earlier model.\n");
    return status == STATUS_OK ? show() : status == STATUS_NOT_FOUND ? STATUS_OK : status;
}
