/* What the image adds to the command `card`: the SD card as a device. */
#include "card/card.h"
#include "ui/console/console.h"

enum { SECTORS_A_MB = 2048 };

void console_program_card(void)
{
    if (ram_card.device.sd.started) {
        console_fact("capacity", "%lu MB, %s", (unsigned long)(ram_card.device.sd.sectors / SECTORS_A_MB),
                     ram_card.device.sd.tells_size ? PACKED("as the card says") : PACKED("found by reading"));
        console_fact("writes", "%s",
                     ram_card.device.sd.tells_status ? PACKED("confirmed by the card") : PACKED("read back"));
    }
    console_fact("sectors read", "%lu", (unsigned long)ram_card.device.sectors_read);
    console_fact("sectors written", "%lu", (unsigned long)ram_card.device.sectors_written);
    console_fact("retries", "%u", ram_card.device.sd.retries);
    console_fact("checksum errors", "%u", ram_card.device.sd.checksum_errors);
    console_fact("timeouts", "%u", ram_card.device.sd.timeouts);
}
