#include "core/fmi/finding.h"

void
ls_finding_free (LsFinding *self)
{
  if (self == NULL)
    return;
  g_free (self->subject);
  g_free (self->message);
  g_free (self);
}

void
ls_finding_add (GPtrArray *findings,
                LsFindingLevel level,
                const char *rule,
                int line,
                const char *subject,
                const char *format,
                ...)
{
  g_return_if_fail (findings != NULL);

  LsFinding *finding = g_new0 (LsFinding, 1);
  va_list arguments;

  finding->level = level;
  finding->rule = rule;
  finding->line = line;
  finding->subject = g_strdup (subject);
  va_start (arguments, format);
  finding->message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_ptr_array_add (findings, finding);
}
