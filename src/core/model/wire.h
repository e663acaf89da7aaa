/* Wires between ports: each stands for the connections of its single variables. */
#pragma once

#include "core/model/terminal.h"

/* Returns: (transfer container) (element-type LsVariable): as ls_model_list_inputs() and
 * ls_model_list_outputs(), with one port for each array and terminal; a terminal can be among both. */
GPtrArray        *ls_model_list_input_ports (const LsModel *self, const LsComponent *component);
GPtrArray        *ls_model_list_output_ports (const LsModel *self, const LsComponent *component);
/* The same for one side of a block, where each terminal is on one. */
GPtrArray        *ls_model_list_side (const LsModel *self, const LsComponent *component, gboolean is_input);

/* @component: (out). Returns: (nullable): the port @name of component @id; %NULL with
 * %LS_ERROR_MODEL and a sentence. */
const LsVariable *ls_model_find_port (const LsModel *self, guint id, const char *name,
                                      const LsComponent **component, GError **error);

/**
 * ls_model_list_pairs:
 * @output, @input: names of variables or arrays, or both of terminals
 *
 * Returns: (transfer full) (element-type LsPair): what a wire between the ports connects, element by
 * element in order, of terminals what ls_model_match_terminals() says; %NULL with %LS_ERROR_MODEL and
 * a sentence if a port does not exist or the sizes differ. Whether each pair can be connected is up to ls_model_check_connection().
 */
GArray  *ls_model_list_pairs (const LsModel *self, guint from, const char *output, guint to,
                              const char *input, GError **error);
/* Whether a wire between the ports is possible: that all its pairs can be connected; between terminals
 * some may be already. */
gboolean ls_model_check_wire (const LsModel *self, guint from, const char *output, guint to,
                              const char *input, GError **error);
/* Whether the pair is connected by a wire from @from to @to. */
gboolean ls_model_has_pair (const LsModel *self, guint from, guint to, const LsPair *pair);
/* Returns: (transfer full) (element-type guint): ids of the connections between the two ports that
 * connection @id is between, itself included, in the order of the model; between terminals in both
 * directions. */
GArray  *ls_model_list_wire (const LsModel *self, guint id);
/* Whether connection @id is of a wire between terminals. */
gboolean ls_model_is_terminal_wire (const LsModel *self, guint id);
/* Returns: (transfer full): "third.y → third.u" of the ports at the ends of a connection; "↔" between
 * terminals. */
char    *ls_model_describe_wire (const LsModel *self, const LsConnection *connection);
/* Returns: the name of the port at an end of a connection, @name itself where there is none. */
const char *ls_model_name_port (const LsModel *self, guint component, const char *name);
/* Number of elements of an input, or inputs of a terminal, that nothing feeds. */
guint    ls_model_count_open (const LsModel *self, const LsComponent *component,
                              const LsVariable *port);
