/* What the process that reads files gives: documents, columns of numbers and marked-up text. What
 * is accepted can be given again, and is the same then. */
#include "fuzz.h"

#include "core/base/xml-pack.h"
#include "core/record/trace-pack.h"
#include "core/text/markup-pack.h"

#include <libxml/parser.h>
#include <unistd.h>

static void
try_document (GBytes *bytes)
{
  xmlDoc *document = ls_xml_unpack (bytes, "it"), *again;
  GByteArray *packed;
  g_autoptr (GBytes) copy = NULL;
  xmlChar *texts[2] = { NULL };
  int sizes[2] = { 0 };

  if (document == NULL)
    return;
  packed = ls_xml_pack (document, "it", NULL);
  g_assert_nonnull (packed);
  copy = g_byte_array_free_to_bytes (packed);
  again = ls_xml_unpack (copy, "it");
  g_assert_nonnull (again);
  xmlDocDumpMemoryEnc (document, &texts[0], &sizes[0], "UTF-8");
  xmlDocDumpMemoryEnc (again, &texts[1], &sizes[1], "UTF-8");
  g_assert_cmpmem (texts[0], sizes[0], texts[1], sizes[1]);
  xmlFree (texts[0]);
  xmlFree (texts[1]);
  xmlFreeDoc (document);
  xmlFreeDoc (again);
}

static void
try_trace (GBytes *bytes)
{
  LsTablePack table;
  LsTrace *trace = ls_trace_unpack (bytes, "it", &table, NULL, NULL);
  int area;

  ls_table_pack_clear (&table);
  if (trace == NULL)
    return;
  area = ls_trace_pack (trace, NULL, 0);
  g_assert_cmpint (area, >=, 0);
  close (area);
  ls_trace_unref (trace);
}

static void
try_markup (GBytes *bytes)
{
  g_autoptr (LsMarkup) markup = ls_markup_unpack (bytes), again = NULL;
  g_autoptr (GBytes) packed = NULL, repeated = NULL;

  if (markup == NULL)
    return;
  packed = ls_markup_pack (markup);
  again = ls_markup_unpack (packed);
  g_assert_nonnull (again);
  repeated = ls_markup_pack (again);
  g_assert_true (g_bytes_equal (packed, repeated));
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);

  try_document (bytes);
  try_trace (bytes);
  try_markup (bytes);
  return 0;
}
