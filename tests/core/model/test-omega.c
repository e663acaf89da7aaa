/* The connection matrix, and the evaluation order against brute force. */
#include "core/base/number.h"
#include "core/model/omega.h"
#include "core/model/omega-text.h"

#include "make-fmu.h"

#include <stdlib.h>
#include <string.h>

#define N_PORTS 3u

static const char *models;

static char **
list_loop (const LsOmega *omega, const LsModel *model, guint rows[], guint n)
{
  char **signals = g_new0 (char *, n + 1);

  qsort (rows, n, sizeof *rows, ls_compare_indices);
  for (guint i = 0; i < n; i++)
    {
      const LsPort *port = &omega->outputs[rows[i]];

      signals[i] = g_strdup_printf ("%s.%s", ls_model_find_component (model, port->component)->name,
                                    port->variable->name);
    }
  return signals;
}

/* @order: (out) (transfer full): rows, each after those it depends on; @loop: (out) (optional): the
 * signals of the first loop, if any. Returns: whether there is none. */
static gboolean
sort (const LsOmega *self, const LsModel *model, guint **order, char ***loop)
{
  g_autoptr (LsGraph) graph = NULL;
  g_autofree guint *groups = NULL;
  g_autofree guint *nodes = NULL;
  guint n_groups, n_loop = 0;

  *order = NULL;
  if (loop != NULL)
    *loop = NULL;
  graph = ls_omega_get_graph (self, model);
  nodes = ls_graph_sort (graph, &groups, &n_groups);
  for (guint i = 0; i < n_groups && n_loop == 0; i++)
    {
      n_loop = groups[i + 1] - groups[i];
      if (n_loop == 1 && !ls_graph_has_edge (graph, nodes[groups[i]], nodes[groups[i]]))
        n_loop = 0;
      if (n_loop > 0 && loop != NULL)
        *loop = list_loop (self, model, nodes + groups[i], n_loop);
    }
  if (n_loop == 0)
    *order = g_steal_pointer (&nodes);
  return n_loop == 0;
}

static void
test_two_bodies (void)
{
  static const char *const names[] = { "left-body", "right-body" };
  g_autoptr (LsModel) model = ls_model_new ();
  g_autoptr (LsOmega) omega = NULL;
  g_autofree guint *order = NULL;
  guint ids[2];
  char **loop;

  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *file = g_strconcat (names[i], ".fmu", NULL);
      g_autofree char *path = g_build_filename (models, file, NULL);
      g_autoptr (LsFmu) fmu = ls_fmu_open (path, NULL);

      ids[i] = ls_model_add_component (model, fmu, NULL, 0.0, 0.0);
    }
  g_assert_cmpuint (ls_model_connect (model, ids[1], "F", ids[0], "F", NULL), !=, 0);
  g_assert_cmpuint (ls_model_connect (model, ids[0], "x", ids[1], "x_left", NULL), !=, 0);
  omega = ls_omega_new (model);
  /* outputs: left x v, right x v F; inputs: left F, right x_left v_left */
  g_assert_cmpuint (omega->n_outputs, ==, 5);
  g_assert_cmpuint (omega->n_inputs, ==, 3);
  g_assert_cmpint (omega->sources[0], ==, 4);
  g_assert_cmpint (omega->sources[1], ==, 0);
  g_assert_cmpint (omega->sources[2], ==, -1);
  g_assert_cmpstr (omega->outputs[4].variable->name, ==, "F");
  g_assert_cmpuint (omega->outputs[4].component, ==, ids[1]);
  /* right.F depends directly on x_left, left.x on nothing: no loop. */
  g_assert_true (sort (omega, model, &order, &loop));
  g_assert_null (loop);
  for (guint i = 0, seen = 0; i < 5; i++)
    {
      seen += order[i] == 0;
      if (order[i] == 4)
        g_assert_cmpuint (seen, ==, 1);
    }
}

/* An FMU of three inputs and three outputs; bit i * 3 + j of @pattern: output i depends on input
 * j. With @given FALSE nothing is said of output 0, which means that it depends on all. */
static LsFmu *
make_block (const char *name, guint pattern, gboolean given)
{
  g_autoptr (GString) variables = g_string_new (NULL);
  g_autoptr (GString) outputs = g_string_new (NULL);

  for (guint i = 0; i < N_PORTS; i++)
    g_string_append_printf (
        variables,
        "<ScalarVariable name=\"u%u\" valueReference=\"%u\" causality=\"input\">"
        "<Real start=\"0\"/></ScalarVariable>",
        i, i);
  for (guint i = 0; i < N_PORTS; i++)
    {
      g_string_append_printf (
          variables,
          "<ScalarVariable name=\"y%u\" valueReference=\"%u\" causality=\"output\"><Real/>"
          "</ScalarVariable>",
          i, i + N_PORTS);
      g_string_append_printf (outputs, "<Unknown index=\"%u\"", i + N_PORTS + 1);
      if (i > 0 || given)
        {
          g_string_append (outputs, " dependencies=\"");
          for (guint j = 0; j < N_PORTS; j++)
            if (pattern >> (i * N_PORTS + j) & 1)
              g_string_append_printf (outputs, "%u ", j + 1);
          g_string_append (outputs, "\"");
        }
      g_string_append (outputs, "/>");
    }
  return test_make_fmu (name, "", "", variables->str, outputs->str);
}

typedef struct
{
  LsModel *model;
  guint n_blocks;
  guint *patterns, *ids;
} Blocks;

static void
blocks_init (Blocks *self, GRand *random, guint n_blocks)
{
  self->model = ls_model_new ();
  self->n_blocks = n_blocks;
  self->patterns = g_new (guint, n_blocks);
  self->ids = g_new (guint, n_blocks);
  for (guint b = 0; b < n_blocks; b++)
    {
      g_autofree char *name = g_strdup_printf ("b%u", b);
      gboolean given = g_rand_double (random) < 0.8;
      g_autoptr (LsFmu) fmu = NULL;

      self->patterns[b] = g_rand_int (random) & g_rand_int (random) & 0x1ffu;
      fmu = make_block (name, self->patterns[b], given);
      if (!given)
        self->patterns[b] |= 7u;
      self->ids[b] = ls_model_add_component (self->model, fmu, NULL, 0.0, 0.0);
    }
}

static void
blocks_connect (Blocks *self, GRand *random, double density)
{
  for (guint b = 0; b < self->n_blocks; b++)
    for (guint j = 0; j < N_PORTS; j++)
      {
        guint from = self->ids[g_rand_int_range (random, 0, (gint32)self->n_blocks)];
        g_autofree char *output
            = g_strdup_printf ("y%d", g_rand_int_range (random, 0, (gint32)N_PORTS));
        g_autofree char *input = g_strdup_printf ("u%u", j);

        if (g_rand_double (random) < density)
          g_assert_cmpuint (ls_model_connect (self->model, from, output, self->ids[b], input, NULL),
                            !=, 0);
      }
}

/* Row i of the n x n result needs row j first, directly or not (Warshall). */
static gboolean *
find_needs (const Blocks *blocks, const LsOmega *omega)
{
  guint n = omega->n_outputs;
  gboolean *needs = g_new0 (gboolean, n * n);

  for (guint row = 0; row < n; row++)
    for (guint j = 0; j < N_PORTS; j++)
      {
        guint block = row / N_PORTS;
        int source = omega->sources[block * N_PORTS + j];

        if (source >= 0 && (blocks->patterns[block] >> (row % N_PORTS * N_PORTS + j) & 1))
          needs[row * n + (guint)source] = TRUE;
      }
  for (guint k = 0; k < n; k++)
    for (guint i = 0; i < n; i++)
      for (guint j = 0; j < n; j++)
        if (needs[i * n + k] && needs[k * n + j])
          needs[i * n + j] = TRUE;
  return needs;
}

static guint
get_row (const LsOmega *omega, const LsModel *model, const char *signal)
{
  for (guint i = 0; i < omega->n_outputs; i++)
    {
      const LsPort *port = &omega->outputs[i];
      g_autofree char *name = g_strdup_printf (
          "%s.%s", ls_model_find_component (model, port->component)->name, port->variable->name);

      if (g_str_equal (name, signal))
        return i;
    }
  g_assert_not_reached ();
}

/* All of the loop need each other, and no other output both needs them and is needed by them. */
static void
check_loop (const LsOmega *omega, const LsModel *model, const gboolean needs[], char **loop)
{
  guint n = omega->n_outputs, n_mutual = 0, first = get_row (omega, model, loop[0]);

  for (guint i = 0; i < n; i++)
    n_mutual += needs[i * n + first] && needs[first * n + i];
  g_assert_cmpuint (g_strv_length (loop), ==, n_mutual);
  for (guint k = 0; loop[k] != NULL; k++)
    {
      guint row = get_row (omega, model, loop[k]);

      g_assert_true (needs[row * n + first] && needs[first * n + row]);
    }
}

static void
check_order (guint n, const gboolean needs[], const guint order[])
{
  g_autofree guint *place = g_new0 (guint, n);
  guint sum = 0;

  for (guint i = 0; i < n; i++)
    {
      place[order[i]] = i;
      sum += order[i];
    }
  g_assert_cmpuint (sum, ==, n * (n - 1) / 2);
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < n; j++)
      if (needs[i * n + j])
        g_assert_cmpuint (place[j], <, place[i]);
}

static gboolean
check_random (GRand *random, guint n_blocks, double density)
{
  g_autoptr (LsOmega) omega = NULL;
  g_autofree guint *order = NULL;
  g_autofree gboolean *needs = NULL;
  g_auto (GStrv) loop = NULL;
  gboolean has_loop = FALSE;
  Blocks blocks;

  blocks_init (&blocks, random, n_blocks);
  blocks_connect (&blocks, random, density);
  omega = ls_omega_new (blocks.model);
  needs = find_needs (&blocks, omega);
  for (guint i = 0; i < omega->n_outputs; i++)
    has_loop |= needs[i * omega->n_outputs + i];
  g_assert_cmpint (sort (omega, blocks.model, &order, &loop), ==, !has_loop);
  if (has_loop)
    check_loop (omega, blocks.model, needs, loop);
  else
    check_order (omega->n_outputs, needs, order);
  g_assert_cmpint (order == NULL, ==, has_loop);
  g_assert_cmpint (loop == NULL, ==, !has_loop);
  ls_model_free (blocks.model);
  g_free (blocks.patterns);
  g_free (blocks.ids);
  return has_loop;
}

/* Against the matrix written by hand; 1 where the output of the row feeds the input of the column.
 */
static void
test_text (void)
{
  static const char *const names[] = { "left-body", "right-body" };
  g_autoptr (LsModel) model = ls_model_new ();
  g_autoptr (LsOmega) omega = NULL;
  g_autofree char *plain = NULL;
  g_autofree char *tabs = NULL;
  g_autofree char *latex = NULL;
  guint ids[2];

  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *file = g_strconcat (names[i], ".fmu", NULL);
      g_autofree char *path = g_build_filename (models, file, NULL);
      g_autoptr (LsFmu) fmu = ls_fmu_open (path, NULL);

      ids[i] = ls_model_add_component (model, fmu, i == 0 ? "left" : "right_hand", 0.0, 0.0);
    }
  ls_model_connect (model, ids[1], "F", ids[0], "F", NULL);
  ls_model_connect (model, ids[0], "x", ids[1], "x_left", NULL);
  omega = ls_omega_new (model);
  plain = ls_omega_format (omega, model, LS_OMEGA_PLAIN);
  tabs = ls_omega_format (omega, model, LS_OMEGA_TABS);
  latex = ls_omega_format (omega, model, LS_OMEGA_LATEX);
  g_assert_cmpstr (plain, ==,
                   "              left  right_hand\n"
                   "              F     x_left v_left\n"
                   "left.x        0     1      0\n"
                   "left.v        0     0      0\n"
                   "\n"
                   "right_hand.x  0     0      0\n"
                   "right_hand.v  0     0      0\n"
                   "right_hand.F  1     0      0\n");
  g_assert_cmpstr (tabs, ==,
                   "\tleft.F\tright_hand.x_left\tright_hand.v_left\n"
                   "left.x\t0\t1\t0\n"
                   "left.v\t0\t0\t0\n"
                   "right_hand.x\t0\t0\t0\n"
                   "right_hand.v\t0\t0\t0\n"
                   "right_hand.F\t1\t0\t0\n");
  g_assert_cmpstr (
      latex, ==,
      "\\begin{array}{r|c|cc}\n"
      " & \\text{left.F} & \\text{right\\_hand.x\\_left} & \\text{right\\_hand.v\\_left} "
      "\\\\\n"
      "\\hline\n"
      "\\text{left.x} & 0 & 1 & 0 \\\\\n"
      "\\text{left.v} & 0 & 0 & 0 \\\\\n"
      "\\hline\n"
      "\\text{right\\_hand.x} & 0 & 0 & 0 \\\\\n"
      "\\text{right\\_hand.v} & 0 & 0 & 0 \\\\\n"
      "\\text{right\\_hand.F} & 1 & 0 & 0\n"
      "\\end{array}\n");
}

static void
test_random (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  guint n_loops = 0;

  for (guint i = 0; i < 120; i++)
    n_loops += check_random (random, 1 + i % 6, 0.1 + 0.15 * (i % 7));
  g_test_message ("%u of 120 had loops", n_loops);
  g_assert_cmpuint (n_loops, >, 20);
  g_assert_cmpuint (n_loops, <, 100);
}

/* A long chain must not exhaust the stack, nor take quadratic time. */
static void
test_chain (void)
{
  const guint n = 20000;
  g_autoptr (LsFmu) fmu = make_block ("link", 0x1ffu, TRUE);
  g_autoptr (LsModel) model = ls_model_new ();
  g_autoptr (LsOmega) omega = NULL;
  g_autofree guint *order = NULL;
  guint last = 0;

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("link_%u", i);
      guint id = ls_model_add_component (model, fmu, name, 0.0, 0.0);

      if (last != 0)
        g_assert_cmpuint (ls_model_connect (model, id, "y0", last, "u0", NULL), !=, 0);
      last = id;
    }
  omega = ls_omega_new (model);
  g_assert_true (sort (omega, model, &order, NULL));
  g_assert_cmpuint (order[0] / N_PORTS, ==, n - 1);
}

int
main (int argc, char *argv[])
{
  int result;

  g_test_init (&argc, &argv, NULL);
  models = argc > 1 ? argv[1] : "build/models";
  g_test_add_func ("/core/model/omega/two-bodies", test_two_bodies);
  g_test_add_func ("/core/model/omega/text", test_text);
  g_test_add_func ("/core/model/omega/random", test_random);
  g_test_add_func ("/core/model/omega/chain", test_chain);
  result = g_test_run ();
  test_clear_folder ();
  return result;
}
