#include "base/status.h"

const char *status_text(int status)
{
    switch (status) {
    case STATUS_INVALID: return "not well-formed";
    case STATUS_TOO_LONG: return "too long";
    case STATUS_FULL: return "no room left";
    case STATUS_NOT_FOUND: return "not found";
    case STATUS_UNSUPPORTED: return "not supported";
    case STATUS_DAMAGED: return "damaged";
    case STATUS_IO: return "input/output error";
    case STATUS_TIMEOUT: return "timed out";
    case STATUS_CLOSED: return "closed by the other side";
    case STATUS_REFUSED: return "refused";
    case STATUS_BUSY: return "busy";
    default: return status >= 0 ? "ok" : "unknown error";
    }
}
