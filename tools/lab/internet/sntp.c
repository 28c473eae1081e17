/* SNTP, the server's side. Format: RFC 4330. */
#include "internet/services.h"

#include <string.h>
#include <time.h>

enum {
    PACKET_BYTES = 48,
    MODE_MASK = 7,
    MODE_CLIENT = 3,
    MODE_SERVER = 4,
    VERSION_MASK = 0x38,
    STRATUM = 2,
    POLL = 4,
    PRECISION = 0xEC, /* a microsecond, as a power of two */
    AT_REFERENCE = 16,
    AT_ORIGINATE = 24,
    AT_RECEIVE = 32,
    AT_TRANSMIT = 40,
    STAMP_BYTES = 8,
};

#define SECONDS_1900_TO_1970 INT64_C(2208988800)

static void put_stamp(uint8_t *at, int64_t offset_s)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    uint64_t seconds = (uint64_t)(now.tv_sec + offset_s + SECONDS_1900_TO_1970);
    uint64_t fraction = ((uint64_t)now.tv_nsec << 32) / 1000000000U;
    uint64_t stamp = seconds << 32 | fraction;
    for (unsigned i = 0; i < STAMP_BYTES; i++)
        at[i] = (uint8_t)(stamp >> (56 - 8 * i));
}

size_t lab_sntp_answer(int64_t offset_s, const uint8_t *packet, size_t size,
                       uint8_t answer[SERVICE_PACKET_MAX])
{
    if (size < PACKET_BYTES || (packet[0] & MODE_MASK) != MODE_CLIENT)
        return 0;
    memset(answer, 0, PACKET_BYTES);
    answer[0] = (uint8_t)((packet[0] & VERSION_MASK) | MODE_SERVER);
    answer[1] = STRATUM;
    answer[2] = POLL;
    answer[3] = PRECISION;
    put_stamp(answer + AT_REFERENCE, offset_s);
    memcpy(answer + AT_ORIGINATE, packet + AT_TRANSMIT, STAMP_BYTES);
    put_stamp(answer + AT_RECEIVE, offset_s);
    put_stamp(answer + AT_TRANSMIT, offset_s);
    return PACKET_BYTES;
}
