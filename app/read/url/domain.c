#include "read/url/domain.h"

#include <string.h>

#include "base/ascii.h"

#define THAI_TLD "xn--o3cw4h" /* .ไทย */

/* Labels that are categories, not owners, under a top-level domain of two letters. */
static const char categories[] =
    " ac asso biz co com coop ed edu firm go gob gov gouv gv id in ind info int ltd med mi "
    "mil mobi muni name ne net nom or org presse sch ";

/* Categories of .ไทย: education, business, government, army, networks, organisations. */
static const char thai_categories[] =
    " xn--12c1fe0br xn--12co0c3b4eva xn--12cfi8ixb8l xn--o3cyx2a xn--m3ch0j3a "
    "xn--h3cuzk1di ";

/* Countries where every second-level label is a category. */
static const char all_categories[] = " bd ck er fk jm kh mm np pg ";

/* Companies that host sites of many owners; "blogspot" has a domain in most countries and is treated
 * apart. */
static const char hosting[] = " github.io gitlab.io wordpress.com weebly.com wixsite.com appspot.com web.app "
                              "firebaseapp.com netlify.app vercel.app herokuapp.com pages.dev workers.dev "
                              "azurewebsites.net cloudfront.net online.th shop.th ";

bool url_is_listed(const char *list, const char *text, size_t length)
{
    if (length == 0 || memchr(text, '\0', length))
        return false;
    for (const char *at = list + 1; (at = strchr(at, text[0])); at++) /* a list begins with a blank */
        if (at[-1] == ' ' && strncmp(at, text, length) == 0 && at[length] == ' ')
            return true;
    return false;
}

/* Returns the start of the label that ends before `end`. */
static size_t label_start(const char *host, size_t end)
{
    while (end > 0 && host[end - 1] != '.')
        end--;
    return end;
}

static bool is_address(const char *host, size_t length)
{
    return ascii_is_digit(host[label_start(host, length)]);
}

/* Returns where the public suffix begins; `second` and `top` are the starts of the last two labels. */
static size_t suffix_start(const char *host, size_t length, size_t second, size_t top)
{
    const char *label = host + second;
    size_t label_length = top - 1 - second;
    const char *tld = host + top;
    size_t tld_length = length - top;

    if (tld_length == 2 &&
        (url_is_listed(categories, label, label_length) || url_is_listed(all_categories, tld, tld_length)))
        return second;
    if (tld_length == sizeof THAI_TLD - 1 && memcmp(tld, THAI_TLD, tld_length) == 0 &&
        url_is_listed(thai_categories, label, label_length))
        return second;
    return url_is_listed(hosting, label, length - second) ? second : top;
}

size_t domain_start(const char *host, size_t length)
{
    if (length > 0 && host[length - 1] == '.')
        length--;
    size_t top = label_start(host, length);
    if (length == 0 || top == length || top < 2 || is_address(host, length))
        return 0;
    size_t suffix = suffix_start(host, length, label_start(host, top - 1), top);
    size_t start = suffix > 0 ? label_start(host, suffix - 1) : 0;
    if (start > 0 && suffix - 1 - start == strlen("blogspot") && memcmp(host + start, "blogspot.", 9) == 0)
        start = label_start(host, start - 1);
    return start;
}

const char *url_domain(const struct url *url, size_t *length)
{
    const char *host = url->text + url->host;
    size_t host_length = url_host_length(url);
    size_t start = domain_start(host, host_length);
    if (host_length > 1 && host[host_length - 1] == '.')
        host_length--;
    *length = host_length - start;
    return host + start;
}

bool url_same_domain(const struct url *a, const struct url *b)
{
    size_t length_a, length_b;
    const char *domain_a = url_domain(a, &length_a);
    const char *domain_b = url_domain(b, &length_b);
    return length_a == length_b && memcmp(domain_a, domain_b, length_a) == 0;
}

enum url_tld url_tld(const char *host, size_t length, const char *home)
{
    static const struct {
        char name[5];
        uint8_t tld;
    } known[] = {{"com", URL_TLD_COM}, {"net", URL_TLD_NET}, {"org", URL_TLD_ORG}, {"info", URL_TLD_INFO}};
    if (length > 0 && host[length - 1] == '.')
        length--;
    size_t top = label_start(host, length);
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (ascii_equals(host + top, length - top, known[i].name))
            return (enum url_tld)known[i].tld;
    return top < length && url_is_listed(home, host + top, length - top) ? URL_TLD_HOME : URL_TLD_OTHER;
}

const char *url_tld_name(enum url_tld tld)
{
    static const char names[URL_TLDS][6] = {"COM", "NET", "ORG", "TH", "INFO", "OTHER"};
    return names[tld];
}
