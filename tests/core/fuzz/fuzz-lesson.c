/* Lessons: markup, actions and numbers. */
#include "fuzz.h"

#include "core/lesson/lesson.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  LsLesson *self = ls_lesson_read (fuzz_write ("lesson.md", data, size), NULL);
  guint first, last;

  if (self == NULL)
    return 0;
  ls_lesson_check (self);
  for (guint page = 0; page < ls_lesson_get_n_pages (self); page++)
    {
      ls_lesson_get_page (self, page, &first, &last);
      g_assert_cmpuint (first, <=, last);
    }
  ls_lesson_free (self);
  return 0;
}
