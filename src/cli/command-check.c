/* lockstep check: violations of the standards in a file. */
#include "cli/command.h"
#include "cli/json.h"
#include "core/base/zip.h"
#include "core/coupling/coupling.h"
#include "core/check/check.h"
#include "core/check/check-impl.h"
#include "core/fmi/check-terminals.h"
#include "core/fmi/description-terminals.h"
#include "core/fmi/fmi-schema.h"
#include "core/model/bond.h"
#include "core/model/feed-through.h"
#include "core/run/run.h"
#include "core/ssp/ssp.h"
#include "core/ssp/ssp-schema.h"
#include "core/lesson/lesson.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <errno.h>
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

/* Adds the reason why a file cannot be read to the other findings. @error: (transfer full) */
static void
add_failure (GPtrArray *findings, const char *path, GError *error)
{
  LsFinding *finding = g_new0 (LsFinding, 1);
  const char *message = error->message, *colon;

  if (g_str_has_prefix (message, path) && (colon = strchr (message + strlen (path), ':')) != NULL)
    {
      char *end;

      message = colon + 1;
      finding->line = (int)g_ascii_strtoull (message, &end, 10);
      message = finding->line > 0 && *end == ':' ? end + 1 : message;
    }
  finding->level = LS_FINDING_ERROR;
  finding->rule = "readable";
  finding->message = g_strdup (message + strspn (message, " "));
  g_ptr_array_add (findings, finding);
  g_error_free (error);
}

/* Returns: (transfer full) (nullable): contents of a file in an archive or folder */
static char *
read_entry (const char *path, const char *entry, gsize *size)
{
  g_autofree char *inside = NULL;
  char *data = NULL;

  if (!g_file_test (path, G_FILE_TEST_IS_DIR))
    return ls_zip_read_entry (path, entry, MAX_ENTRY_SIZE, size, NULL);
  inside = g_build_filename (path, entry, NULL);
  return ls_xml_load (inside, &data, size, NULL) ? data : NULL;
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

/* Adds schema violations; none for a missing file or invalid XML. @label: (nullable): name of the
 * file in messages, if not the main one, then with its rules for @fmu */
static void
add_faults (
    GPtrArray *findings, const char *path, const char *entry, const char *label, const LsFmu *fmu)
{
  const guint n = findings->len;
  gsize size = 0;
  g_autofree char *data = read_entry (path, entry, &size);
  g_autoptr (xmlDoc) document
      = data != NULL ? ls_xml_read_memory (data, size, entry, NULL, NULL) : NULL;

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

/* Of a later version, whose rules are not known. */
static gboolean
is_of_unknown_version (const char *path)
{
  gsize size = 0;
  g_autofree char *data = read_entry (path, "modelDescription.xml", &size);
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
      return g_steal_pointer (&findings);
    }
  findings = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_finding_free);
  if (!is_of_unknown_version (path))
    add_faults (findings, path, "modelDescription.xml", NULL, NULL);
  if (findings->len == 0)
    {
      g_propagate_error (error, local_error);
      return NULL;
    }
  add_failure (findings, path, local_error);
  return g_steal_pointer (&findings);
}

static GPtrArray *
check_running_fmu (const char *path, GError **error)
{
  return check_fmu (path, TRUE, error);
}

static void
add_remark (GPtrArray *findings, const LsRemark *remark)
{
  LsFinding *finding = g_new0 (LsFinding, 1);

  finding->level = remark->error || remark->schema ? LS_FINDING_ERROR
                   : remark->info                  ? LS_FINDING_NOTE
                                                   : LS_FINDING_WARNING;
  finding->rule = remark->schema ? "ssp-schema" : "ssp";
  finding->line = (int)remark->line;
  finding->message = g_strdup (remark->text);
  g_ptr_array_add (findings, finding);
}

/* Algebraic loops are solved at the start and make some methods diverge: a note, not an error. */
static void
add_loops (GPtrArray *findings, const LsModel *model)
{
  g_autoptr (LsFeed) feed = ls_feed_new (model);

  for (guint i = 0; i < feed->loops->len; i++)
    {
      LsFinding *finding = g_new0 (LsFinding, 1);

      finding->level = LS_FINDING_NOTE;
      finding->rule = "algebraic-loop";
      finding->subject = g_strdup (feed->loops->pdata[i]);
      finding->message
          = g_strdup (_ ("these outputs depend on each other without delay: an algebraic loop"));
      g_ptr_array_add (findings, finding);
    }
}

/* Pairs of connections whose units multiply to a power and that are not marked as a power bond. */
static void
add_bonds (GPtrArray *findings, const LsModel *model)
{
  g_autoptr (GArray) possible = ls_model_list_possible_bonds (model);

  for (guint i = 0; i < possible->len; i++)
    {
      const LsBond *bond = &g_array_index (possible, LsBond, i);
      g_autofree char *effort = ls_model_name_bond_end (model, bond->effort);
      g_autofree char *flow = ls_model_name_bond_end (model, bond->flow);
      g_autofree char *subject = g_strdup_printf ("%s, %s", effort, flow);
      g_autofree char *element
          = g_markup_printf_escaped ("<bond effort=\"%s\" flow=\"%s\"/>", effort, flow);

      ls_finding_add (findings, LS_FINDING_NOTE, "power-bond", 0, subject,
                      /* Translators: element of the model file. */
                      _ ("effort and flow by their units: can be marked as a power bond beside the "
                         "diagram (Power bond with) or by %s in the experiment of the model's "
                         "annotation"),
                      element);
    }
}

/* (nullable) */
static const LsVariable *
find_end (const LsModel *model, guint component, const char *name)
{
  const LsComponent *owner = ls_model_find_component (model, component);

  return owner != NULL ? ls_component_find_variable (owner, name) : NULL;
}

/* Connections between Reals with an end that is declared discrete: what is continuous all the same,
 * as vendors declare it, is coupled worse than it could be. */
static void
add_discrete (GPtrArray *findings, const LsModel *model)
{
  for (guint i = 0; i < ls_model_get_n_connections (model); i++)
    {
      const LsConnection *connection = ls_model_get_connection (model, i);
      const LsVariable *output = find_end (model, connection->from, connection->output);
      const LsVariable *input = find_end (model, connection->to, connection->input);
      g_autofree char *subject = NULL;
      gboolean first;

      if (output == NULL || input == NULL || output->type != LS_TYPE_REAL
          || input->type != LS_TYPE_REAL
          || (output->variability != LS_VARIABILITY_DISCRETE
              && input->variability != LS_VARIABILITY_DISCRETE))
        continue;
      first = output->variability == LS_VARIABILITY_DISCRETE;
      subject = g_strdup_printf (
          "%s.%s", ls_model_find_component (model, first ? connection->from : connection->to)->name,
          first ? output->name : input->name);
      ls_finding_add (
          findings, LS_FINDING_NOTE, "discrete", 0, subject,
          _ ("declared discrete, so that it is neither balanced nor corrected for direct "
             "feed-through, and most methods hold it over each step: right if it "
             "changes at samples only, else its vendor should declare it continuous"));
    }
}

/* Missing capabilities of components for a method of the experiment, and its fallback. */
static void
add_instead (GPtrArray *findings, const LsModel *model, const LsMethodChoice *choice)
{
  g_autoptr (LsRun) run = ls_run_new (model, choice, 0.0, 1.0, 1.0, NULL, NULL);

  for (guint i = 0; run != NULL && i < ls_run_get_n_components (run); i++)
    {
      const char *name;
      g_autofree char *instead = ls_run_explain_component (run, i, &name);
      g_autofree char *method = instead != NULL ? ls_method_choice_to_text (choice) : NULL;

      if (instead != NULL)
        ls_finding_add (findings, LS_FINDING_NOTE, "capability", 0, method, "%s: %s", name,
                        instead);
    }
}

/* Invalid methods of the experiment. */
static void
add_methods (GPtrArray *findings, const LsModel *model)
{
  const LsExperiment *experiment = ls_model_get_experiment ((LsModel *)model);

  for (guint i = 0; i < experiment->methods->len; i++)
    {
      g_autoptr (GError) error = NULL;
      LsFinding *finding;

      if (ls_coupling_method_check_choice (experiment->methods->pdata[i], model, &error))
        {
          add_instead (findings, model, experiment->methods->pdata[i]);
          continue;
        }
      finding = g_new0 (LsFinding, 1);
      finding->level = LS_FINDING_ERROR;
      finding->rule = "experiment";
      finding->subject = ls_method_choice_to_text (experiment->methods->pdata[i]);
      finding->message = g_strdup (error->message);
      g_ptr_array_add (findings, finding);
    }
}

/* FMUs of the model without a binary that can be loaded here. */
static void
add_platforms (GPtrArray *findings, const LsModel *model)
{
  for (guint i = 0; i < ls_model_get_n_components (model); i++)
    {
      const LsComponent *component = ls_model_get_component (model, i);
      const LsDescription *description
          = component->fmu != NULL ? ls_fmu_get_description (component->fmu) : NULL;
      const LsInterface *interface = NULL;
      const char *message, *path;
      g_autofree char *binary = NULL;
      g_autoptr (GError) error = NULL;

      if (description != NULL)
        interface = description->co_simulation.present ? &description->co_simulation
                                                       : &description->model_exchange;
      if (interface == NULL || !interface->present
          || (binary = ls_fmu_find_binary (component->fmu, interface, &error)) != NULL)
        continue;
      message = error->message;
      path = ls_fmu_get_path (component->fmu);
      /* The path is a temporary folder if the FMU is in an archive. */
      if (g_str_has_prefix (message, path) && g_str_has_prefix (message + strlen (path), ": "))
        message += strlen (path) + 2;
      ls_finding_add (findings, LS_FINDING_ERROR, "ssp-binary", (int)component->line, NULL,
                      "%s: %s: %s", component->name, component->source, message);
    }
}

/* Checks a model with its connections and parameters. */
static GPtrArray *
check_ssp (const char *path, GError **error)
{
  GError *local_error = NULL;
  g_autoptr (GPtrArray) faults = NULL;
  g_autoptr (LsModel) model = ls_ssp_read_checked (path, &faults, &local_error);
  g_autoptr (GPtrArray) problems = NULL;
  GPtrArray *findings;

  if (model == NULL && (faults == NULL || faults->len == 0))
    {
      g_propagate_error (error, local_error);
      return NULL;
    }
  problems = model != NULL ? ls_model_list_problems (model) : g_steal_pointer (&faults);
  findings = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_finding_free);
  for (guint i = 0; i < problems->len; i++)
    add_remark (findings, problems->pdata[i]);
  if (model != NULL)
    {
      add_platforms (findings, model);
      add_methods (findings, model);
      add_loops (findings, model);
      add_bonds (findings, model);
      add_discrete (findings, model);
    }
  else
    add_failure (findings, path, local_error);
  return findings;
}

static LsFinding *
add_lesson_finding (GPtrArray *findings, LsFindingLevel level, guint line, char *message)
{
  LsFinding *finding = g_new0 (LsFinding, 1);

  finding->level = level;
  finding->rule = "lesson";
  finding->line = (int)line;
  finding->message = message;
  g_ptr_array_add (findings, finding);
  return finding;
}

/* Checks every number of a lesson by runs of its buttons. */
static gboolean
try_lesson (LsLesson *lesson, GPtrArray *findings, GError **error)
{
  g_autoptr (GPtrArray) numbers = ls_lesson_try (lesson, NULL, error);

  for (guint i = 0; numbers != NULL && i < numbers->len; i++)
    {
      const LsLessonFinding *number = numbers->pdata[i];
      g_autofree char *what = g_strjoinv (" ", number->value->words);
      char *message = number->problem != NULL
                          ? g_strdup_printf (_ ("“%s” (%s): %s"), number->value->quoted, what,
                                             number->problem)
                          : g_strdup_printf (_ ("“%s” (%s): a run gives %.6g"),
                                             number->value->quoted, what, number->found);

      add_lesson_finding (findings, number->holds ? LS_FINDING_NOTE : LS_FINDING_ERROR,
                          number->value->line, message);
    }
  return numbers != NULL;
}

/* @version: (nullable): file name of a translation */
static void
add_unverified (const LsLesson *lesson, const char *version, GPtrArray *findings)
{
  g_autoptr (GPtrArray) problems = ls_lesson_list_unverified (lesson);

  for (guint i = 0; i < problems->len; i++)
    {
      const LsMarkupProblem *problem = problems->pdata[i];

      add_lesson_finding (findings, LS_FINDING_WARNING, problem->line, g_strdup (problem->text))
          ->subject
          = g_strdup (version);
    }
}

/* Translations have the same buttons and numbers, so that the runs of the original apply to all. */
static void
check_versions (const char *path, GPtrArray *findings)
{
  g_autoptr (GPtrArray) versions = ls_lesson_list_versions (path);

  for (guint i = 0; i < versions->len; i++)
    {
      g_autoptr (LsLesson) lesson = ls_lesson_read (versions->pdata[i], NULL);
      const GPtrArray *problems = lesson != NULL ? ls_lesson_check (lesson) : NULL;

      for (guint k = 0; problems != NULL && k < problems->len; k++)
        {
          const LsMarkupProblem *problem = problems->pdata[k];

          add_lesson_finding (findings, LS_FINDING_ERROR, problem->line, g_strdup (problem->text))
              ->subject
              = g_path_get_basename (versions->pdata[i]);
        }
      g_autofree char *name = g_path_get_basename (versions->pdata[i]);

      if (lesson != NULL)
        add_unverified (lesson, name, findings);
      else
        add_lesson_finding (findings, LS_FINDING_ERROR, 1, g_strdup (_ ("cannot be read")))->subject
            = g_steal_pointer (&name);
    }
}

/* Checks the text, and every action and number with the models. */
static GPtrArray *
check_lesson (const char *path, gboolean numbers, GError **error)
{
  g_autoptr (LsLesson) lesson = ls_lesson_read (path, error);
  g_autoptr (GPtrArray) findings = NULL;
  const GPtrArray *problems;

  if (lesson == NULL)
    return NULL;
  findings = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_finding_free);
  problems = ls_lesson_check (lesson);
  for (guint i = 0; i < problems->len; i++)
    {
      const LsMarkupProblem *problem = problems->pdata[i];

      add_lesson_finding (findings, LS_FINDING_ERROR, problem->line, g_strdup (problem->text));
    }
  add_unverified (lesson, NULL, findings);
  check_versions (path, findings);
  if (numbers && problems->len == 0 && !try_lesson (lesson, findings, error))
    return NULL;
  return g_steal_pointer (&findings);
}

/* A parameter set, mapping or dictionary file, according to the version it declares. */
static GPtrArray *
check_part (const char *path, GError **error)
{
  g_autofree char *data = NULL;
  gsize size = 0;
  g_autoptr (xmlDoc) document = NULL;
  g_autoptr (GPtrArray) faults = NULL;
  GPtrArray *findings;

  if (!ls_xml_load (path, &data, &size, error)
      || (document = ls_xml_read_memory (data, size, path, NULL, error)) == NULL)
    return NULL;
  faults = ls_ssp_check_document (document, data, size, G_MAXUINT);
  if (faults == NULL)
    return ls_fail_null (error, LS_ERROR_FORMAT, _ ("%s: the element %s begins no document of SSP"),
                         path, (const char *)xmlDocGetRootElement (document)->name);
  findings = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_finding_free);
  for (guint i = 0; i < faults->len; i++)
    {
      const LsSchemaFault *fault = faults->pdata[i];
      LsFinding *finding = g_new0 (LsFinding, 1);

      finding->level = LS_FINDING_ERROR;
      finding->rule = "ssp-schema";
      finding->line = (int)fault->line;
      finding->message = g_strdup_printf ("%s: %s", fault->subject, fault->text);
      g_ptr_array_add (findings, finding);
    }
  return findings;
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
  { "SystemStructure.ssd", check_ssp },
};

static gboolean
has_entry (const char *path, const char *entry)
{
  gsize size = 0;
  g_autofree char *data = read_entry (path, entry, &size);

  return data != NULL;
}

/* A file of unknown kind is passed to the first check, which reports the error. */
static GPtrArray *
check (const char *path, gboolean numbers, GError **error)
{
  if (ls_lesson_is_lesson (path))
    return check_lesson (path, numbers, error);
  if (ls_ssp_is_model (path))
    return check_ssp (path, error);
  if (is_part (path))
    return check_part (path, error);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (has_entry (path, kinds[i].entry))
      return kinds[i].check (path, error);
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
      add_failure (findings, path, error);
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
      = g_strdup_printf (_ ("the FMU brings the process down: %s"), strsignal (signal_number));
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
      N_ ("Of a lesson: press all buttons too, and hold its numbers against the runs"), NULL },
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
      "Check an FMU against the standard and run it for a moment, or name the problems of a model "
      "or a lesson"),
  .run = run,
  .calls_fmus = TRUE,
};
