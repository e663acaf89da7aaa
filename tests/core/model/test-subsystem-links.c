/* Connections through connectors of subsystems: where they come from, where they lead, taken apart.
 */
#include "core/model/subsystem-links.h"

#include "make-fmu.h"
#include "ssp-test.h"

#include <string.h>

#define REAL(name, kind)                                                                           \
  "<ssd:Connector name=\"" name "\" kind=\"" kind "\"><ssc:Real/></ssd:Connector>"
#define WIRE(from, to) "<ssd:Connection " from " " to "/>\n"
#define START(element, connector) "startElement=\"" element "\" startConnector=\"" connector "\""
#define END(element, connector) "endElement=\"" element "\" endConnector=\"" connector "\""

/* a.real_out -> s.u -> s.one.real_in; s.spare -> s.two.real_in, and s.one.real_out -> s.y, with
 * nothing at their other ends. */
static const char *const document = SSP_HEAD
    "<ssd:System name=\"top\"><ssd:Elements><ssd:Component name=\"a\" source=\"types\"/>"
    "<ssd:Component name=\"b\" source=\"types\"/><ssd:System name=\"s\"><ssd:Connectors>" REAL (
        "u", "input") REAL ("spare", "input")
        REAL ("y", "output") "</ssd:Connectors><ssd:Elements><ssd:Component name=\"one\" "
                             "source=\"types\"/>"
                             "<ssd:Component name=\"two\" "
                             "source=\"types\"/></ssd:Elements><ssd:Connections>" WIRE (
                                 "startConnector=\"u\"", END ("one", "real_in"))
                                 WIRE ("startConnector=\"spare\"", END ("two", "real_in"))
                                     WIRE (START ("one", "real_out"),
                                           "endConnector=\"y\"") "</ssd:Connections></ssd:System></"
                                                                 "ssd:Elements><ssd:"
                                                                 "Connections>" WIRE (
                                                                     START ("a",
                                                                            "real_"
                                                                            "out"),
                                                                     END ("s", "u")) "</"
                                                                                     "ssd:"
                                                                                     "Conne"
                                                                                     "ction"
                                                                                     "s></"
                                                                                     "ssd:"
                                                                                     "Syste"
                                                                                     "m"
                                                                                     ">" SSP_TAIL;

static LsModel *
make (void)
{
  g_autofree char *path = NULL;

  ls_fmu_unref (test_make_types ("types"));
  path = ssp_test_write_file ("through.ssd", document);
  return ssp_test_read (path);
}

static guint
find (const LsModel *model, const char *name)
{
  const LsComponent *component = ls_model_find_component_by_name (model, name);

  g_assert_nonnull (component);
  return component->id;
}

static guint
get_system (const LsModel *model)
{
  return ls_model_get_subsystem (model, 0)->id;
}

static void
check_hop (const GArray *hops, guint i, guint subsystem, const char *connector)
{
  const LsHop *hop = &g_array_index (hops, LsHop, i);

  g_assert_cmpuint (hop->subsystem, ==, subsystem);
  g_assert_cmpstr (hop->connector, ==, connector);
}

static void
test_source (void)
{
  g_autoptr (LsModel) model = make ();
  guint s = get_system (model);
  g_autoptr (LsSubsystemPath) fed = ls_subsystem_path_find_source (model, s, "u");
  g_autoptr (LsSubsystemPath) made = ls_subsystem_path_find_source (model, s, "y");
  g_autoptr (LsSubsystemPath) none = ls_subsystem_path_find_source (model, s, "spare");

  g_assert_cmpuint (fed->component, ==, find (model, "a"));
  g_assert_cmpstr (fed->variable, ==, "real_out");
  g_assert_cmpuint (fed->hops->len, ==, 1);
  check_hop (fed->hops, 0, s, "u");
  g_assert_cmpuint (made->component, ==, find (model, "s.one"));
  check_hop (made->hops, 0, s, "y");
  g_assert_null (none);
}

static void
test_sinks (void)
{
  g_autoptr (LsModel) model = make ();
  guint s = get_system (model);
  g_autoptr (GPtrArray) open = ls_subsystem_path_list_sinks (model, s, "spare");
  g_autoptr (GPtrArray) fed = ls_subsystem_path_list_sinks (model, s, "u");
  const LsSubsystemPath *sink;

  g_assert_cmpuint (open->len, ==, 1);
  sink = open->pdata[0];
  g_assert_cmpuint (sink->component, ==, find (model, "s.two"));
  g_assert_cmpstr (sink->variable, ==, "real_in");
  check_hop (sink->hops, 0, s, "spare");
  g_assert_cmpuint (fed->len, ==, 0);
}

/* A wire drawn to the connector goes on to what the connector leads to; a second one is refused. */
static void
test_connect (void)
{
  g_autoptr (LsModel) model = make ();
  guint s = get_system (model), b = find (model, "b"), two = find (model, "s.two"), id;
  g_autoptr (GPtrArray) sinks = ls_subsystem_path_list_sinks (model, s, "spare");
  const LsConnection *connection;
  g_autoptr (GError) error = NULL;

  id = ls_model_connect_through (model, b, "real_out", NULL, two, "real_in", sinks->pdata[0],
                                 &error);
  g_assert_no_error (error);
  connection = ls_model_find_connection (model, id);
  g_assert_cmpuint (connection->from, ==, b);
  g_assert_cmpuint (connection->to, ==, two);
  g_assert_cmpuint (connection->hops->len, ==, 1);
  check_hop (connection->hops, 0, s, "spare");
  g_assert_true (ls_model_find_source (model, two, "real_in") == connection);
  g_assert_cmpuint (ls_model_connect_through (model, find (model, "a"), "real_out", NULL, two,
                                              "real_in", sinks->pdata[0], &error),
                    ==, 0);
  g_assert_error (error, LS_ERROR, LS_ERROR_MODEL);
}

/* Out of one system: the way begins with the connector it leaves by. */
static void
test_connect_out (void)
{
  g_autoptr (LsModel) model = make ();
  guint s = get_system (model), b = find (model, "b"), id;
  g_autoptr (LsSubsystemPath) source = ls_subsystem_path_find_source (model, s, "y");
  const LsConnection *connection;

  id = ls_model_connect_through (model, source->component, source->variable, source, b, "real_in",
                                 NULL, NULL);
  g_assert_cmpuint (id, !=, 0);
  connection = ls_model_find_connection (model, id);
  g_assert_cmpuint (connection->hops->len, ==, 1);
  check_hop (connection->hops, 0, s, "y");
}

/* The outer piece of a.real_out -> s.u -> s.one.real_in taken away: the inner one stays, and the
 * connector leads to where it did. Without the pieces nothing is left of it. */
static void
test_take_apart (void)
{
  g_autoptr (LsModel) model = make ();
  guint s = get_system (model), one = find (model, "s.one");
  const LsConnection *connection = ls_model_find_source (model, one, "real_in");
  g_autoptr (GPtrArray) left = ls_connection_list_other_pieces (model, connection, 0);
  g_autoptr (GPtrArray) inner = ls_connection_list_other_pieces (model, connection, s);
  g_autoptr (GPtrArray) before = ls_model_copy_pieces (model);
  g_autoptr (GPtrArray) sinks = NULL;
  g_autoptr (GPtrArray) again = NULL;

  g_assert_cmpuint (left->len, ==, 1);
  g_assert_cmpuint (inner->len, ==, 1);
  ls_model_disconnect (model, connection->id);
  ls_model_set_pieces (model, left);
  sinks = ls_subsystem_path_list_sinks (model, s, "u");
  g_assert_cmpuint (sinks->len, ==, 1);
  g_assert_cmpuint (((LsSubsystemPath *)sinks->pdata[0])->component, ==, one);
  ls_model_set_pieces (model, before);
  again = ls_subsystem_path_list_sinks (model, s, "u");
  g_assert_cmpuint (again->len, ==, 0);
}

int
main (int argc, char *argv[])
{
  int result;

  g_test_init (&argc, &argv, NULL);
  ssp_test_init (argc, argv);
  g_test_add_func ("/core/model/through/source", test_source);
  g_test_add_func ("/core/model/through/sinks", test_sinks);
  g_test_add_func ("/core/model/through/connect", test_connect);
  g_test_add_func ("/core/model/through/connect-out", test_connect_out);
  g_test_add_func ("/core/model/through/take-apart", test_take_apart);
  result = g_test_run ();
  test_clear_folder ();
  return result;
}
