/* What a page needs beside itself, or leads to without it being a page: the kinds that the readers of
 * HTML and CSS tell apart, and that an operator can choose (settings `embeds` and `documents`). */
#ifndef CRAWLBOX_READ_CSS_EMBED_H
#define CRAWLBOX_READ_CSS_EMBED_H

enum embed {
    EMBED_NONE, /* a link like any other */
    EMBED_STYLE,
    EMBED_FONT,
    EMBED_PICTURE,
    EMBED_SCRIPT,
    EMBED_DOCUMENT, /* PDF or an office file that a page links to */
};

/* What crawl.log says of each of them. */
#define EMBED_NOTE "embed"

/* A set of kinds has this bit for each of them. */
#define EMBED_BIT(kind) (1u << (kind))

#endif
