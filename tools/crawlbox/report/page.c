#include "report/page.h"

#include <string.h>

#include "crawlbox_version.h"
#include "report/html.h"
#include "report/sections.h"

/* Colours: text on its background has a contrast of at least 4.5 (WCAG AA), bars and lines of at least 3. */
static const char style[] =
    ":root{color-scheme:light dark;--paper:#fff;--ink:#1a1a1a;--soft:#545454;--rule:#c9c9c9;--box:#f3f5f7;"
    "--link:#0b4f8a;--wanted:#0b5fa5;--other:#c2410c;--good:#14663a;--bad:#a31515}\n"
    "@media (prefers-color-scheme:dark){:root{--paper:#14171a;--ink:#ececec;--soft:#b4b4b4;--rule:#474c52;"
    "--box:#20252a;--link:#8cc4ff;--wanted:#5aa9f0;--other:#f2894a;--good:#6fd39a;--bad:#ff9b9b}}\n"
    "@media print{:root{color-scheme:light;--paper:#fff;--ink:#000;--soft:#444;--rule:#999;--box:#fff;"
    "--link:#000;--wanted:#0b5fa5;--other:#c2410c;--good:#14663a;--bad:#a31515}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0;background:var(--paper);color:var(--ink);line-height:1.55;"
    "font:16px/1.55 'Noto Sans Thai','Loma','Sarabun','Leelawadee UI',system-ui,sans-serif}\n"
    "main,header,footer{max-width:76rem;margin:0 auto;padding:0 1rem}\n"
    "h1{font-size:1.7rem;line-height:1.25;margin:1.2rem 0 "
    ".4rem}h2{font-size:1.25rem;line-height:1.3;margin:0 0 .7rem}"
    "h3{font-size:1rem;margin:1rem 0 .3rem}\n"
    "a{color:var(--link)}:focus-visible{outline:3px solid var(--link);outline-offset:2px}\n"
    "[lang=th]{color:var(--soft);font-weight:400}h1 [lang=th],h2 [lang=th]{font-size:.85em}\n"
    "body:has(#only-en:checked) [lang=th],body:has(#only-th:checked) [lang=en]{display:none}"
    "body:has(#only-th:checked) [lang=th]{color:inherit;font-weight:inherit}\n"
    "fieldset{border:0;margin:0;padding:.3rem 0;display:flex;flex-wrap:wrap;gap:.2rem 1rem}"
    "legend{float:left;margin-right:1rem;padding:0;line-height:2rem}"
    "label{display:inline-flex;align-items:center;gap:.35rem;min-height:2rem}"
    "fieldset span[lang]{display:inline!important}\n"
    ".about{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem;margin:.5rem 0}"
    ".about dt{color:var(--soft)}.about dd{margin:0;overflow-wrap:anywhere}\n"
    "nav ul{display:flex;flex-wrap:wrap;gap:.1rem 1.1rem;list-style:none;padding:0;margin:.6rem 0}"
    "nav a{display:inline-block;padding:.25rem 0}\n"
    "main{display:grid;grid-template-columns:minmax(0,1fr);gap:1.2rem;padding-bottom:1rem}"
    "section{border-top:2px solid var(--rule);padding-top:.9rem}\n"
    "@media (min-width:62rem){main{grid-template-columns:repeat(2,minmax(0,1fr));gap:1.5rem 2.5rem}"
    "#harvest,#sites,#refused,#errors,#card{grid-column:1/-1}}\n"
    ".figures{display:grid;grid-template-columns:repeat(auto-fill,minmax(8.2rem,1fr));gap:.6rem;margin:0}"
    ".figures div{background:var(--box);border:1px solid var(--rule);border-radius:.4rem;padding:.5rem .7rem;"
    "display:flex;flex-direction:column;justify-content:space-between}"
    ".figures dt{font-size:.85rem}.figures dt span{display:block}"
    ".figures dd{margin:.2rem 0 0;font-size:1.45rem;font-weight:600;font-variant-numeric:tabular-nums}\n"
    "figure{margin:0;max-width:40rem}figure>svg{width:100%;height:auto;display:block}"
    ".legend{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;margin:.3rem 0}.legend "
    "svg{width:24px;height:10px}\n"
    ".scroll{overflow-x:auto;max-width:100%}table{border-collapse:collapse;width:100%;"
    "font-variant-numeric:tabular-nums}"
    "th,td{border-bottom:1px solid var(--rule);padding:.3rem .5rem;text-align:right;vertical-align:top;"
    "font-weight:400}"
    "thead th{font-weight:600;vertical-align:bottom;font-size:.85rem}thead span{display:block}"
    "td{white-space:nowrap}th:first-child{text-align:left;overflow-wrap:anywhere;min-width:9rem}tbody th "
    "span[lang=th]{display:block}\n"
    ".bar{width:22%;min-width:4rem;vertical-align:middle}.bar svg{width:100%;height:.7rem;display:block}"
    "code{font-size:.95em}\n"
    "details{margin:.4rem 0}summary{cursor:pointer;padding:.3rem 0;color:var(--link)}"
    "summary [lang=th]{color:inherit}\n"
    ".good strong,.good strong [lang]{color:var(--good)}.bad strong,.bad strong [lang]{color:var(--bad)}"
    "strong [lang]{font-weight:inherit}\n"
    ".bar0{fill:var(--wanted)}.bar1{fill:var(--other)}.grid{stroke:var(--rule)}svg text{fill:var(--ink)}"
    ".line0{stroke:var(--soft);fill:none}.line1{stroke:var(--wanted);fill:none}.dot0{fill:var(--soft)}.dot1{"
    "fill:var(--wanted)}\n"
    "footer{padding:1rem;color:var(--soft);font-size:.85rem}\n"
    "p [lang]{display:block}.legend .key,.legend [lang],.inline [lang]{display:inline}\n"
    "@media (max-width:40rem){.bar{display:none}th,td{padding:.3rem .35rem;font-size:.9rem}"
    "th:first-child{min-width:7.5rem}.about{grid-template-columns:1fr;gap:0}"
    ".about dd{margin-bottom:.3rem}}\n"
    "@page{size:A4;margin:14mm}@media print{body{font-size:10.5pt}nav,fieldset,.skip{display:none}"
    "main{display:block}#days,#rate{display:inline-block;width:48%;margin-right:1%;vertical-align:top}"
    "section{break-inside:avoid;margin-bottom:8mm}#sites,#errors,#refused{break-inside:"
    "auto}"
    "tr,figure{break-inside:avoid}h2,thead{break-after:avoid}.scroll{overflow:visible}"
    "details:not([open]){display:none}figure{max-width:110mm}}\n"
    ".skip{position:absolute;left:-99rem}.skip:focus{left:.5rem;top:.5rem;background:var(--paper);padding:."
    "5rem}\n";

static void write_head(FILE *out)
{
    fputs("<!DOCTYPE html>\n<html lang=en>\n<head>\n<meta charset=utf-8>\n"
          "<meta http-equiv=Content-Security-Policy content=\"default-src 'none'; style-src "
          "'unsafe-inline'\">\n"
          "<meta name=viewport content=\"width=device-width, initial-scale=1\">\n"
          "<meta name=generator content=\"crawlbox " CRAWLBOX_VERSION "\">\n<title>",
          out);
    word_put_plain(out, WORD_TITLE);
    fprintf(out, "</title>\n<style>\n%s</style>\n</head>\n<body>\n", style);
    fputs("<a class=skip href=#harvest>", out);
    word_put(out, WORD_HARVESTED);
    fputs("</a>\n<header>\n<h1>", out);
    word_put(out, WORD_TITLE);
    fputs("</h1>\n", out);
}

static void write_choice(FILE *out, const char *id, const char *language, const char *name, bool checked)
{
    fprintf(out, "<label><input type=radio name=language id=%s%s><span lang=%s>%s</span></label>\n", id,
            checked ? " checked" : "", language, name);
}

static void write_languages(FILE *out)
{
    fputs("<fieldset><legend>", out);
    word_put(out, WORD_LANGUAGE);
    fputs("</legend>\n", out);
    write_choice(out, "both", "en", "English + ไทย", true);
    write_choice(out, "only-en", "en", "English", false);
    write_choice(out, "only-th", "th", "ไทย", false);
    fputs("</fieldset>\n", out);
}

static void begin_about(FILE *out, enum word word)
{
    fputs("<dt>", out);
    word_put(out, word);
    fputs("</dt><dd>", out);
}

static void write_language(FILE *out, const char *code)
{
    static const struct {
        const char *code;
        enum word word;
    } languages[] = {{"th", WORD_LANGUAGE_TH}, {"fa", WORD_LANGUAGE_FA}, {"ms", WORD_LANGUAGE_MS}};
    for (size_t i = 0; i < sizeof languages / sizeof languages[0]; i++) {
        if (strcmp(code, languages[i].code) == 0) {
            word_put(out, languages[i].word);
            return;
        }
    }
    html_text(out, code);
}

static void write_crawl(FILE *out, const struct facts_crawl *crawl)
{
    begin_about(out, WORD_OPERATOR);
    html_text(out, crawl->operator);
    if (*crawl->organisation) {
        fputs(*crawl->operator? ", " : "", out);
        html_text(out, crawl->organisation);
    }
    fputs("</dd>\n", out);
    begin_about(out, WORD_BOX);
    html_text(out, crawl->box_id);
    fputs("</dd>\n", out);
    begin_about(out, WORD_COLLECTS);
    write_language(out, crawl->language);
    fputs(" (", out);
    word_put(out, WORD_STRATEGY);
    fputs(": ", out);
    html_text(out, crawl->strategy);
    fputs(")</dd>\n", out);
}

static void write_about(FILE *out, const struct facts *facts)
{
    fputs("<dl class=about>\n", out);
    for (size_t i = 0; i < facts->crawls; i++)
        write_crawl(out, &facts->crawl[i]);
    if (facts->first > 0) {
        begin_about(out, WORD_PERIOD);
        html_minute(out, facts->first);
        fputs(" &ndash; ", out);
        html_minute(out, facts->last);
        fputs("</dd>\n", out);
    }
    fputs("</dl>\n", out);
}

static void write_contents(FILE *out)
{
    static const struct {
        const char *id;
        enum word word;
    } links[] = {
#define SECTION(id, word, function) {#id, WORD_##word},
        REPORT_SECTIONS(SECTION)
#undef SECTION
    };
    fputs("<nav aria-label=\"", out);
    word_put_plain(out, WORD_CONTENTS);
    fputs("\"><ul>\n", out);
    for (size_t i = 0; i < sizeof links / sizeof links[0]; i++) {
        fprintf(out, "<li><a href=#%s>", links[i].id);
        word_put(out, links[i].word);
        fputs("</a>\n", out);
    }
    fputs("</ul></nav>\n", out);
}

void page_write(FILE *out, const struct facts *facts)
{
    write_head(out);
    write_about(out, facts);
    write_languages(out);
    write_contents(out);
    fputs("</header>\n<main>\n", out);
#define SECTION(id, word, function) function(out, facts);
    REPORT_SECTIONS(SECTION)
#undef SECTION
    fputs("</main>\n<footer>", out);
    word_put(out, WORD_MADE_BY);
    fputs(" crawlbox " CRAWLBOX_VERSION "</footer>\n</body>\n</html>\n", out);
}
