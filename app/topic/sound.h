/*
 * Makes a code of how a Thai name sounds, however it is spelled in English: Nakhon Pathom, Nakorn Prathom and
 * Nakon Patom have the same.
 *
 * It is Soundex with rules for the ways in which Thai is written in Latin letters: the first letter counts by
 * its class (K and G, P and B, T and D, CH and J are the same), an h behind a consonant says nothing, r is
 * written or left out at will unless it stands alone between vowels, where it is the same as l; m, n, ng and
 * s, ch are told apart, and the code is as long as the word. TOPIC.md says how often that is mistaken.
 */
#ifndef CRAWLBOX_TOPIC_SOUND_H
#define CRAWLBOX_TOPIC_SOUND_H

#include <stddef.h>

enum { SOUND_BYTES = 12 }; /* letters of the longest code; further ones are left out */

/* Writes the code of a word in lower case and returns its length, or 0 if the word has other letters than
 * a to z. */
size_t sound_of(const char *word, size_t size, char code[SOUND_BYTES]);

#endif
