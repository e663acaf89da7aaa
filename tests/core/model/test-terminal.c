/* Terminals: ports, wires, what is matched and what is doubtful. */
#include "core/model/element-map.h"
#include "core/model/omega.h"
#include "core/base/zip.h"
#include "core/fmi/finding.h"
#include "core/model/terminal-wires.h"
#include "core/ssp/ssp.h"

#include <glib/gstdio.h>
#include <string.h>

#include "make-fmu.h"

typedef struct
{
  LsModel *model;
  guint a, b;
  GError *error;
} Fixture;

static const char variables[]
    = "<ScalarVariable name='e' valueReference='1' causality='output'><Real/></ScalarVariable>\n"
      "<ScalarVariable name='f' valueReference='2' causality='input'><Real "
      "start='0'/></ScalarVariable>\n"
      "<ScalarVariable name='e_in' valueReference='3' causality='input'><Real "
      "start='0'/></ScalarVariable>\n"
      "<ScalarVariable name='f_out' valueReference='4' "
      "causality='output'><Real/></ScalarVariable>\n"
      "<ScalarVariable name='on' valueReference='5' "
      "causality='output'><Boolean/></ScalarVariable>\n"
      "<ScalarVariable name='on_in' valueReference='6' causality='input'><Boolean start='false'/>"
      "</ScalarVariable>\n"
      "<ScalarVariable name='k' valueReference='7' causality='parameter' variability='fixed'>"
      "<Real start='0'/></ScalarVariable>\n";

/* @terminals: elements Terminal */
static LsFmu *
make_fmu (const char *name, const char *terminals)
{
  g_autoptr (LsFmu) bare = test_make_fmu (
      name, "", "", variables, "<Unknown index='1'/><Unknown index='4'/><Unknown index='5'/>");
  g_autofree char *folder
      = g_build_filename (ls_fmu_get_directory (bare), "terminalsAndIcons", NULL);
  g_autofree char *file = g_build_filename (folder, "terminalsAndIcons.xml", NULL);
  g_autofree char *text
      = g_strdup_printf ("<fmiTerminalsAndIcons fmiVersion='3.0'><Terminals>%s</Terminals>"
                         "</fmiTerminalsAndIcons>",
                         terminals);
  g_autoptr (GError) error = NULL;
  LsFmu *fmu;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (file, text, -1, &error));
  fmu = ls_fmu_open (ls_fmu_get_path (bare), &error);
  g_assert_no_error (error);
  return fmu;
}

#define MEMBER(variable, name, kind)                                                               \
  "<TerminalMemberVariable variableName='" variable "' memberName='" name "' variableKind='" kind  \
  "'/>"
#define TERMINAL(name, rule, members)                                                              \
  "<Terminal name='" name "' matchingRule='" rule "'>" members "</Terminal>"

static guint
add (Fixture *self, const char *name, const char *terminals)
{
  g_autoptr (LsFmu) fmu = make_fmu (name, terminals);

  return ls_model_add_component (self->model, fmu, name, 0, 0);
}

static void
set_up (Fixture *self, gconstpointer folder)
{
  const char *names[] = { "terminal-left.fmu", "terminal-right.fmu" };
  guint ids[2];

  self->model = ls_model_new ();
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *path = g_build_filename (folder, names[i], NULL);
      g_autoptr (LsFmu) fmu = ls_fmu_open (path, &self->error);

      g_assert_no_error (self->error);
      ids[i] = ls_model_add_component (self->model, fmu, i == 0 ? "a" : "b", 0, 0);
    }
  self->a = ids[0];
  self->b = ids[1];
}

static void
tear_down (Fixture *self, G_GNUC_UNUSED gconstpointer folder)
{
  ls_model_free (self->model);
  g_clear_error (&self->error);
}

static char *
join_names (GPtrArray *ports)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < ports->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "",
                            ((const LsVariable *)ports->pdata[i])->name);
  g_ptr_array_unref (ports);
  return g_string_free (text, FALSE);
}

#define ASSERT_NAMES(ports, expected)                                                              \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_autofree char *names = join_names (ports);                                                   \
    g_assert_cmpstr (names, ==, expected);                                                         \
  }                                                                                                \
  G_STMT_END

static void
test_ports (Fixture *self, G_GNUC_UNUSED gconstpointer folder)
{
  const LsComponent *a = ls_model_find_component (self->model, self->a);
  const LsComponent *b = ls_model_find_component (self->model, self->b);
  const LsVariable *rod = ls_component_find_port (a, "rod");
  double width, height;

  /* Inputs and outputs in one port, on the side where the icon has it. */
  ASSERT_NAMES (ls_model_list_input_ports (self->model, a), "rod");
  ASSERT_NAMES (ls_model_list_output_ports (self->model, a), "rod");
  ASSERT_NAMES (ls_model_list_side (self->model, a, TRUE), "");
  ASSERT_NAMES (ls_model_list_side (self->model, a, FALSE), "rod");
  ASSERT_NAMES (ls_model_list_side (self->model, b, TRUE), "rod");
  ASSERT_NAMES (ls_model_list_side (self->model, b, FALSE), "x v");
  ASSERT_NAMES (ls_component_list_members (a, rod), "x v F");
  ASSERT_NAMES (ls_component_list_sinks (a, rod), "F");
  g_assert_true (ls_component_get_port (a, ls_component_find_variable (a, "F")) == rod);
  g_assert_true (ls_component_get_port (a, rod) == rod);
  g_assert_null (ls_component_find_port (a, "state"));
  g_assert_cmpuint (ls_model_count_open (self->model, a, rod), ==, 1);
  ls_component_get_natural_size (b, &width, &height);
  g_assert_cmpfloat (height, ==, 40 + 2 * 20);
}

/* "a.x → b.y", the output first; "−" before a negated output */
static char *
describe (const Fixture *self, guint from, const char *x, guint to, const char *y, GError **error)
{
  g_autoptr (GArray) pairs = ls_model_list_pairs (self->model, from, x, to, y, error);
  GString *text;

  if (pairs == NULL)
    return NULL;
  text = g_string_new (NULL);
  for (guint i = 0; i < pairs->len; i++)
    {
      const LsPair *pair = &g_array_index (pairs, LsPair, i);

      g_string_append_printf (text, "%s%s%s%s%s", i > 0 ? " " : "", pair->is_negated ? "−" : "",
                              pair->output->name, pair->back ? "⇒" : "→", pair->input->name);
    }
  return g_string_free (text, FALSE);
}

static void
connect (Fixture *self, guint from, const char *x, guint to, const char *y)
{
  g_autoptr (GArray) pairs = ls_model_list_pairs (self->model, from, x, to, y, &self->error);

  g_assert_no_error (self->error);
  for (guint i = 0; i < pairs->len; i++)
    {
      const LsPair *pair = &g_array_index (pairs, LsPair, i);

      ls_model_connect (self->model, pair->back ? to : from, pair->output->name,
                        pair->back ? from : to, pair->input->name, &self->error);
      g_assert_no_error (self->error);
    }
}

static void
test_wire (Fixture *self, G_GNUC_UNUSED gconstpointer folder)
{
  g_autofree char *pairs = describe (self, self->a, "rod", self->b, "rod", &self->error);
  g_autofree char *back = describe (self, self->b, "rod", self->a, "rod", &self->error);
  g_autofree char *what = NULL;
  g_autoptr (GArray) wires = NULL;
  g_autoptr (LsOmega) omega = NULL;
  g_autoptr (GPtrArray) remarks = NULL;

  g_assert_no_error (self->error);
  g_assert_cmpstr (pairs, ==, "x→x_left v→v_left F⇒F");
  g_assert_cmpstr (back, ==, "x⇒x_left v⇒v_left F→F");
  connect (self, self->a, "rod", self->b, "rod");
  g_assert_cmpuint (ls_model_get_n_connections (self->model), ==, 3);
  for (guint i = 0; i < 3; i++)
    {
      const LsConnection *connection = ls_model_get_connection (self->model, i);
      g_autoptr (GArray) wire = ls_model_list_wire (self->model, connection->id);

      g_assert_cmpuint (wire->len, ==, 3);
      g_assert_true (ls_model_is_terminal_wire (self->model, connection->id));
    }
  what = ls_model_describe_wire (self->model, ls_model_get_connection (self->model, 0));
  g_assert_cmpstr (what, ==, "a.rod ↔ b.rod");
  wires = ls_model_list_terminal_wires (self->model);
  g_assert_cmpuint (wires->len, ==, 1);
  /* In the matrix it is a cell for each direction. */
  omega = ls_omega_new_folded (self->model);
  g_assert_cmpuint (omega->n_outputs, ==, 4);
  g_assert_cmpuint (omega->n_inputs, ==, 2);
  g_assert_cmpint (omega->sources[0], ==, 3);
  g_assert_cmpint (omega->sources[1], ==, 0);
  g_assert_null (describe (self, self->a, "rod", self->b, "rod", &self->error));
  g_assert_cmpstr (self->error->message, ==, "a.rod and b.rod are connected already");
  remarks = ls_model_list_terminal_remarks (self->model);
  g_assert_cmpuint (remarks->len, ==, 0);
}

static void
test_parts (Fixture *self, G_GNUC_UNUSED gconstpointer folder)
{
  g_autoptr (GPtrArray) remarks = NULL;
  const guint id = ls_model_connect (self->model, self->a, "x", self->b, "x_left", NULL);
  LsElementMap map;

  g_assert_cmpuint (id, !=, 0);
  remarks = ls_model_list_terminal_remarks (self->model);
  g_assert_cmpuint (remarks->len, ==, 2);
  g_assert_cmpstr (remarks->pdata[0], ==,
                   "a.rod ↔ b.rod: a.v → b.v_left belongs to it and is missing");
  g_assert_cmpstr (remarks->pdata[1], ==, "a.rod ↔ b.rod: b.F → a.F belongs to it and is missing");
  g_assert_false (ls_model_find_map (self->model, id, &map));
  /* What is there already stays. */
  g_assert_true (ls_model_check_wire (self->model, self->a, "rod", self->b, "rod", &self->error));
  g_assert_no_error (self->error);
  g_assert_false (ls_model_check_wire (self->model, self->b, "x", self->a, "rod", &self->error));
  g_assert_cmpstr (self->error->message, ==, "a.rod is a terminal, b.x is not: choose a member");
}

/* A file knows single connections only, and needs nothing newer than SSP 1.0 for them. */
static void
test_saved (Fixture *self, G_GNUC_UNUSED gconstpointer folder)
{
  g_autoptr (LsTempdir) place = ls_tempdir_new (NULL);
  g_autofree char *path = g_build_filename (ls_tempdir_get_path (place), "m.ssp", NULL);
  g_autofree char *document = NULL;
  g_autoptr (LsModel) again = NULL;
  g_autoptr (GArray) wires = NULL;
  g_autoptr (GArray) wire = NULL;

  connect (self, self->a, "rod", self->b, "rod");
  g_assert_true (ls_ssp_write (self->model, path, &self->error));
  g_assert_no_error (self->error);
  document = ls_zip_read_entry (path, "SystemStructure.ssd", 1 << 20, NULL, &self->error);
  g_assert_no_error (self->error);
  g_assert_null (strstr (document, "rod"));
  g_assert_nonnull (strstr (document, "version=\"1.0\""));
  again = ls_ssp_read (path, &self->error);
  g_assert_no_error (self->error);
  wires = ls_model_list_terminal_wires (again);
  g_assert_cmpuint (wires->len, ==, 1);
  wire = ls_model_list_wire (again, g_array_index (wires, guint, 0));
  g_assert_cmpuint (wire->len, ==, 3);
}

typedef struct
{
  const char *what, *a, *b, *pairs; /* @pairs: or the error */
} Case;

#define EFFORT MEMBER ("e", "e", "signal")
#define FLOW MEMBER ("f", "f", "inflow")
#define EFFORT_IN MEMBER ("e_in", "e", "signal")
#define FLOW_OUT MEMBER ("f_out", "f", "outflow")

static const Case cases[] = {
  { "plug", TERMINAL ("t", "plug", EFFORT FLOW), TERMINAL ("t", "plug", FLOW_OUT EFFORT_IN),
    "e→e_in f_out⇒f" },
  { "negated", TERMINAL ("t", "plug", EFFORT FLOW),
    TERMINAL ("t", "plug", EFFORT_IN MEMBER ("f_out", "f", "inflow")), "e→e_in −f_out⇒f" },
  { "lacking", TERMINAL ("t", "plug", EFFORT FLOW MEMBER ("on", "on", "signal")),
    TERMINAL ("t", "bus", EFFORT_IN FLOW_OUT),
    "a.t is a plug, all of whose members have to be connected: b.t has no member “on”" },
  { "lacking-back", TERMINAL ("t", "bus", EFFORT FLOW),
    TERMINAL ("t", "plug", EFFORT_IN FLOW_OUT MEMBER ("on_in", "on", "signal")),
    "b.t is a plug, all of whose members have to be connected: a.t has no member “on”" },
  { "bus", TERMINAL ("t", "bus", EFFORT MEMBER ("on", "on", "signal")),
    TERMINAL ("t", "bus", EFFORT_IN FLOW_OUT), "e→e_in" },
  { "both-outputs", TERMINAL ("t", "plug", EFFORT FLOW),
    TERMINAL ("t", "plug", MEMBER ("e", "e", "signal") FLOW_OUT),
    "a.e and b.e are both of causality output" },
  { "bus-outputs", TERMINAL ("t", "bus", EFFORT FLOW),
    TERMINAL ("t", "bus", MEMBER ("e", "e", "signal") FLOW_OUT), "f_out⇒f" },
  { "sequence",
    TERMINAL ("t", "sequence", MEMBER ("e", "p", "signal") MEMBER ("f", "q", "outflow")),
    TERMINAL ("t", "sequence", EFFORT_IN FLOW_OUT), "e→e_in −f_out⇒f" },
  { "lengths", TERMINAL ("t", "sequence", EFFORT FLOW MEMBER ("on", "on", "signal")),
    TERMINAL ("t", "sequence", EFFORT_IN FLOW_OUT),
    "members are matched by order: a.t has 3, b.t has 2" },
  { "mixed", TERMINAL ("t", "sequence", EFFORT FLOW), TERMINAL ("t", "plug", FLOW_OUT EFFORT_IN),
    "in the order of members, “e” of a.t meets “f” of b.t" },
  { "nothing", TERMINAL ("t", "bus", EFFORT FLOW),
    TERMINAL ("t", "bus", MEMBER ("on", "x", "signal") MEMBER ("on_in", "y", "signal")),
    "a.t and b.t have no members that a wire can connect" },
  { "boolean-flow", TERMINAL ("t", "plug", EFFORT MEMBER ("on", "on", "inflow")),
    TERMINAL ("t", "plug", EFFORT_IN MEMBER ("on_in", "on", "inflow")),
    "the flow a.on cannot be negated for b.on_in: it is no number" },
  { "parameter", TERMINAL ("t", "plug", EFFORT FLOW MEMBER ("k", "k", "signal")),
    TERMINAL ("t", "plug", EFFORT_IN FLOW_OUT MEMBER ("k", "k", "signal")), "e→e_in f_out⇒f" },
  { "nested", TERMINAL ("t", "plug", EFFORT TERMINAL ("inner", "sequence", FLOW)),
    TERMINAL ("t", "plug", EFFORT_IN TERMINAL ("inner", "bus", FLOW_OUT)), "e→e_in f_out⇒f" },
  { "nested-lacking", TERMINAL ("t", "plug", EFFORT TERMINAL ("inner", "bus", FLOW)),
    TERMINAL ("t", "bus", EFFORT_IN FLOW_OUT), "b.t has no counterpart of a.t.inner" },
  { "stream",
    TERMINAL ("t",
              "plug",
              FLOW
              "<TerminalStreamMemberVariable inStreamMemberName='h_in' outStreamMemberName='h' "
              "inStreamVariableName='e_in' outStreamVariableName='e'/>"),
    TERMINAL ("t",
              "plug",
              FLOW_OUT
              "<TerminalStreamMemberVariable inStreamMemberName='h_in' outStreamMemberName='h' "
              "inStreamVariableName='e_in' outStreamVariableName='e'/>"),
    "f_out⇒f e→e_in e⇒e_in" },
  { "stream-order",
    TERMINAL ("t",
              "sequence",
              FLOW
              "<TerminalStreamMemberVariable inStreamMemberName='h_in' outStreamMemberName='h' "
              "inStreamVariableName='e_in' outStreamVariableName='e'/>"),
    TERMINAL ("t",
              "sequence",
              FLOW_OUT
              "<TerminalStreamMemberVariable inStreamMemberName='h_in' outStreamMemberName='h' "
              "inStreamVariableName='e_in' outStreamVariableName='e'/>"),
    "f_out⇒f e→e_in e⇒e_in" },
};

static void
test_matching (gconstpointer data)
{
  const Case *wanted = data;
  Fixture self = { .model = ls_model_new () };
  g_autofree char *pairs = NULL;

  self.a = add (&self, "a", wanted->a);
  self.b = add (&self, "b", wanted->b);
  pairs = describe (&self, self.a, "t", self.b, "t", &self.error);
  g_assert_cmpstr (pairs != NULL ? pairs : self.error->message, ==, wanted->pairs);
  tear_down (&self, NULL);
  test_clear_folder ();
}

/* Sign, kinds, and a flow that two take. */
static void
test_doubts (void)
{
  Fixture self = { .model = ls_model_new () };
  g_autoptr (GPtrArray) remarks = NULL;
  guint c;

  self.a = add (&self, "a", TERMINAL ("t", "bus", EFFORT FLOW MEMBER ("on", "on", "signal")));
  self.b = add (&self, "b", TERMINAL ("t", "bus", EFFORT_IN MEMBER ("f_out", "f", "inflow")));
  c = add (&self, "c", TERMINAL ("t", "bus", EFFORT FLOW));
  connect (&self, self.a, "t", self.b, "t");
  ls_model_connect (self.model, self.b, "f_out", c, "f", NULL);
  remarks = ls_model_list_terminal_remarks (self.model);
  g_assert_cmpuint (remarks->len, ==, 5);
  g_assert_cmpstr (remarks->pdata[0], ==, "a.t ↔ b.t: b.t has no member “on” of a.t");
  g_assert_cmpstr (remarks->pdata[1], ==,
                   "a.t ↔ b.t: b.f_out → a.f: both ends count the flow in the same direction, so "
                   "that its factor should be −1");
  g_assert_cmpstr (remarks->pdata[2], ==,
                   "b.t ↔ c.t: c.e → b.e_in belongs to it, but the input is fed by another output");
  g_assert_nonnull (strstr (remarks->pdata[3], "should be −1"));
  g_assert_cmpstr (
      remarks->pdata[4], ==,
      "b.f_out is a flow that feeds 2 inputs: at a connection flows should sum to zero");
  tear_down (&self, NULL);
  test_clear_folder ();
}

/* A single member, no rule, a name that a variable has, a document that cannot be read. */
static void
test_no_ports (void)
{
  Fixture self = { .model = ls_model_new () };
  const LsComponent *a;
  g_autoptr (LsFmu) broken = NULL;
  const LsDescription *description;

  self.a = add (&self, "a",
                TERMINAL ("one", "plug", EFFORT) TERMINAL ("own", "org.example.own", EFFORT FLOW)
                    TERMINAL ("e", "bus", FLOW_OUT EFFORT_IN));
  a = ls_model_find_component (self.model, self.a);
  ASSERT_NAMES (ls_model_list_side (self.model, a, TRUE), "f on_in");
  ASSERT_NAMES (ls_model_list_side (self.model, a, FALSE), "e terminal e on");
  g_assert_false (ls_variable_is_terminal (ls_component_find_port (a, "e")));
  g_assert_true (ls_variable_is_terminal (ls_component_find_port (a, "terminal e")));
  broken = make_fmu ("broken", "<Terminal name='t'");
  description = ls_fmu_get_description (broken);
  g_assert_cmpuint (description->n_terminals, ==, 0);
  g_assert_cmpuint (description->remarks->len, >, 0);
  tear_down (&self, NULL);
  test_clear_folder ();
}

/* An error with the line in the file, which is not called by the folder that it was unpacked to. */
static void
test_unreadable (void)
{
  g_autoptr (LsFmu) fmu = make_fmu ("unreadable", "\n<Terminal");
  const LsDescription *description = ls_fmu_get_description (fmu);
  const LsFinding *finding = NULL;

  for (guint i = 0; i < description->remarks->len; i++)
    if (strcmp (((const LsFinding *)description->remarks->pdata[i])->rule, "terminals-readable")
        == 0)
      finding = description->remarks->pdata[i];
  g_assert_cmpuint (description->n_terminals, ==, 0);
  g_assert_nonnull (finding);
  g_assert_cmpint (finding->level, ==, LS_FINDING_ERROR);
  g_assert_cmpint (finding->line, ==, 2);
  g_assert_cmpstr (finding->subject, ==, "terminalsAndIcons.xml");
  g_assert_null (strstr (finding->message, ls_fmu_get_directory (fmu)));
}

int
main (int argc, char **argv)
{
  const char *folder = g_getenv ("LS_TEST_FMUS");

  g_test_init (&argc, &argv, NULL);
  g_test_add ("/terminal/ports", Fixture, folder, set_up, test_ports, tear_down);
  g_test_add ("/terminal/wire", Fixture, folder, set_up, test_wire, tear_down);
  g_test_add ("/terminal/parts", Fixture, folder, set_up, test_parts, tear_down);
  g_test_add ("/terminal/saved", Fixture, folder, set_up, test_saved, tear_down);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *name = g_strconcat ("/terminal/matching/", cases[i].what, NULL);

      g_test_add_data_func (name, &cases[i], test_matching);
    }
  g_test_add_func ("/terminal/doubts", test_doubts);
  g_test_add_func ("/terminal/no-ports", test_no_ports);
  g_test_add_func ("/terminal/unreadable", test_unreadable);
  return g_test_run ();
}
