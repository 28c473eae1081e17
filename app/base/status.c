#include "base/status.h"

#include "base/packed.h"

const char *status_text(int status)
{
    switch (status) {
    case STATUS_INVALID: return PACKED("not well-formed");
    case STATUS_TOO_LONG: return PACKED("too long");
    case STATUS_FULL: return PACKED("no room left");
    case STATUS_NOT_FOUND: return PACKED("not found");
    case STATUS_UNSUPPORTED: return PACKED("not supported");
    case STATUS_DAMAGED: return PACKED("damaged");
    case STATUS_IO: return PACKED("input/output error");
    case STATUS_TIMEOUT: return PACKED("timed out");
    case STATUS_CLOSED: return PACKED("closed by the other side");
    case STATUS_REFUSED: return PACKED("refused");
    case STATUS_BUSY: return PACKED("busy");
    case STATUS_CALLED_OFF: return PACKED("called off");
    case STATUS_VERSION: return PACKED("made for another version of crawlbox");
    default: return status >= 0 ? "ok" : PACKED("unknown error");
    }
}
