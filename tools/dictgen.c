/* Makes the image's dictionary while the image is being built: `crawlbox dict build` without the rest of
 * crawlbox. */
#include "dict/build.h"

int main(int argc, char **argv)
{
    return dict_build(argc, argv);
}
