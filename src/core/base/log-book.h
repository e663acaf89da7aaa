/* What was said during one piece of work, kept for who asks when it is over. */
#pragma once

#include "core/base/log.h"

/* How many different messages are kept; the others are counted. */
#define LS_LOG_BOOK_MAX 200u

/**
 * LsKeptEntry:
 * @entry: when it was said first; its texts are the book's
 * @count: how often it was said, whatever the time
 */
typedef struct
{
  LsLogEntry entry;
  guint      count;
} LsKeptEntry;

/**
 * LsLogBook: (of core/base/log.h)
 *
 * Entries in the order in which they were said first, reference counted. It is written on any
 * thread; it is read when nobody writes any more, or by who writes.
 */
LsLogBook *ls_log_book_new (void);
LsLogBook *ls_log_book_ref (LsLogBook *self);
void       ls_log_book_unref (LsLogBook *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsLogBook, ls_log_book_unref)

/* Copies @entry. */
void ls_log_book_add (LsLogBook *self, const LsLogEntry *entry);

guint              ls_log_book_get_n (LsLogBook *self);
/* (transfer none): stays as long as the book, but for its count */
const LsKeptEntry *ls_log_book_get (LsLogBook *self, guint index);
/* How many were said that are not kept. */
guint64            ls_log_book_get_n_more (LsLogBook *self);
