#include "report/words.h"

#include <stddef.h>

#include "crawl/crawl.h"
#include "fetch/http/fetch_status.h"

struct sentence sentence_of_word(enum word word)
{
    static const struct sentence words[WORDS] = {
#define WORD(id, english, thai) {english, thai},
#include "report/words.def"
#undef WORD
    };
    return words[word];
}

/* One constant for each sentence: one that is missing in thai.def is an error of the compiler. */
#define REJECT_TH(id, sentence)       static const char reject_##id[] = sentence;
#define SITE_STOP_TH(id, sentence)    static const char site_stop_##id[] = sentence;
#define FETCH_STATUS_TH(id, sentence) static const char fetch_status_##id[] = sentence;
#include "report/thai.def"
#undef REJECT_TH
#undef SITE_STOP_TH
#undef FETCH_STATUS_TH

struct sentence sentence_of_reject(unsigned reject)
{
    static const char *const thai[] = {
#define REJECT(id, name, sentence) reject_##id,
#include "crawl/rejects.def"
#undef REJECT
    };
    return (struct sentence){crawl_reject_sentence(reject), thai[reject]};
}

struct sentence sentence_of_site_stop(unsigned stop)
{
    static const char *const thai[] = {
#define SITE_STOP(code, id, sentence) [code] = site_stop_##id,
#include "crawl/stops.def"
#undef SITE_STOP
    };
    return (struct sentence){crawl_site_stop_sentence(stop), thai[stop]};
}

static const char *thai_of_http(int status)
{
    if (status >= 200 && status <= 299)
        return "เซิร์ฟเวอร์ส่งหน้ามาให้";
    if (status == 304)
        return "หน้าไม่เปลี่ยนแปลงตั้งแต่ครั้งก่อน";
    if (status >= 300 && status <= 399)
        return "หน้าอยู่ที่อื่น";
    if (status == 404 || status == 410)
        return "เซิร์ฟเวอร์ไม่มีหน้านี้";
    if (status == 429)
        return "เซิร์ฟเวอร์ขอให้ช้าลง";
    if (status >= 400 && status <= 499)
        return "เซิร์ฟเวอร์ไม่ยอมส่งหน้าให้";
    if (status >= 500 && status <= 599)
        return "เซิร์ฟเวอร์ขัดข้อง";
    return "เซิร์ฟเวอร์ตอบสถานะที่ไม่มีใน HTTP";
}

struct sentence sentence_of_status(int status)
{
    static const struct {
        int code;
        const char *thai;
    } failures[] = {
#define FETCH_STATUS(code, id, passing, sentence) {code, fetch_status_##id},
#include "fetch/http/fetch_status.def"
#undef FETCH_STATUS
    };
    struct sentence sentence = {fetch_status_text(status), "ไม่สำเร็จโดยไม่ทราบสาเหตุ"};
    if (status > 0)
        sentence.thai = thai_of_http(status);
    for (size_t i = 0; i < sizeof failures / sizeof failures[0]; i++)
        if (status <= 0 && failures[i].code == status)
            sentence.thai = failures[i].thai;
    return sentence;
}

void sentence_put(FILE *out, struct sentence sentence)
{
    fprintf(out, "<span lang=en>%s</span> <span lang=th>%s</span>", sentence.english, sentence.thai);
}

void word_put(FILE *out, enum word word)
{
    sentence_put(out, sentence_of_word(word));
}

void word_put_plain(FILE *out, enum word word)
{
    struct sentence sentence = sentence_of_word(word);
    fprintf(out, "%s / %s", sentence.english, sentence.thai);
}
