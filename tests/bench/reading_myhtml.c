/* MyHTML in one thread, with one tree for all pages: the fastest of the parsers that make a tree. */
#include "reading.h"

#include <myhtml/api.h>

static myhtml_tree_t *tree;

bool reading_begin(const char *mode)
{
    (void)mode;
    myhtml_t *myhtml = myhtml_create();
    tree = myhtml_tree_create();
    return myhtml_init(myhtml, MyHTML_OPTIONS_PARSE_MODE_SINGLE, 1, 0) == MyHTML_STATUS_OK &&
           myhtml_tree_init(tree, myhtml) == MyHTML_STATUS_OK;
}

unsigned long reading_page(const char *page, size_t size)
{
    myhtml_parse(tree, MyENCODING_UTF_8, page, size);
    return myhtml_tree_get_document(tree) != NULL;
}
