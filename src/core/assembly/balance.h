/* Balance of held and extrapolated inputs: what the input of a step missed of the integral of its
 * source is given on the next step, so that nothing is lost for ever. */
#pragma once

#include "core/assembly/network-state.h"

/**
 * LsBalance:
 *
 * For input j with source y, after a step of h with input u:
 *   deficit_j += integral of y over the step, rebuilt through the last values of the source
 *                (degree 3) - integral of u;
 * on the next step the input is its mean (a polynomial: shifted) + deficit_j / h. After events the
 * deficit is 0. After Benedikt, Watzenig, Zehetner, Hofer: NEPCE, a nearly energy-preserving coupling
 * element (2013), with the integral of a cubic instead of the trapezoidal rule.
 */
typedef struct LsBalance LsBalance;

/* What an option says. */
typedef enum
{
  LS_REPAIR_AUTO,
  LS_REPAIR_ON,
  LS_REPAIR_OFF
} LsRepair;

/* Where the mean of a held input comes from. */
typedef enum
{
  LS_LEAD_OWN,       /* the last values of the source, extrapolated, degree 0 to 2 */
  LS_LEAD_OWN_CUBIC, /* likewise; of degree 0 to 3 where the input follows polynomials */
  LS_LEAD_METHOD,    /* the polynomial of the method, extrapolated as well */
  LS_LEAD_SOLVED,    /* likewise, but it leads to a solution of the coupling: where its ends agree
                      * with the source, its integral is taken for that of the source */
  LS_LEAD_END        /* the last values of the source, and the end of the polynomial of the method */
} LsLead;

/* Whether AUTO applies to any component. */
gboolean ls_network_is_blind (const LsNetwork *network);

/* Whether the inputs of a component, and those that it feeds, are balanced: as ls_balance_new(). */
gboolean ls_balance_wants (const LsSystemInfo *info, LsRepair repair);

/* @network: borrowed, connected; @repair: AUTO: of components that hold their inputs for
 * want of polynomial inputs, or cannot be linearised, so that what they feed is extrapolated; ON: of
 * all. Only continuous values are balanced. Returns: %NULL if there are none */
LsBalance *ls_balance_new (LsNetwork *network, LsRepair repair);
void ls_balance_free (LsBalance *self);

/* @input: global index; initially %LS_LEAD_OWN; %LS_LEAD_OWN_CUBIC and %LS_LEAD_END from before the first
 * step on or not at all. @self may be %NULL. */
void ls_balance_set_lead (LsBalance *self, guint input, LsLead lead);
/* Of all inputs that @system feeds: held ones, and those that follow polynomials. */
void ls_balance_set_leads (LsBalance *self, guint system, LsLead held, LsLead following);

/* Whether inputs of @system are left as they are, from the next step on: a method has chosen their values.
 * @self may be %NULL. */
void ls_balance_leave (LsBalance *self, guint system, gboolean left);

/* Before a step of @h, s, or its repetition. */
void ls_balance_begin (LsBalance *self, double h);
/* Replaces the polynomial @row (@degree + 1) that the method has for @input. May be repeated. */
void ls_balance_shape (LsBalance *self, guint input, double h, guint degree, double row[]);
/* Instead of ls_balance_shape(), for the inputs from @first to before @end, which are held at a value:
 * @u: n_in x (@degree + 1); @held: (out): n_in: the values */
void ls_balance_hold (LsBalance *self, guint first, guint end, double h, guint degree, const double u[],
                      double held[]);
/* After the step has been accepted, with the values of the network at its end. */
void ls_balance_accept (LsBalance *self);

/* Whether any input follows polynomials of its own with LEAD_OWN, LEAD_OWN_CUBIC and LEAD_END, if those of
 * the method have degree 3. @self may be %NULL. */
gboolean ls_balance_leads_polynomials (const LsBalance *self);

/* For prepare() of methods: keeps the past of @output, too, so that it can be predicted; nothing for -1. It is what
 * ls_extrapolate_new_steady() of degree 2 makes of it. */
void ls_balance_follow (LsBalance *self, int output);
/* Whether it can be. @self may be %NULL. */
gboolean ls_balance_follows (const LsBalance *self, guint output);
/* How many points of the past a prediction has, at most 4. */
guint ls_balance_get_n_points (const LsBalance *self);
/* Extrapolation of output @output, global index, in powers of the time since the reached one: @c (4
 * coefficients); %FALSE if its past is not kept. Sources of inputs of %LS_LEAD_END alone have to be followed. @self
 * may be %NULL. */
gboolean ls_balance_predict (const LsBalance *self, guint output, double c[4]);

/* Visits its state: see state-memory.h. */
void ls_balance_visit_state (LsBalance *self, LsVisitMemoryFunc func, gpointer user_data);
