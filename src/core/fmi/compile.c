/* Compiling the sources of an FMU. */
#include "core/fmi/compile.h"

#include "core/base/file.h"
#include "core/base/places.h"
#include "core/base/tempdir.h"
#include "core/fmi/build-configuration.h"
#include "core/fmi/compiled.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define MAX_OUTPUT ((gsize)1 << 20) /* bytes kept of what the compiler writes */
#define PATIENCE 100                /* ms between looks at the request to stop */

/* Only the functions of FMI leave the library, whether or not the sources export them; those of
 * FMI 1.0, and older headers of FMI 2.0, prefix the identifier of the model. */
static const char exports[] = "{ global: fmi*; *_fmi*; local: *; };\n";

/* Sources may bring headers of their own; those of FMI 2.0.1 and older know the first definition
 * only. */
static const char *const no_prefix[]
    = { "-DFMI2_FUNCTION_PREFIX=", "-DFMI3_FUNCTION_PREFIX=", "-DFMI2_OVERRIDE_FUNCTION_PREFIX",
        "-DFMI3_OVERRIDE_FUNCTION_PREFIX" };

typedef struct
{
  LsFmu *fmu;
  const LsInterface *interface;
  const gint *stop;
  GString *output;
  LsTempdir *scratch;
  char *sources, *headers;
  GPtrArray *objects;
  gboolean is_cpp;
} Compilation;

static void
compilation_clear (Compilation *self)
{
  g_clear_pointer (&self->scratch, ls_tempdir_unref);
  g_clear_pointer (&self->objects, g_ptr_array_unref);
  g_free (self->sources);
  g_free (self->headers);
}

/* Reads @fd to its end. Returns: %FALSE: asked to stop */
static gboolean
read_output (Compilation *self, int fd)
{
  struct pollfd waiting = { .fd = fd, .events = POLLIN };
  char buffer[4096];
  gssize n = 1;

  while (n > 0)
    {
      if (self->stop != NULL && g_atomic_int_get (self->stop) != 0)
        return FALSE;
      if (poll (&waiting, 1, PATIENCE) <= 0)
        continue;
      n = read (fd, buffer, sizeof buffer);
      if (n > 0)
        g_string_append_len (self->output, buffer,
                             MIN (n, (gssize)(MAX_OUTPUT - MIN (self->output->len, MAX_OUTPUT))));
      else if (n < 0 && errno == EINTR)
        n = 1;
    }
  return TRUE;
}

static gboolean
wait_for (Compilation *self, GPid pid, int fd, int *status)
{
  const gboolean ended = read_output (self, fd);

  close (fd);
  if (!ended)
    kill (pid, SIGTERM);
  while (waitpid (pid, status, 0) < 0 && errno == EINTR)
    continue;
  g_spawn_close_pid (pid);
  return ended;
}

/* The first line of an error of the compiler or the linker, else the first. Returns: (transfer
 * full) */
static char *
find_complaint (const char *text)
{
  static const char *const marks[]
      = { "error:", "undefined reference", "required symbol", "cannot find" };
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (char **line = lines; *line != NULL; line++)
    for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
      if (strstr (*line, marks[i]) != NULL && !g_str_has_prefix (*line, "collect2:"))
        return g_strdup (*line);
  return g_strdup (lines[0] != NULL ? lines[0] : "");
}

/* Runs a compiler in the folder of the sources, in English: find_complaint() reads its messages. */
static gboolean
run (Compilation *self, GPtrArray *arguments, GError **error)
{
  g_auto (GStrv) environment = g_environ_setenv (g_get_environ (), "LC_ALL", "C", TRUE);
  g_autofree char *line = NULL, *complaint = NULL;
  g_autoptr (GError) problem = NULL;
  const gsize before = self->output->len;
  GPid pid;
  int fd, status = 0;

  g_ptr_array_add (arguments, NULL);
  line = g_strjoinv (" ", (char **)arguments->pdata);
  g_string_append_printf (self->output, "%s\n", line);
  if (!g_spawn_async_with_pipes (self->sources, (char **)arguments->pdata, environment,
                                 G_SPAWN_SEARCH_PATH | G_SPAWN_DO_NOT_REAP_CHILD
                                     | G_SPAWN_STDOUT_TO_DEV_NULL,
                                 NULL, NULL, &pid, NULL, NULL, &fd, &problem))
    return ls_fail (error, LS_ERROR_BINARY,
                    _ ("%s: its sources cannot be compiled: there is no compiler “%s” on this "
                       "machine"),
                    ls_fmu_get_path (self->fmu), (char *)arguments->pdata[0]);
  if (!wait_for (self, pid, fd, &status))
    return ls_fail (error, LS_ERROR_CANCELLED, _ ("cancelled"));
  if (status == 0)
    return TRUE;
  complaint = find_complaint (self->output->str + before + strlen (line) + 1);
  return ls_fail (error, LS_ERROR_BINARY, _ ("%s: its sources do not compile: %s"),
                  ls_fmu_get_path (self->fmu), complaint);
}

static const char *
get_compiler (gboolean is_cpp)
{
  const char *set = g_getenv (is_cpp ? "CXX" : "CC");

  return set != NULL && *set != '\0' ? set : is_cpp ? "c++" : "cc";
}

/* Begins a command: the variables CC and CXX may hold options too. Returns: (transfer full) */
static GPtrArray *
begin_command (gboolean is_cpp)
{
  GPtrArray *command = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) words = g_strsplit (get_compiler (is_cpp), " ", -1);

  for (char **word = words; *word != NULL; word++)
    if (**word != '\0')
      g_ptr_array_add (command, g_strdup (*word));
  return command;
}

static void
add (GPtrArray *command, const char *argument)
{
  g_ptr_array_add (command, g_strdup (argument));
}

static gboolean
compile_file (Compilation *self, const LsSourceSet *set, const char *file, GError **error)
{
  g_autoptr (GPtrArray) command = begin_command (strcmp (set->compiler, "c++") == 0);
  char *object
      = g_strdup_printf ("%s/%u.o", ls_tempdir_get_path (self->scratch), self->objects->len);

  g_ptr_array_add (self->objects, object);
  for (guint i = 0; i < set->arguments->len; i++)
    add (command, set->arguments->pdata[i]);
  add (command, set->standard);
  add (command, "-O2");
  add (command, "-fPIC");
  for (guint i = 0; i < G_N_ELEMENTS (no_prefix); i++)
    add (command, no_prefix[i]);
  add (command, "-I.");
  g_ptr_array_add (command, g_strconcat ("-I", self->headers, NULL));
  add (command, "-c");
  add (command, file);
  add (command, "-o");
  add (command, object);
  return run (self, command, error);
}

static gboolean
compile_set (Compilation *self, const LsSourceSet *set, GError **error)
{
  self->is_cpp = self->is_cpp || strcmp (set->compiler, "c++") == 0;
  for (guint i = 0; i < set->ignored->len; i++)
    g_string_append_printf (self->output, _ ("The compiler option %s is left out.\n"),
                            (const char *)set->ignored->pdata[i]);
  for (guint i = 0; i < set->files->len; i++)
    if (!compile_file (self, set, set->files->pdata[i], error))
      return FALSE;
  return TRUE;
}

/* Every function must be found now, not when a run calls it; so must those of FMI, whose file some
 * lists leave out. */
static gboolean
link_library (Compilation *self,
              const LsBuildConfiguration *configuration,
              const char *library,
              GError **error)
{
  g_autoptr (GPtrArray) command = begin_command (self->is_cpp);
  g_autofree char *script = g_build_filename (ls_tempdir_get_path (self->scratch), "exports", NULL);
  const char version = ls_fmu_get_description (self->fmu)->fmi_version[0];

  if (!ls_file_write (script, exports, strlen (exports), error))
    return FALSE;
  add (command, "-shared");
  for (guint i = 0; i < self->objects->len; i++)
    add (command, self->objects->pdata[i]);
  for (guint i = 0; i < configuration->libraries->len; i++)
    add (command, configuration->libraries->pdata[i]);
  add (command, "-lm");
  add (command, "-Wl,-z,defs");
  if (version != '1')
    g_ptr_array_add (command, g_strdup_printf ("-Wl,--require-defined=fmi%cGetVersion", version));
  g_ptr_array_add (command, g_strconcat ("-Wl,--version-script=", script, NULL));
  add (command, "-o");
  add (command, library);
  return run (self, command, error);
}

static gboolean
build (Compilation *self, const char *library, GError **error)
{
  g_autoptr (LsBuildConfiguration) configuration
      = ls_build_configuration_read (self->fmu, self->interface, error);

  if (configuration == NULL)
    return FALSE;
  for (guint i = 0; i < configuration->sets->len; i++)
    if (!compile_set (self, configuration->sets->pdata[i], error))
      return FALSE;
  return link_library (self, configuration, library, error);
}

/* Only a whole library gets the name under which it is found. */
static gboolean
keep (const Compilation *self, const char *library, GError **error)
{
  g_autofree char *digest = ls_fmu_make_digest (self->fmu);
  g_autofree char *path = ls_compiled_make_path (digest, ls_fmu_get_platform_tuple (),
                                                 self->interface->model_identifier);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GMappedFile) map = g_mapped_file_new (library, FALSE, error);

  if (map == NULL)
    return FALSE;
  if (g_mkdir_with_parents (folder, 0700) != 0)
    return ls_fail (error, LS_ERROR_FILE, "%s: %s", folder, g_strerror (errno));
  return ls_file_write (path, g_mapped_file_get_contents (map), g_mapped_file_get_length (map),
                        error);
}

static gboolean
compile_interface (
    LsFmu *fmu, const LsInterface *interface, const gint *stop, GString *output, GError **error)
{
  Compilation self = { .fmu = fmu, .interface = interface, .stop = stop, .output = output };
  g_autofree char *library = NULL;
  gboolean done;

  self.scratch = ls_tempdir_new (error);
  if (self.scratch == NULL)
    return FALSE;
  self.sources = g_build_filename (ls_fmu_get_directory (fmu), "sources", NULL);
  self.headers = ls_places_find_fmi_headers ();
  self.objects = g_ptr_array_new_with_free_func (g_free);
  library = g_build_filename (ls_tempdir_get_path (self.scratch), "library.so", NULL);
  if (self.headers == NULL)
    done = ls_fail (error, LS_ERROR_FILE,
                    _ ("The headers of FMI are missing from the installation"));
  else
    done = build (&self, library, error) && keep (&self, library, error);
  compilation_clear (&self);
  return done;
}

/* Whether to compile: it has sources, and no binary yet. */
static gboolean
is_wanted (LsFmu *fmu, const LsInterface *interface)
{
  g_autofree char *path = NULL;

  if (!interface->present || interface->model_identifier == NULL
      || !ls_build_configuration_exists (fmu, interface))
    return FALSE;
  path = ls_fmu_find_binary (fmu, interface, NULL);
  return path == NULL;
}

guint
ls_fmu_compile (LsFmu *fmu, const gint *stop, char **output, GError **error)
{
  g_return_val_if_fail (fmu != NULL && output != NULL, 0);

  const LsDescription *description = ls_fmu_get_description (fmu);
  const LsInterface *interfaces[] = { &description->co_simulation, &description->model_exchange,
                                      &description->scheduled_execution };
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean failed = FALSE;
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (interfaces) && !failed; i++)
    if (is_wanted (fmu, interfaces[i]))
      {
        failed = !compile_interface (fmu, interfaces[i], stop, text, error);
        n++;
      }
  *output = g_utf8_make_valid (text->str, -1);
  if (failed)
    return 0;
  if (n == 0)
    g_set_error (
        error, LS_ERROR, LS_ERROR_BINARY,
        _ ("%s: there is nothing to compile: it has a binary for this machine, or no list of "
           "source files"),
        ls_fmu_get_path (fmu));
  return n;
}
