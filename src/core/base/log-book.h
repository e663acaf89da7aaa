/* Messages of one task, collected for reading after it has ended. */
#pragma once

#include "core/base/log-entry.h"

/* Maximum number of different messages stored; further ones are counted only. */
#define LS_LOG_BOOK_MAX 200u

/**
 * LsKeptEntry:
 * @entry: the first occurrence; its strings are owned by the book
 * @count: number of occurrences, at any time
 */
typedef struct
{
  LsLogEntry entry;
  guint      count;
} LsKeptEntry;

/**
 * LsLogBook:
 *
 * Entries in the order of their first occurrence, reference counted. Adding is thread-safe; reading
 * is allowed after the last write, or on the writing thread.
 */
typedef struct LsLogBook LsLogBook;
LsLogBook *ls_log_book_new (void);
LsLogBook *ls_log_book_ref (LsLogBook *self);
void       ls_log_book_unref (LsLogBook *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsLogBook, ls_log_book_unref)

/* Copies @entry. */
void ls_log_book_add (LsLogBook *self, const LsLogEntry *entry);

guint              ls_log_book_get_n (LsLogBook *self);
/* (transfer none): lives as long as the book; only its count may change */
const LsKeptEntry *ls_log_book_get (LsLogBook *self, guint index);
/* Number of messages not stored. */
guint64            ls_log_book_get_n_more (LsLogBook *self);
