/* Lessons: what is wrong in one is said with its line; what the shipped ones say is true. */
#include "core/lesson/lesson.h"
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include "core/base/status.h"
#include "core/lesson/lesson-impl.h"
#include "core/base/places.h"
#include "examples.h"

static LsLesson *
read_text (const char *text)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "lockstep-test-lesson.md", NULL);
  g_autoptr (GError) error = NULL;
  LsLesson *lesson;

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  lesson = ls_lesson_read (path, &error);
  g_assert_no_error (error);
  g_remove (path);
  return lesson;
}

/* The one thing wrong with it is in @line and speaks of @part. */
static void
assert_problem (const char *text, guint line, const char *part)
{
  g_autoptr (LsLesson) lesson = read_text (text);
  const GPtrArray *problems = ls_lesson_check (lesson);
  const LsMarkupProblem *problem;

  g_assert_cmpuint (problems->len, >=, 1);
  problem = g_ptr_array_index (problems, 0);
  if (problems->len != 1 || problem->line != line || strstr (problem->text, part) == NULL)
    g_error ("%s\nline %u: %s (%u problems)", text, problem->line, problem->text, problems->len);
}

/* The numbers that no run verifies, in the order of the text. */
static void
assert_unverified (const char *text, const char *numbers)
{
  g_autoptr (LsLesson) lesson = read_text (text);
  g_autoptr (GPtrArray) problems = ls_lesson_list_unverified (lesson);
  g_autoptr (GString) found = g_string_new (NULL);

  g_assert_cmpuint (ls_lesson_check (lesson)->len, ==, 0);
  for (guint i = 0; i < problems->len; i++)
    {
      const LsMarkupProblem *problem = g_ptr_array_index (problems, i);
      const char *end = strstr (problem->text, "” is not");

      g_assert_nonnull (end);
      g_string_append_printf (found, "%s%u:%.*s", i > 0 ? " " : "", problem->line,
                              (int)(end - problem->text - strlen ("“")),
                              problem->text + strlen ("“"));
    }
  g_assert_cmpstr (found->str, ==, numbers);
}

#define HEAD "---\ntitle: x\nmodel: lotka-volterra.ssp\n---\n# One\n"
#define BUTTON(actions) HEAD "```button Go\n" actions "\n```\n"

static void
test_unverified (void)
{
  assert_unverified (HEAD "Off by 0.5, or 7 %, or 1,5: in 20 s, v2.5, `0.3`, $0.4$.\n",
                     "6:0.5 6:7 6:1,5");
  assert_unverified (HEAD "| a | b |\n| --- | --- |\n| x | 888 |\n", "8:888");
  assert_unverified (
      "---\ntitle: x\nmodel: lotka-volterra.ssp\ngiven: 0.5 7\n---\n# One\n0.5, 7 %.\n", "");
  assert_unverified (
      BUTTON ("step 0.1\nrun") "\nA step of 0.1 s: [5.25](value:error prey.population missiles) %; "
                               "5.25 again, not 5.26.\n",
      "11:5.26");
}

#define QUESTION "> **Question.** Which?\n\n"
#define GO "```button Go\nopen\n```\n"

static guint
find_answer (const char *text, guint *line)
{
  g_autoptr (LsLesson) lesson = read_text (text);
  const LsLessonButton *button;
  const guint answer = ls_lesson_find_answer (lesson, 0, &button);

  *line = button != NULL ? button->line : 0;
  return answer;
}

/* Blocks: heading, question, button, answer. */
static void
test_answers (void)
{
  guint line;

  g_assert_cmpuint (find_answer (HEAD QUESTION GO "\nThis.\n\nAnd that.\n", &line), ==, 3);
  g_assert_cmpuint (line, ==, 8);
  /* Neither without a question, nor without a button after it, nor where nothing follows. */
  g_assert_cmpuint (find_answer (HEAD GO "\nThis.\n", &line), ==, 3);
  g_assert_cmpuint (line, ==, 0);
  g_assert_cmpuint (find_answer (HEAD GO QUESTION "This.\n", &line), ==, 4);
  g_assert_cmpuint (line, ==, 0);
  g_assert_cmpuint (find_answer (HEAD QUESTION GO "# Two\nThis.\n", &line), ==, 3);
  g_assert_cmpuint (line, ==, 0);
}

/* Whether the first action of a lesson is done in @model. */
static gboolean
is_done (const char *deed, LsModel *model, LsComparison *comparison)
{
  g_autofree char *text = g_strdup_printf (HEAD "```button Go\nexpect %s\n```\n", deed);
  g_autoptr (LsLesson) lesson = read_text (text);
  const LsLessonEvent *event = g_ptr_array_index (lesson->events, 0);
  g_autoptr (GError) error = NULL;
  const gboolean done = ls_lesson_action_expect (g_ptr_array_index (event->button->actions, 0),
                                                 model, comparison, &error);

  g_assert_true (done == (error == NULL));
  return done;
}

/* A deed counts once it is done, in the model and in the runs. */
static void
test_expect (void)
{
  const double steps[] = { 0.1 };
  g_autoptr (LsModel) empty = ls_model_new ();
  g_autoptr (LsModel) model = example_lotka_volterra ();
  g_autoptr (GPtrArray) methods
      = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_method_choice_free);
  g_autoptr (LsComparison) comparison = NULL;
  GError *error = NULL;

  g_assert_false (is_done ("components 2", empty, NULL));
  g_assert_true (is_done ("open-inputs 0", empty, NULL));
  g_assert_true (is_done ("components 2", model, NULL));
  g_assert_false (is_done ("components 3", model, NULL));
  g_assert_true (is_done ("connections 2", model, NULL));
  g_assert_true (is_done ("open-inputs 0", model, NULL));
  ls_model_disconnect (model, ls_model_get_connection (model, 0)->id);
  g_assert_false (is_done ("open-inputs 0", model, NULL));
  g_assert_true (is_done ("open-inputs 1", model, NULL));
  g_assert_true (is_done ("step-sizes 1", model, NULL));
  g_assert_false (is_done ("step-sizes 2", model, NULL));
  g_assert_false (is_done ("errors 1", model, NULL));
  g_ptr_array_add (methods, ls_method_choice_parse ("missiles", NULL));
  comparison = ls_comparison_new (model, methods, steps, 1, 0, 1, NULL, &error);
  g_assert_no_error (error);
  g_assert_false (is_done ("errors 1", model, comparison));
  ls_comparison_execute (comparison, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (is_done ("errors 1", model, comparison));
  g_assert_false (is_done ("errors 2", model, comparison));
}

static void
test_problems (void)
{
  assert_problem ("---\nmodel: lotka-volterra.ssp\n---\n# One\n", 1, "title");
  assert_problem ("---\ntitle: x\nauthor: y\n---\n# One\n", 3, "author");
  assert_problem ("---\ntitle: x\nmodel: none.ssp\n---\n# One\n", 3, "none.ssp");
  assert_problem ("---\ntitle: x\n---\nText.\n\n# One\n", 4, "heading");
  assert_problem (HEAD "```button\nrun\n```\n", 6, "label");
  assert_problem (HEAD "```button Go\n```\n", 6, "nothing");
  assert_problem (HEAD "![a](none.png)\n", 6, "none.png");
  assert_problem (BUTTON ("fly"), 7, "fly");
  assert_problem (BUTTON ("expect miracles 1"), 7, "miracles");
  assert_problem (BUTTON ("expect components two"), 7, "two");
  assert_problem (BUTTON ("expect components 1.5"), 7, "1.5");
  assert_problem (BUTTON ("expect components"), 7, "NUMBER");
  assert_problem (BUTTON ("open a b"), 7, "MODEL");
  assert_problem (BUTTON ("open nowhere.ssp"), 7, "nowhere.ssp");
  assert_problem (BUTTON ("# a remark\nmethods jacobi"), 8, "jacobi");
  assert_problem (BUTTON ("methods missiles:defect=perhaps"), 7, "defect");
  assert_problem (BUTTON ("methods missiles:none=1"), 7, "none");
  assert_problem (BUTTON ("methods gauss-seidel:order=prey/nobody"), 7, "nobody");
  assert_problem (BUTTON ("step 0.1 -1"), 7, "-1");
  assert_problem (BUTTON ("step soon"), 7, "soon");
  assert_problem (BUTTON ("stop 0"), 7, "0");
  assert_problem (BUTTON ("tolerance none"), 7, "none");
  assert_problem (BUTTON ("reference file.csv"), 7, "file.csv");
  assert_problem (BUTTON ("signals prey.population prey.size"), 7, "size");
  assert_problem (BUTTON ("orbit prey.population"), 7, "COMPONENT");
  assert_problem (BUTTON ("set prey.alpha fast"), 7, "alpha");
  assert_problem (BUTTON ("reset prey.omega"), 7, "omega");
  assert_problem (BUTTON ("without fox rollback"), 7, "fox");
  assert_problem (BUTTON ("without prey courage"), 7, "courage");
  assert_problem (BUTTON ("plot 3 orbit"), 7, "3");
  assert_problem (BUTTON ("plot 1 pie"), 7, "pie");
  assert_problem (BUTTON ("zoom 3 2"), 7, "2");
  assert_problem (BUTTON ("zoom out"), 7, "out");
  assert_problem (BUTTON ("show me"), 7, "me");
  assert_problem (BUTTON ("select fox"), 7, "fox");
  assert_problem (BUTTON ("macro-step jacobi 1"), 7, "jacobi");
  assert_problem (BUTTON ("page 2"), 7, "2");
  assert_problem ("---\ntitle: x\n---\n# One\n```button Go\nrun\n```\n", 6, "no model");
  assert_problem (HEAD "It is [5](value:error prey.population missiles) %.\n", 6, "before");
  assert_problem (BUTTON ("run") "\n[5](value:luck prey.population missiles)\n", 10, "luck");
  assert_problem (BUTTON ("run") "\n[5](value:error prey.population)\n", 10, "SIGNAL");
  assert_problem (BUTTON ("run") "\n[5](value:error prey.size missiles)\n", 10, "size");
  assert_problem (BUTTON ("run") "\n[5](value:error prey.population costarica)\n", 10, "costarica");
  assert_problem (BUTTON ("step 0.1 0.2\nrun") "\n[5](value:error prey.population missiles)\n", 11,
                  "ambiguous");
  assert_problem (BUTTON ("run") "\n[five](value:steps missiles)\n", 10, "five");
}

static void
test_structure (void)
{
  g_autoptr (LsLesson) lesson
      = read_text (BUTTON ("methods missiles\nrun") "\n# Two\nText [1](value:steps missiles)\n");
  const LsLessonButton *button = ls_lesson_find_button (lesson, 6);
  guint first, last;

  g_assert_cmpuint (ls_lesson_check (lesson)->len, ==, 0);
  g_assert_cmpuint (ls_lesson_get_n_pages (lesson), ==, 2);
  ls_lesson_get_page (lesson, 0, &first, &last);
  g_assert_cmpuint (first, ==, 0);
  g_assert_cmpuint (last, ==, 2);
  g_assert_nonnull (button);
  g_assert_cmpuint (button->actions->len, ==, 2);
  g_assert_null (ls_lesson_find_button (lesson, 7));
  g_assert_cmpint (ls_lesson_find_page (lesson, "next", 0), ==, 1);
  g_assert_cmpint (ls_lesson_find_page (lesson, "next", 1), ==, -1);
  g_assert_cmpint (ls_lesson_find_page (lesson, "2", 0), ==, 1);
}

static void
test_quoted (void)
{
  double number, half;

  g_assert_true (ls_lesson_parse_quoted ("18.5 %", &number, &half));
  /* Numbers are parsed to rounding; half a unit of the last digit has 1e-9 of itself to spare. */
  g_assert_cmpfloat_with_epsilon (number, 18.5, 1e-12);
  g_assert_cmpfloat_with_epsilon (half, 0.05, 1e-10);
  g_assert_true (ls_lesson_parse_quoted ("−2.50e-3", &number, &half));
  g_assert_cmpfloat_with_epsilon (number, -2.5e-3, 1e-15);
  g_assert_cmpfloat_with_epsilon (half, 0.5e-5, 1e-14);
  g_assert_true (ls_lesson_parse_quoted ("2000", &number, &half));
  g_assert_cmpfloat_with_epsilon (half, 0.5, 1e-9);
  g_assert_true (ls_lesson_parse_quoted ("18,5 %", &number, &half));
  /* As above. */
  g_assert_cmpfloat_with_epsilon (number, 18.5, 1e-12);
  g_assert_cmpfloat_with_epsilon (half, 0.05, 1e-10);
  g_assert_true (ls_lesson_parse_quoted ("0,0000126", &number, &half));
  g_assert_cmpfloat_with_epsilon (number, 1.26e-5, 1e-15);
  g_assert_true (ls_lesson_parse_quoted ("2, then", &number, &half));
  g_assert_cmpfloat_with_epsilon (half, 0.5, 1e-9);
  g_assert_false (ls_lesson_parse_quoted ("some", &number, &half));
}

/* ---- Languages -------------------------------------------------------------------------- */

static void
assert_language (const char *path, const char *wanted)
{
  g_autofree char *language = ls_lesson_get_language (path);

  g_assert_cmpstr (language, ==, wanted);
}

static void
test_languages (void)
{
  g_autoptr (GPtrArray) versions = NULL;
  g_autofree char *folder = ls_places_find_lessons ();
  g_autofree char *path = g_build_filename (folder, "order.md", NULL);
  g_autofree char *french = g_build_filename (folder, "order.fr.md", NULL);
  static const struct
  {
    const char *languages[4], *wanted;
  } cases[] = {
    { { "de_AT.UTF-8", "de_AT", "de", "C" }, "order.de.md" },
    { { "fr", "C" }, "order.fr.md" },
    { { "en_GB", "en", "de" }, "order.md" },
    { { "it", "fr", "C" }, "order.fr.md" },
    { { "C" }, "order.md" },
  };

  assert_language ("a.de.md", "de");
  assert_language ("x/pt.pt_BR.md", "pt_BR");
  assert_language ("a.md", NULL);
  assert_language ("step.0.1.md", NULL);
  assert_language (".de.md", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *languages[5] = { NULL };
      g_autofree char *found = NULL;
      g_autofree char *base = NULL;

      memcpy (languages, cases[i].languages, sizeof cases[i].languages);
      /* From a version as from the original. */
      found = ls_lesson_find_version (i % 2 == 0 ? path : french, languages);
      base = g_path_get_basename (found);
      g_assert_cmpstr (base, ==, cases[i].wanted);
    }
  versions = ls_lesson_list_versions (path);
  g_assert_cmpuint (versions->len, ==, 2);
  g_assert_cmpstr (versions->pdata[1], ==, french);
}

/* What is wrong with @text as the German version of the lesson @original. */
static void
assert_version (const char *original, const char *text, guint line, const char *part)
{
  g_autofree char *folder = g_dir_make_tmp ("lockstep-lesson-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "a.md", NULL);
  g_autofree char *german = g_build_filename (folder, "a.de.md", NULL);
  g_autoptr (LsLesson) lesson = NULL;
  const GPtrArray *problems;

  g_assert_true (g_file_set_contents (path, original, -1, NULL));
  g_assert_true (g_file_set_contents (german, text, -1, NULL));
  lesson = ls_lesson_read (german, NULL);
  problems = ls_lesson_check (lesson);
  g_assert_cmpuint (problems->len, ==, part != NULL ? 1 : 0);
  for (guint i = 0; i < problems->len; i++)
    {
      const LsMarkupProblem *problem = problems->pdata[i];

      g_assert_cmpuint (problem->line, ==, line);
      g_assert_nonnull (strstr (problem->text, part));
      g_assert_nonnull (strstr (problem->text, "a.md, line"));
    }
  g_remove (path);
  g_remove (german);
  g_rmdir (folder);
}

static void
test_versions (void)
{
  const char *one = BUTTON ("methods missiles\nrun") "\n[2.50](value:steps missiles)\n";

  assert_version (one, one, 0, NULL);
  assert_version (one, BUTTON ("methods missiles\nrun") "\n[2,50](value:steps missiles)\n", 0,
                  NULL);
  assert_version (one, BUTTON ("methods missiles\nrun") "\n[2,51](value:steps missiles)\n", 11,
                  "number is different");
  assert_version (one, BUTTON ("methods missiles\nrun") "\n[2.5](value:steps missiles)\n", 11,
                  "number is different");
  assert_version (one, BUTTON ("methods missiles\nrun") "\n[2,50](value:calls missiles)\n", 11,
                  "another way");
  assert_version (one, BUTTON ("methods missiles\nstep 1\nrun") "\n[2,50](value:steps missiles)\n",
                  8, "something else");
  assert_version (one, BUTTON ("methods missiles\nrun"), 6, "fewer");
  assert_version (BUTTON ("run"), BUTTON ("run") "# Two\n", 1, "pages");
}

/* A number that is not true is found, one that is rounded is not. */
static void
test_numbers (void)
{
  g_autoptr (LsLesson) lesson = read_text (BUTTON (
      "open\nmethods ni-jacobi\nstep 0.1\nrun") "\n[18.5](value:error prey.population ni-jacobi) "
                                                "[18.6](value:error prey.population ni-jacobi) "
                                                /* The README of the model gives it, by another
                                                   program. */
                                                "[0.489149](value:at prey.population reference 10) "
                                                "[0.488832](value:min prey.population reference) "
                                                "[1](value:order prey.population ni-jacobi)\n");
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) findings = NULL;
  static const gboolean holds[] = { TRUE, FALSE, TRUE, FALSE, FALSE };

  findings = ls_lesson_try (lesson, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (findings->len, ==, G_N_ELEMENTS (holds));
  for (guint i = 0; i < findings->len; i++)
    {
      const LsLessonFinding *finding = g_ptr_array_index (findings, i);

      g_test_message ("%s: %g", finding->value->quoted, finding->found);
      g_assert_cmpint (finding->holds, ==, holds[i]);
    }
  /* One step size shows no order. */
  g_assert_nonnull (((LsLessonFinding *)g_ptr_array_index (findings, 4))->problem);
}

/* What holds of the original holds of them: they have its pages, buttons and numbers. */
static void
check_translations (const char *path)
{
  g_autoptr (GPtrArray) versions = ls_lesson_list_versions (path);

  g_assert_cmpuint (versions->len, ==, 2);
  for (guint i = 0; i < versions->len; i++)
    {
      g_autoptr (LsLesson) lesson = ls_lesson_read (versions->pdata[i], NULL);
      const GPtrArray *problems = ls_lesson_check (lesson);

      if (problems->len > 0)
        g_error ("%s:%u: %s", lesson->path, ((LsMarkupProblem *)problems->pdata[0])->line,
                 ((LsMarkupProblem *)problems->pdata[0])->text);
      g_assert_nonnull (lesson->summary);
    }
}

static void
test_shipped (gconstpointer name)
{
  g_autofree char *folder = ls_places_find_lessons ();
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (LsLesson) lesson = ls_lesson_read (path, &error);
  g_autoptr (GPtrArray) findings = NULL;
  const GPtrArray *problems;

  g_assert_no_error (error);
  problems = ls_lesson_check (lesson);
  for (guint i = 0; i < problems->len; i++)
    g_test_message ("line %u: %s", ((LsMarkupProblem *)problems->pdata[i])->line,
                    ((LsMarkupProblem *)problems->pdata[i])->text);
  g_assert_cmpuint (problems->len, ==, 0);
  g_assert_cmpuint (ls_lesson_get_n_pages (lesson), >=, 5);
  g_assert_nonnull (lesson->summary);
  check_translations (path);
  findings = ls_lesson_try (lesson, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (findings->len, >=, 3);
  for (guint i = 0; i < findings->len; i++)
    {
      const LsLessonFinding *finding = g_ptr_array_index (findings, i);

      if (!finding->holds)
        g_error ("%s:%u: “%s”, a run gives %g %s", path, finding->value->line,
                 finding->value->quoted, finding->found,
                 finding->problem != NULL ? finding->problem : "");
    }
}

/* ---- Pages of the help ------------------------------------------------------------------ */

/* Levels of headings; pictures, which may be in a folder of the language. */
static char *
get_skeleton (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsMarkup) markup = ls_markup_read (path, &error);
  GString *skeleton = g_string_new (NULL);

  g_assert_no_error (error);
  g_assert_cmpuint (markup->problems->len, ==, 0);
  for (guint i = 0; i < markup->blocks->len; i++)
    {
      const LsMarkupBlock *block = g_ptr_array_index (markup->blocks, i);

      if (block->kind == LS_MARKUP_HEADING)
        g_string_append_printf (skeleton, "%u\n", block->level);
      if (block->kind == LS_MARKUP_PICTURE)
        {
          g_autofree char *picture = g_path_get_basename (block->info);

          g_string_append_printf (skeleton, "%s\n", picture);
        }
    }
  return g_string_free (skeleton, FALSE);
}

/* Links into a page go by the order of its headings, which are those of the original. */
static void
test_help (void)
{
  g_autofree char *folder = ls_places_find_help ();
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n = 0;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      static const char *const originals[] = { "C", NULL };
      g_autofree char *language = ls_lesson_get_language (name);
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *original = ls_lesson_find_version (path, originals);
      g_autofree char *mine = NULL;
      g_autofree char *wanted = NULL;

      if (language == NULL || !ls_lesson_is_lesson (name))
        continue;
      mine = get_skeleton (path);
      wanted = get_skeleton (original);
      if (!g_str_equal (mine, wanted))
        g_error ("%s is\n%s\nand not\n%s", name, mine, wanted);
      n++;
    }
  g_assert_cmpuint (n, >=, 6);
}

static void
set_folder (const char *variable, const char *name)
{
  g_autofree char *path = g_build_filename (g_getenv ("LS_BUILD_DIR"), name, NULL);

  g_setenv (variable, path, TRUE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  set_folder ("LOCKSTEP_MODELS", "models");
  set_folder ("LOCKSTEP_LESSONS", "data/lessons");
  g_test_add_func ("/lesson/problems", test_problems);
  g_test_add_func ("/lesson/unverified", test_unverified);
  g_test_add_func ("/lesson/expect", test_expect);
  g_test_add_func ("/lesson/answers", test_answers);
  g_test_add_func ("/lesson/structure", test_structure);
  g_test_add_func ("/lesson/quoted", test_quoted);
  g_test_add_func ("/lesson/numbers", test_numbers);
  g_test_add_func ("/lesson/languages", test_languages);
  g_test_add_func ("/lesson/versions", test_versions);
  g_test_add_func ("/lesson/help", test_help);
  g_test_add_data_func ("/lesson/shipped/first-model", "first-model.md", test_shipped);
  g_test_add_data_func ("/lesson/shipped/overshoot", "overshoot.md", test_shipped);
  g_test_add_data_func ("/lesson/shipped/order", "order.md", test_shipped);
  g_test_add_data_func ("/lesson/shipped/rollback", "rollback.md", test_shipped);
  g_test_add_data_func ("/lesson/shipped/event", "event.md", test_shipped);
  g_test_add_data_func ("/lesson/shipped/black-boxes", "black-boxes.md", test_shipped);
  return g_test_run ();
}
