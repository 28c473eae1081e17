/* Draws a scene through the driver and the fake display, and writes the picture as PGM: panel_picture NAME
 * >FILE */
#include <stdio.h>
#include <string.h>

#include "display.h"
#include "scenes.h"

static struct ssd0323_bus bus;

static void show_line(void *context, unsigned y, const uint8_t *pixels)
{
    ssd0323_show_line(context, y, pixels);
}

static int draw(const struct scene *scene)
{
    static struct fake_display display;
    static struct panel panel;
    const struct panel_screen screen = {&bus, show_line};
    const struct panel_view *view = scene->view.name ? &scene->view : &panel_test_view;
    bus = fake_display_bus(&display);
    ssd0323_init(&bus);
    panel_init(&panel);
    for (unsigned i = 0; i < scene->presses; i++)
        panel_next(&panel, view);
    panel_update(&panel, view, &screen);
    printf("P2\n# %s\n%d %d\n15\n", scene->name, SSD0323_WIDTH, SSD0323_HEIGHT);
    for (unsigned y = 0; y < SSD0323_HEIGHT; y++)
        for (unsigned x = 0; x < SSD0323_WIDTH; x++)
            printf("%u%c", fake_display_pixel(&display, x, y), x + 1 < SSD0323_WIDTH ? ' ' : '\n');
    return display.violations ? 1 : 0;
}

int main(int argc, char **argv)
{
    for (unsigned i = 0; argc == 2 && i < scene_count; i++)
        if (strcmp(argv[1], scenes[i].name) == 0)
            return draw(&scenes[i]);
    fputs("usage: panel_picture SCENE >PICTURE.pgm; scenes:\n", stderr);
    for (unsigned i = 0; i < scene_count; i++)
        fprintf(stderr, "  %s\n", scenes[i].name);
    return 2;
}
