/* lockstep-reader: reads files of strangers for Lockstep, without rights: core/base/reader.h. */
#include "core/base/icon.h"
#include "core/base/language.h"
#include "core/base/reader-message.h"
#include "core/base/reader.h"
#include "core/base/status.h"
#include "core/base/xml-pack.h"
#include "core/base/xml.h"
#include "core/base/zip-read.h"
#include "core/text/markup-pack.h"
#include "reader/confine.h"
#include "reader/results.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define SECONDS 3600u /* the process ends then at the latest: its client may be gone */
/* Bytes; with fewer left it is for want of memory that it ends. */
#define LEAST ((gsize)64 << 20)

/* What a task gives: a descriptor of @size bytes, or -1. */
static int
make_area (const char *name, const void *data, gsize size, GError **error)
{
  const int area = ls_reader_make_area (data, size);

  if (area < 0)
    g_set_error (error, LS_ERROR, LS_ERROR_FILE, "%s: %s", name, g_strerror (errno));
  return area;
}

/* Returns: (nullable): the content of @file. */
static void *
map_file (const LsReaderMessage *message, int file, gsize *size, GError **error)
{
  struct stat info;
  void *content;

  if (fstat (file, &info) != 0
      || (content = mmap (NULL, (gsize)info.st_size, PROT_READ, MAP_PRIVATE, file, 0))
             == MAP_FAILED)
    {
      g_set_error (error, LS_ERROR, LS_ERROR_FILE, "%s: %s", message->texts, g_strerror (errno));
      return NULL;
    }
  *size = (gsize)info.st_size;
  return content;
}

static int
read_icon (const LsReaderMessage *message, int file, GError **error)
{
  gsize size;
  void *content = map_file (message, file, &size, error);
  g_autoptr (GBytes) bytes
      = content != NULL ? ls_icon_decode (content, size, message->texts, error) : NULL;

  if (content != NULL)
    munmap (content, size);
  return bytes != NULL ? make_area (message->texts, g_bytes_get_data (bytes, NULL),
                                    g_bytes_get_size (bytes), error)
                       : -1;
}

static int
read_xml (const LsReaderMessage *message, int file, GError **error)
{
  g_autoptr (xmlDoc) document = NULL;
  g_autoptr (GByteArray) bytes = NULL;
  gsize size;
  void *text = map_file (message, file, &size, error);

  if (text == NULL)
    return -1;
  document = ls_xml_read_memory (text, size, message->texts, NULL, error);
  munmap (text, size);
  if (document == NULL || (bytes = ls_xml_pack (document, message->texts, error)) == NULL)
    return -1;
  return make_area (message->texts, bytes->data, bytes->len, error);
}

/* Asks for a file of an archive to be written to. */
static int
open_target (gpointer user G_GNUC_UNUSED, const char *name, LsZipKind kind)
{
  LsReaderMessage answer;
  int file;

  if (!ls_reader_send (LS_READER_FD, kind == LS_ZIP_FOLDER ? LS_READER_FOLDER : LS_READER_FILE,
                       kind == LS_ZIP_PROGRAM, 0, name, NULL, -1)
      || ls_reader_receive (LS_READER_FD, -1.0, &answer, &file) != LS_READER_RECEIVED)
    _exit (0);
  errno = answer.code;
  return file;
}

static int
extract (const LsReaderMessage *message, int file, GError **error)
{
  const LsZipTarget target = { open_target, NULL };

  return ls_zip_unpack (file, message->texts, &target, error)
             ? make_area (message->texts, NULL, 0, error)
             : -1;
}

static int
read_entry (const LsReaderMessage *message, int file, GError **error)
{
  gsize size;
  g_autofree char *content = ls_zip_get_entry (
      file, message->texts, ls_reader_message_get_detail (message), message->number, &size, error);

  return content != NULL ? make_area (message->texts, content, size, error) : -1;
}

static int
list_folder (const LsReaderMessage *message, int file, GError **error)
{
  g_auto (GStrv) names
      = ls_zip_get_names (file, message->texts, ls_reader_message_get_detail (message), error);
  g_autoptr (GString) all = g_string_new (NULL);

  for (gsize i = 0; names != NULL && names[i] != NULL; i++)
    g_string_append_len (all, names[i], (gssize)strlen (names[i]) + 1);
  return names != NULL ? make_area (message->texts, all->str, all->len, error) : -1;
}

static int
read_markup (const LsReaderMessage *message, int file G_GNUC_UNUSED, GError **error)
{
  g_autoptr (LsMarkup) markup = ls_markup_read_own (message->texts, error);
  g_autoptr (GBytes) bytes = markup != NULL ? ls_markup_pack (markup) : NULL;

  return bytes != NULL ? make_area (message->texts, g_bytes_get_data (bytes, NULL),
                                    g_bytes_get_size (bytes), error)
                       : -1;
}

static int (*const tasks[]) (const LsReaderMessage *message, int file, GError **error) = {
  [LS_READER_XML] = read_xml,
  [LS_READER_ZIP_EXTRACT] = extract,
  [LS_READER_ZIP_ENTRY] = read_entry,
  [LS_READER_ZIP_LIST] = list_folder,
  [LS_READER_ICON] = read_icon,
  [LS_READER_MARKUP] = read_markup,

#ifdef READS_RESULTS
  [LS_READER_CSV] = reader_read_csv,
  [LS_READER_MAT] = reader_read_mat,
  [LS_READER_FOREIGN] = reader_read_foreign,
#endif

};

/* GLib aborts without memory. */
static void
handle_abort (int number)
{
  if (mmap (NULL, LEAST, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED)
    _exit (LS_READER_EXIT_MEMORY);
  signal (number, SIG_DFL);
  raise (number);
}

static void
serve (void)
{
  LsReaderMessage message;
  LsReaderReceipt receipt;
  int file;

  while ((receipt = ls_reader_receive (LS_READER_FD, -1.0, &message, &file)) == LS_READER_RECEIVED)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *place = g_strdup_printf ("/proc/self/fd/%d", file);
      int area = -1;

      alarm (SECONDS);
      ls_reader_set_place (message.texts, place);
      if (message.kind < G_N_ELEMENTS (tasks) && tasks[message.kind] != NULL)
        area = tasks[message.kind](&message, file, &error);
      ls_reader_send (LS_READER_FD, area >= 0 ? LS_READER_DONE : LS_READER_FAILED,
                      error != NULL ? error->code : 0, 0, error != NULL ? error->message : NULL,
                      NULL, area);
      alarm (0);
      if (area >= 0)
        close (area);
      if (file >= 0)
        close (file);
    }
  if (receipt == LS_READER_STRANGE)
    _exit (LS_READER_EXIT_VERSION);
}

int
main (int argc, char **argv)
{
  struct stat info;

  if (argc > 1 && strcmp (argv[1], "--version") == 0)
    return puts (LS_READER_VERSION) < 0;
  if (fstat (LS_READER_FD, &info) != 0 || !S_ISSOCK (info.st_mode))
    {
      fputs ("lockstep-reader is started by Lockstep to read files, not by hand.\n", stderr);
      return 2;
    }
  setlocale (LC_ALL, "");
  setlocale (LC_NUMERIC, "C");
  ls_language_bind (LS_LOCALE_DIR);
  textdomain (GETTEXT_PACKAGE);
  /* The catalogue and what libxml2 and GLib read at their start, while files can be opened. */
  (void)_ ("is not in the archive");
  signal (SIGABRT, handle_abort);
  signal (SIGTRAP, handle_abort);
  reader_confine ();
  serve ();
  /* Not by exit(): handlers of libraries need not run. */
  _exit (0);
}
