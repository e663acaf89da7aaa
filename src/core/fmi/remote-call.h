/* Calls of functions in a helper process that FMI 2.0 and 3.0 have in common, by their index in
 * LsRemote.names. Each gives the status of the FMU, or Fatal when the helper is dead; a call that was
 * put off and failed is the one in LsInstance.call. Results are written if the status is OK or
 * Warning. */
#pragma once

#include "core/helper/helper.h"

/* The table of a version has the remote instance as component. */

#define LS_REMOTE_OK 0
#define LS_REMOTE_WARNING 1
#define LS_REMOTE_ERROR 3
#define LS_REMOTE_FATAL 4

/* ---- To write a call: room, begin, arguments (helper.h), finish ---- */

/* Bytes of arrays that the call reads, and writes; else returns Error from the enclosing function. */
#define LS_REMOTE_MAKE_ROOM(self, in, out)                                                         \
  do                                                                                               \
    if (G_UNLIKELY (!ls_remote_make_room (self, in, out)))                                         \
      return ls_remote_refuse_size (self);                                                         \
  while (0)
/* Logs that values are too many. Returns: Error */
int   ls_remote_refuse_size (LsRemote *self);

/* The function and its first argument, the component. */
static inline void
ls_remote_begin (LsRemote *self, guint index)
{
  /* The call may change values that were read ahead. */
  self->ahead.state = LS_AHEAD_NONE;
  ls_call_begin (self, self->functions[index], HOST_CALL_STATUS);
  ls_call_value (self, self->component);
}

/* Ends the call and sends the message. */
int   ls_remote_finish (LsRemote *self, guint index);
/* The same for what sets values: during a run it is put off, to go with the next message. */
int   ls_remote_finish_or_wait (LsRemote *self, guint index);

/* Lets the next place in the response, for @size bytes, begin with @value: the function may read it, or
 * leave it. Returns: its offset; ls_call_out() takes it. */
gsize ls_remote_prepare (LsRemote *self, guint index, const void *value, gsize size);

/* ---- Whole calls ---- */

int   ls_remote_call (LsRemote *self, guint index);
void  ls_remote_call_free (LsRemote *self, guint index);
/* Arguments: @first, (nullable), a place for @size bytes with @value so far. */
int   ls_remote_call_for (LsRemote *self, guint index, const guint64 *first, void *value,
                          gsize size);
/* Values of @size bytes each. @counted: their number follows (FMI 3.0) */
int   ls_remote_get (LsRemote *self, guint index, const guint32 r[], gsize n, void *values,
                     gsize size, gsize n_values, gboolean counted);
int   ls_remote_set (LsRemote *self, guint index, const guint32 r[], gsize n, const void *values,
                     gsize size, gsize n_values, gboolean counted);
int   ls_remote_get_vector (LsRemote *self, guint index, double values[], gsize n);
int   ls_remote_set_vector (LsRemote *self, guint index, const double values[], gsize n);
int   ls_remote_set_time (LsRemote *self, guint index, double time);
int   ls_remote_get_directional (LsRemote *self, guint index, const guint32 unknowns[],
                                 gsize n_unknowns, const guint32 knowns[], gsize n_knowns,
                                 const double seed[], gsize n_seed, double sensitivity[],
                                 gsize n_sensitivity, gboolean counted);
int   ls_remote_set_input_derivatives (LsRemote *self, guint index, const guint32 r[], gsize n,
                                       const int orders[], const double values[]);
int   ls_remote_get_output_derivatives (LsRemote *self, guint index, const guint32 r[], gsize n,
                                        const int orders[], double values[], gsize n_values,
                                        gboolean counted);
/* @size: of a Boolean, bytes, as @enter_event and @terminate are */
int   ls_remote_completed_step (LsRemote *self, guint index, gboolean no_set_state_prior,
                                void *enter_event, void *terminate, gsize size);
/* Returns: @text, what a function without arguments gives; "" if the helper is dead. */
const char *ls_remote_get_constant (LsRemote *self, guint index, char text[64]);

/* -- remote-text.c; @sizes: of binary values, (nullable): texts. Those got are valid until the next
 * call of it; those that ls_binary_find_bad() finds bad are not read, and their addresses are those
 * in the helper. -- */
int   ls_remote_get_texts (LsRemote *self, guint index, const guint32 r[], gsize n, size_t sizes[],
                           gconstpointer values[], gsize n_values, gboolean counted);
int   ls_remote_set_texts (LsRemote *self, guint index, const guint32 r[], gsize n,
                           const size_t sizes[], const gconstpointer values[], gsize n_values,
                           gboolean counted);
/* Room for the texts of one message, bytes; more go in several. */
#define LS_REMOTE_TEXTS_SIZE (1u << 16)

/* -- remote-state.c: saved states are addresses in the helper -- */
int   ls_remote_set_state (LsRemote *self, guint index, gconstpointer state);
int   ls_remote_serialize (LsRemote *self, guint index, gconstpointer state, void *bytes,
                           gsize size);
int   ls_remote_deserialize (LsRemote *self, guint index, const void *bytes, gsize size,
                             gpointer *state);
/* Memory of the helper, for more than a message takes; 0: there is none. @name: of the call that
 * needs it */
guint64 ls_remote_allocate (LsRemote *self, gsize size, const char *name);
void  ls_remote_release (LsRemote *self, guint64 memory, const char *name);
void  ls_remote_copy_out (LsRemote *self, guint64 memory, void *bytes, gsize size,
                          const char *name);
void  ls_remote_copy_in (LsRemote *self, guint64 memory, const void *bytes, gsize size,
                         const char *name);
