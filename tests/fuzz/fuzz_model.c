/*
 * A model from a card may hold anything: it is refused, or its answers come in time and from inside of it.
 * What would have it refused at once (magic, versions, length, checksum) is put right, so that the rest is
 * reached.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/crc32.h"
#include "base/status.h"
#include "graph/predict/fingerprint.h"
#include "graph/predict/layout.h"
#include "graph/predict/vector.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct model model;
    uint8_t *bytes = malloc(size ? size : 1); /* of its exact size, so that reading beyond it is noticed */
    if (!bytes)
        abort();
    memcpy(bytes, data, size);
    if (size >= MODEL_HEADER_BYTES && data[0] % 8) {
        bytes_put32(bytes + MODEL_AT_MAGIC, MODEL_MAGIC);
        bytes_put16(bytes + MODEL_AT_VERSION, MODEL_VERSION);
        bytes_put16(bytes + MODEL_AT_FEATURES, FEATURE_VERSION);
        bytes_put32(bytes + MODEL_AT_SIZE, (uint32_t)size);
        bytes_put32(bytes + MODEL_AT_CRC,
                    crc32_update(CRC32_INIT, bytes + MODEL_AT_CHECKED, size - MODEL_AT_CHECKED));
    }
    int status = model_open(&model, bytes, size);
    if (status == STATUS_OK) {
        model_fingerprint(&model, 50);
        model_record(&model);
    } else if (!model_problem(status)[0]) {
        abort();
    }
    free(bytes);
    return 0;
}
