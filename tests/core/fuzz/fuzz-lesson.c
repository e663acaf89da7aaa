/* Lessons: markup, actions and numbers, of a model and of none. */
#include "fuzz.h"

#include "core/lesson/lesson.h"

#include <string.h>

/* The model of the lesson, beside it. */
static const char structure[]
    = "<ssd:SystemStructureDescription version=\"1.0\" name=\"model\""
      " xmlns:ssd=\"http://ssp-standard.org/SSP1/SystemStructureDescription\"><ssd:System "
      "name=\"s\">"
      "<ssd:Elements><ssd:Component name=\"prey\" source=\"resources/m.fmu\"/>"
      "<ssd:Component name=\"predator\" source=\"resources/m.fmu\"/></ssd:Elements>"
      "<ssd:Connections><ssd:Connection startElement=\"prey\" startConnector=\"b\""
      " endElement=\"predator\" endConnector=\"a\"/></ssd:Connections></ssd:System>"
      "<ssd:DefaultExperiment startTime=\"0\" stopTime=\"1\"/></ssd:SystemStructureDescription>";

static void
write_model (void)
{
  static gboolean is_written;

  if (is_written)
    return;
  fuzz_need_fmu ();
  fuzz_write ("model.ssd", structure, strlen (structure));
  is_written = TRUE;
}

static void
visit_page (LsLesson *self, guint page)
{
  const LsLessonButton *button;
  guint first, last;

  ls_lesson_get_page (self, page, &first, &last);
  g_assert_cmpuint (first, <=, last);
  g_assert_cmpuint (ls_lesson_find_answer (self, page, &button), <=, last);
  g_assert_cmpint (ls_lesson_find_page (self, "next", page), <, (int)ls_lesson_get_n_pages (self));
  g_assert_cmpint (ls_lesson_find_page (self, "previous", page), <, (int)page);
  g_assert_cmpint (ls_lesson_find_page (self, "1", page), ==, 0);
}

/* Up to the first run: there is nothing that could be executed. Of few inputs: it takes ten times
 * as long as all else. */
static void
try_all (LsLesson *self)
{
  g_autoptr (LsLog) log = ls_log_new (NULL, NULL);
  GPtrArray *findings = ls_lesson_try (self, log, NULL);

  g_clear_pointer (&findings, g_ptr_array_unref);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  LsLesson *self;

  write_model ();
  self = ls_lesson_read (fuzz_write ("lesson.md", data, size), NULL);
  if (self == NULL)
    return 0;
  ls_lesson_check (self);
  g_ptr_array_unref (ls_lesson_list_unverified (self));
  for (guint page = 0; page < ls_lesson_get_n_pages (self); page++)
    visit_page (self, page);
  if (size % 16 == 0)
    try_all (self);
  ls_lesson_free (self);
  return 0;
}
