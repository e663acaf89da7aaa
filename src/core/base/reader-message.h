/* Messages between this program and lockstep-reader, which reads files of strangers: over a socket
 * that keeps them apart, each with at most one descriptor. */
#pragma once

#include <glib.h>

#define LS_READER_VERSION "lockstep-reader " LS_VERSION " 2"
/* Descriptor of the socket in the reader when it starts. */
#define LS_READER_FD 3

/* How the reader leaves when it cannot go on. */
#define LS_READER_EXIT_VERSION 3 /* asked by another version */
#define LS_READER_EXIT_MEMORY 4

typedef enum
{
  /* Tasks; texts: the name of the file for messages, and what each says. */
  LS_READER_XML = 1,
  LS_READER_ZIP_EXTRACT,
  LS_READER_ZIP_ENTRY, /* an entry; number: bytes that it may have */
  LS_READER_ZIP_LIST,  /* a folder; answer: names, each with its null */
  LS_READER_ICON,
  LS_READER_MARKUP,
  LS_READER_CSV, /* from here on by lockstep-results-reader */
  LS_READER_MAT,
  LS_READER_FOREIGN, /* number: whether it is a table */
  /* Answers */
  LS_READER_DONE,   /* with a sealed area */
  LS_READER_FAILED, /* code: an LsError; text: why */
  LS_READER_FILE,   /* of an archive; code: whether it can be executed. To be answered by … */
  LS_READER_FOLDER,
  /* … this: code: errno, or 0 and a descriptor to write the file to. */
  LS_READER_HERE
} LsReaderKind;

typedef struct
{
  char version[40];
  guint32 kind;
  gint32 code;
  guint64 number;
  char texts[8192]; /* two, each with its null */
} LsReaderMessage;

/* Second text of a message. */
const char *ls_reader_message_get_detail (const LsReaderMessage *self);

/* @text, @detail: (nullable). @file: -1: none. Returns: %FALSE with errno */
gboolean ls_reader_send (int socket,
                         LsReaderKind kind,
                         int code,
                         guint64 number,
                         const char *text,
                         const char *detail,
                         int file);

typedef enum
{
  LS_READER_RECEIVED,
  LS_READER_ENDED, /* the other end is closed */
  LS_READER_LATE,
  LS_READER_STRANGE /* not such a message, or of another version */
} LsReaderReceipt;

/* @seconds: negative: for ever. @file: (out): -1: none */
LsReaderReceipt ls_reader_receive (int socket, double seconds, LsReaderMessage *message, int *file);
