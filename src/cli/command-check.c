/* lockstep check: violations of the standards in a file. */
#include "cli/check-files.h"
#include "cli/command.h"
#include "cli/json.h"
#include "core/base/zip.h"
#include "core/check/check.h"
#include "core/check/check-impl.h"
#include "core/fmi/build-configuration.h"
#include "core/fmi/check-terminals.h"
#include "core/fmi/description-terminals.h"
#include "core/fmi/fmi-schema.h"
#include "core/lesson/lesson.h"
#include "core/ssp/ssp.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* larger than any description accepted by the reader */
#define MAX_ENTRY_SIZE ((gsize)1 << 30)

static const char *
level_name (LsFindingLevel level)
{
  static const char *const names[] = { "note", "warning", "error" };

  return names[level];
}

static guint
count (const GPtrArray *findings, LsFindingLevel level)
{
  guint n = 0;

  for (guint i = 0; i < findings->len; i++)
    n += ((const LsFinding *)findings->pdata[i])->level == level;
  return n;
}

/* A lesson in another language is a separate file beside @path. */
static void
print_version (const char *path, const LsFinding *finding)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *version = strchr (path, G_DIR_SEPARATOR) != NULL
                                 ? g_build_filename (folder, finding->subject, NULL)
                                 : g_strdup (finding->subject);

  printf ("%s:%d: ", version, finding->line);
}

static void
print_text (const char *path, const GPtrArray *findings)
{
  guint errors = count (findings, LS_FINDING_ERROR);
  guint warnings = count (findings, LS_FINDING_WARNING);
  guint notes = count (findings, LS_FINDING_NOTE);

  for (guint i = 0; i < findings->len; i++)
    {
      const LsFinding *finding = findings->pdata[i];
      g_autofree char *subject = NULL, *message = NULL;

      const gboolean of_file = g_str_has_prefix (finding->rule, "ssp")
                               || g_str_equal (finding->rule, "readable")
                               || g_str_equal (finding->rule, "lesson");

      if (of_file && finding->subject != NULL)
        print_version (path, finding);
      else if (of_file && finding->line > 0)
        printf ("%s:%d: ", path, finding->line);
      else if (of_file)
        printf ("%s: ", path);
      printf ("%s %s ", level_name (finding->level), finding->rule);
      if (finding->line > 0 && !of_file)
        printf (_ ("line %d "), finding->line);
      if (finding->subject != NULL && !of_file)
        subject = ls_command_make_printable (finding->subject, FALSE);
      message = ls_command_make_printable (finding->message, TRUE);
      printf ("%s%s%s\n", subject != NULL ? subject : "", subject != NULL ? ": " : "", message);
    }
  printf ("%s: ", path);
  printf (ngettext ("%u error", "%u errors", errors), errors);
  printf (", ");
  printf (ngettext ("%u warning", "%u warnings", warnings), warnings);
  printf (", ");
  printf (ngettext ("%u note", "%u notes", notes), notes);
  printf ("\n");
}

static void
add_finding (LsJson *json, const LsFinding *finding)
{
  ls_json_begin_object (json, NULL);
  ls_json_add_text (json, "level", level_name (finding->level));
  ls_json_add_text (json, "rule", finding->rule);
  ls_json_add_real (json, "line", finding->line > 0 ? finding->line : NAN);
  ls_json_add_text (json, "subject", finding->subject);
  ls_json_add_text (json, "message", finding->message);
  ls_json_end (json);
}

static void
print_json (const char *path, const GPtrArray *findings)
{
  g_autoptr (LsJson) json = ls_json_new ();

  ls_json_begin_object (json, NULL);
  ls_json_add_text (json, "file", path);
  ls_json_add_integer (json, "errors", count (findings, LS_FINDING_ERROR));
  ls_json_add_integer (json, "warnings", count (findings, LS_FINDING_WARNING));
  ls_json_add_integer (json, "notes", count (findings, LS_FINDING_NOTE));
  ls_json_begin_array (json, "findings");
  for (guint i = 0; i < findings->len; i++)
    add_finding (json, findings->pdata[i]);
  ls_json_end (json);
  ls_json_end (json);
  ls_json_print (json);
}

/* Returns: (transfer full): contents of a file in an archive or folder; %NULL with an error */
static char *
read_entry (const char *path, const char *entry, gsize *size, GError **error)
{
  g_autofree char *inside = NULL;
  char *data = NULL;

  if (!g_file_test (path, G_FILE_TEST_IS_DIR))
    return ls_zip_read_entry (path, entry, MAX_ENTRY_SIZE, size, error);
  inside = g_build_filename (path, entry, NULL);
  return ls_xml_load (inside, &data, size, error) ? data : NULL;
}

/* Rules beyond the schema. */
static void
check_terminals (const xmlDoc *document, const LsFmu *fmu, GPtrArray *findings)
{
  g_autofree char *folder
      = g_build_filename (ls_fmu_get_directory (fmu), "terminalsAndIcons", NULL);
  const xmlNode *root = xmlDocGetRootElement (document);

  if (ls_xml_is (root, "fmiTerminalsAndIcons"))
    ls_check_terminals (root, ls_fmu_get_description (fmu), folder, findings);
}

/* Adds schema violations; none for a missing file or invalid XML, which are reported elsewhere. But
 * what the process that reads files failed on may have any. @label: (nullable): name of the file in
 * messages, if not the main one, then with its rules for @fmu */
static void
add_faults (
    GPtrArray *findings, const char *path, const char *entry, const char *label, const LsFmu *fmu)
{
  guint n;
  gsize size = 0;
  GError *error = NULL;
  g_autofree char *data = read_entry (path, entry, &size, &error);
  g_autoptr (xmlDoc) document
      = data != NULL ? ls_xml_read_memory (data, size, entry, NULL, &error) : NULL;

  if (g_error_matches (error, LS_ERROR, LS_ERROR_READER))
    ls_file_add_failure (findings, path, g_steal_pointer (&error));
  g_clear_error (&error);
  n = findings->len;
  if (document != NULL)
    ls_check_document (document, data, size, findings);
  if (document != NULL && fmu != NULL)
    check_terminals (document, fmu, findings);
  for (guint i = n; label != NULL && i < findings->len; i++)
    {
      LsFinding *finding = findings->pdata[i];
      char *subject = g_strdup_printf ("%s, %s", label, finding->subject);

      g_free (finding->subject);
      finding->subject = subject;
    }
}

/* What keeps the sources from being compiled: an error of the FMU, or more than is understood here.
 */
static void
check_sources (const char *path, const LsFmu *fmu, GPtrArray *findings)
{
  const LsDescription *description = ls_fmu_get_description (fmu);
  const LsInterface *const interfaces[]
      = { &description->model_exchange, &description->co_simulation,
          &description->scheduled_execution };
  g_autofree char *before = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (interfaces); i++)
    {
      GError *error = NULL;
      LsFinding *finding;
      gboolean is_understood;

      if (!interfaces[i]->present || !ls_build_configuration_exists (fmu, interfaces[i]))
        continue;
      ls_build_configuration_free (ls_build_configuration_read (fmu, interfaces[i], &error));
      /* Interfaces have their sources in common, or not. */
      if (error == NULL || g_strcmp0 (error->message, before) == 0)
        {
          g_clear_error (&error);
          continue;
        }
      g_free (before);
      before = g_strdup (error->message);
      is_understood = !g_error_matches (error, LS_ERROR, LS_ERROR_BINARY);
      ls_file_add_failure (findings, path, error);
      finding = findings->pdata[findings->len - 1];
      finding->level = is_understood ? LS_FINDING_ERROR : LS_FINDING_WARNING;
      finding->rule = "sources";
      finding->subject = g_strdup (finding->line > 0 ? "buildDescription.xml" : "sources");
    }
}

/* Of a later version, whose rules are not known. */
static gboolean
is_of_unknown_version (const char *path)
{
  gsize size = 0;
  g_autofree char *data = read_entry (path, "modelDescription.xml", &size, NULL);
  g_autoptr (xmlDoc) document
      = data != NULL ? ls_xml_read_memory (data, size, path, NULL, NULL) : NULL;
  g_autofree char *version
      = document != NULL ? ls_xml_get (xmlDocGetRootElement (document), "fmiVersion") : NULL;

  return version != NULL && g_ascii_digit_value (version[0]) > 3;
}

/* @run: also run the FMU briefly */
static GPtrArray *
check_fmu (const char *path, gboolean run, GError **error)
{
  GError *local_error = NULL;
  g_autoptr (LsFmu) fmu = ls_fmu_open (path, &local_error);
  g_autoptr (GPtrArray) findings = NULL;

  if (fmu != NULL)
    {
      findings = ls_check_description (ls_fmu_get_description (fmu));
      if (run)
        ls_check_run (fmu, findings);
      ls_findings_judge (findings);
      add_faults (findings, path, LS_TERMINALS_FILE, "terminalsAndIcons.xml", fmu);
      add_faults (findings, path, "sources/buildDescription.xml", "buildDescription.xml", NULL);
      check_sources (path, fmu, findings);
      return g_steal_pointer (&findings);
    }
  findings = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_finding_free);
  if (!g_error_matches (local_error, LS_ERROR, LS_ERROR_READER) && !is_of_unknown_version (path))
    add_faults (findings, path, "modelDescription.xml", NULL, NULL);
  if (findings->len == 0)
    {
      g_propagate_error (error, local_error);
      return NULL;
    }
  ls_file_add_failure (findings, path, local_error);
  return g_steal_pointer (&findings);
}

static GPtrArray *
check_running_fmu (const char *path, GError **error)
{
  return check_fmu (path, TRUE, error);
}

static gboolean
is_part (const char *path)
{
  return g_str_has_suffix (path, ".ssv") || g_str_has_suffix (path, ".ssm")
         || g_str_has_suffix (path, ".ssb");
}

/* Kinds of archives, each identified by an entry that only it has. */
static const struct
{
  const char *entry;
  GPtrArray *(*check) (const char *path, GError **error);
} kinds[] = {
  { "modelDescription.xml", check_running_fmu },
  { "SystemStructure.ssd", ls_file_check_ssp },
};

/* Returns: whether it has it; %FALSE with an error only if that is not known */
static gboolean
has_entry (const char *path, const char *entry, GError **error)
{
  gsize size = 0;
  g_autoptr (GError) problem = NULL;
  g_autofree char *data = read_entry (path, entry, &size, &problem);

  if (g_error_matches (problem, LS_ERROR, LS_ERROR_READER))
    g_propagate_error (error, g_steal_pointer (&problem));
  return data != NULL;
}

/* A file of unknown kind is passed to the first check, which reports the error. */
static GPtrArray *
check (const char *path, gboolean numbers, GError **error)
{
  if (ls_lesson_is_lesson (path))
    return ls_file_check_lesson (path, numbers, error);
  if (ls_ssp_is_model (path))
    return ls_file_check_ssp (path, error);
  if (is_part (path))
    return ls_file_check_part (path, error);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      GError *problem = NULL;

      if (has_entry (path, kinds[i].entry, &problem))
        return kinds[i].check (path, error);
      if (problem != NULL)
        {
          g_propagate_error (error, problem);
          return NULL;
        }
    }
  return kinds[0].check (path, error);
}

static int
check_and_print (const char *path, gboolean numbers, gboolean json)
{
  GError *error = NULL;
  g_autoptr (GPtrArray) findings = check (path, numbers, &error);

  if (findings == NULL && !json)
    return ls_command_fail_error (1, error);
  /* JSON is printed for every file, even if it cannot be read. */
  if (findings == NULL)
    {
      findings = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_finding_free);
      ls_file_add_failure (findings, path, error);
    }
  if (json)
    print_json (path, findings);
  else
    print_text (path, findings);
  return count (findings, LS_FINDING_ERROR) > 0 ? 1 : 0;
}

/* Findings that need no run are printed, too. */
static int
print_crash (const char *path, gboolean json, int signal_number)
{
  g_autoptr (GPtrArray) findings = check_fmu (path, FALSE, NULL);
  LsFinding *finding = g_new0 (LsFinding, 1);

  if (findings == NULL)
    findings = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_finding_free);
  finding->level = LS_FINDING_ERROR;
  finding->rule = "survives";
  finding->message
      = g_strdup_printf (_ ("the FMU crashes the process: %s"), strsignal (signal_number));
  g_ptr_array_add (findings, finding);
  if (json)
    print_json (path, findings);
  else
    print_text (path, findings);
  return 1;
}

/* Runs the check in a separate process, so that an FMU crash is a finding and does not end the
 * command. */
static int
check_apart (const char *path, gboolean numbers, gboolean json)
{
  pid_t child = fork ();
  int status;

  if (child < 0)
    return check_and_print (path, numbers, json);
  if (child == 0)
    {
      status = ls_command_end_output (check_and_print (path, numbers, json));
      fflush (NULL);
      _exit (status);
    }
  while (waitpid (child, &status, 0) < 0)
    if (errno != EINTR)
      return ls_command_fail (1, "%s: %s", path, g_strerror (errno));
  return WIFSIGNALED (status) ? print_crash (path, json, WTERMSIG (status)) : WEXITSTATUS (status);
}

static int
run (int argc, char **argv)
{
  gboolean json = FALSE, numbers = FALSE;
  const GOptionEntry entries[] = {
    { "numbers", 0, 0, G_OPTION_ARG_NONE, &numbers,
      N_ ("For a lesson: also execute its buttons and verify its numbers"), NULL },
    { "json", 0, 0, G_OPTION_ARG_NONE, &json, N_ ("Print the findings as JSON"), NULL },
    { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL },
  };
  g_autoptr (GOptionContext) context = ls_command_new_context (&ls_command_check, entries);
  GError *error = NULL;

  if (!ls_command_parse (context, &argc, &argv, &error))
    return ls_command_fail_error (2, error);
  if (argc != 2)
    return ls_command_fail (2, _ ("check needs one file"));
  return check_apart (argv[1], numbers, json);
}

const LsCommand ls_command_check = {
  .name = "check",
  .arguments = N_ ("FILE.fmu|MODEL.ssp|LESSON.md"),
  .summary = N_ (
      "Check an FMU against the standard and try it, or list the problems of a model or a lesson"),
  .run = run,
  .calls_fmus = TRUE,
};
