/* COSTARICA (Eguillon, Lacabanne, Tromeur-Dervout, 2022). */
#include "cli/reproduce/papers.h"

#include <glib/gi18n-lib.h>

/* COSTARICA table 4 and the start of 5.3. */
static const char *const costarica_values[]
    = { "prey.alpha=0.67", "prey.beta=1.33", "prey.population=0.8", "predator.population=0.8",
        NULL };

#define OPEN_CONSTANTS                                                                             \
  N_ ("The paper prints neither the constants of the bodies nor values of the curves: the "        \
      "constants are those of our model behaviour-change.")
#define OPEN_CURVES                                                                                \
  N_ ("The paper prints no values of the curves and not the start; taken is (0.8, 0.8) of its "    \
      "table 4.")

static const LsPublished published[] = {
  { .id = "costarica-fig-6",
    .title = N_ ("COSTARICA, figure 6: the classical Lotka-Volterra model"),
    .run = ls_reproduce_coupling,
    .model = "lotka-volterra.ssp",
    .values = costarica_values,
    .signals = { "prey.population", "predator.population" },
    .stop_time = 20,
    .steps = { 1e-2 },
    .methods = { { .method = "missiles" } },
    .remark = N_ ("The paper prints no values. Its polynomial, 0.8 − 0.16 t − 0.11008 t², is that "
                  "of Taylor at the start.") },
  { .id = "costarica-fig-8",
    .title = N_ ("COSTARICA, figure 8: the Lotka-Volterra model with time"),
    .run = ls_reproduce_coupling,
    .model = "lotka-volterra-time.ssp",
    .values = costarica_values,
    .signals = { "prey.population", "predator.population" },
    .stop_time = 20,
    .steps = { 1e-2 },
    .methods = { { .method = "missiles" } },
    .remark = N_ ("The paper prints no values. Its polynomial, 0.8 − 0.448 t + 0.5173559185 t², is "
                  "that of Taylor at the start.") },
  { .id = "costarica-fig-9",
    .title = N_ ("COSTARICA, figure 9: error of linearisation over one step"),
    .run = ls_reproduce_estimator_step,
    .orders = N_ ("order 3 without and 2 with terms of time") },
  { .id = "costarica-fig-10",
    .title = N_ ("COSTARICA, figure 10: error of the estimator over one step"),
    .run = ls_reproduce_estimator_step,
    .orders = N_ ("order 3") },
  { .id = "costarica-fig-11",
    .title = N_ ("COSTARICA, figure 11: the same with terms of time"),
    .run = ls_reproduce_estimator_step,
    .orders = N_ ("order 2") },
  { .id = "costarica-fig-13",
    .title = N_ ("COSTARICA, figure 13: bodies with a change of behaviour"),
    .run = ls_reproduce_diagram,
    .model = "behaviour-change.ssp" },
  { .id = "costarica-fig-17",
    .title = N_ ("COSTARICA, figure 17: convergence with rollback and with estimators"),
    .run = ls_reproduce_coupling,
    .kind = LS_PUBLISHED_CONVERGENCE,
    .model = "behaviour-change.ssp",
    .signals = { "right.x" },
    .stop_time = 160,
    .steps = { 0.8, 0.4, 0.2, 0.1 },
    .methods = { { .method = "ifosmondi-jfm:eps=1e-6" },
                 { .method = "costarica:eps=1e-6" },
                 { .method = "ifosmondi-jfm:eps=1e-11" },
                 { .method = "costarica:eps=1e-11" } },
    .orders = N_ ("order 3 with both"),
    .remark = N_ ("Below 0.2 s eps = 1e-6 limits the error; with 1e-11 the order is 4, that of "
                  "inputs interpolated by cubic polynomials. The paper prints neither the "
                  "constants of the bodies nor values of the curves: the constants are those of "
                  "our model behaviour-change.") },
  { .id = "costarica-fig-18",
    .title = N_ ("COSTARICA, figure 18: left body, h = 0.2 s"),
    .run = ls_reproduce_coupling,
    .model = "behaviour-change.ssp",
    .signals = { "left.x" },
    .stop_time = 160,
    .steps = { 0.2 },
    .methods = { { .method = "ifosmondi-jfm:eps=1e-6" }, { .method = "costarica:eps=1e-6" } },
    .remark = OPEN_CONSTANTS },
  { .id = "costarica-fig-22",
    .title = N_ ("COSTARICA, figure 22: convergence on Lotka-Volterra"),
    .run = ls_reproduce_coupling,
    .kind = LS_PUBLISHED_CONVERGENCE,
    .model = "lotka-volterra.ssp",
    .values = costarica_values,
    .signals = { "prey.population" },
    .stop_time = 20,
    .steps = { 0.1, 0.05, 0.02, 0.01, 0.005 },
    .methods = { { .method = "ifosmondi-jfm:eps=1e-6" },
                 { .method = "ifosmondi-jfm:eps=1e-12" },
                 { .method = "costarica:eps=1e-6" },
                 { .method = "costarica:eps=1e-12" },
                 { .method = "costarica:eps=1e-12:defect=off" },
                 { .method = "costarica:eps=1e-12:affine-term=off" } },
    .orders = N_ ("order 2 of COSTARICA; state space alone (affine-term=off) worse"),
    .remark = N_ ("The paper prints no values of the curves and not the start; taken is (0.8, 0.8) "
                  "of its table 4. The published eps = 1e-6 limits the errors; at "
                  "1e-12 they are converged: 1e-14 changes those of COSTARICA by less than 1 %.") },
  { .id = "costarica-fig-23",
    .title = N_ ("COSTARICA, figure 23: prey and predator, h = 1e-2 s"),
    .run = ls_reproduce_coupling,
    .model = "lotka-volterra.ssp",
    .values = costarica_values,
    .signals = { "prey.population", "predator.population" },
    .stop_time = 20,
    .steps = { 1e-2 },
    .methods = { { .method = "ifosmondi-jfm:eps=1e-6" },
                 { .method = "costarica:eps=1e-6" },
                 { .method = "costarica:eps=1e-6:affine-term=off" } },
    .remark = OPEN_CURVES },
  { .id = "costarica-fig-24",
    .title = N_ ("COSTARICA, figure 24: a part of figure 23"),
    .run = ls_reproduce_coupling,
    .model = "lotka-volterra.ssp",
    .values = costarica_values,
    .signals = { "prey.population", "predator.population" },
    .stop_time = 20,
    .from = 11.5,
    .to = 15.5,
    .steps = { 1e-2 },
    .methods = { { .method = "ifosmondi-jfm:eps=1e-6" },
                 { .method = "costarica:eps=1e-6" },
                 { .method = "costarica:eps=1e-6:affine-term=off" } },
    .remark = OPEN_CURVES },
};

const LsPaper ls_paper_costarica = { published, G_N_ELEMENTS (published) };
