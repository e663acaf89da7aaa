#include "core/run/peak-memory.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

gboolean
ls_memory_reset_peak (void)
{
  /* proc(5): 5 resets the "high water mark" of the resident set, Linux 4.0 */
  const int file = open ("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC);
  gboolean done;

  if (file < 0)
    return FALSE;
  done = write (file, "5", 1) == 1;
  close (file);
  return done;
}

guint64
ls_memory_get_peak (void)
{
  g_autofree char *text = NULL;
  const char *line;

  if (!g_file_get_contents ("/proc/self/status", &text, NULL, NULL)
      || (line = strstr (text, "\nVmHWM:")) == NULL)
    return 0;
  return 1024 * g_ascii_strtoull (line + strlen ("\nVmHWM:"), NULL, 10);
}
