/* One system with each implementation: x' = -x + u, y = x, x (0) = 1, from 2 s to 12 s. What was
 * recorded has no input: y = e^-t to 5 s after the start, then 7 to 8 s. */
#pragma once

#include "core/system/system.h"

#define BIT(capability) (1u << (capability))

/**
 * Case:
 * @exact: what a step of some seconds is wrong by at most: the tolerance of its solver, or rounding
 * @slope: the same of slopes, some by differences
 */
typedef struct
{
  const char *name;
  LsSystem *(*make) (guint missing, LsLog *log);
  double exact, slope;
} Case;

enum
{
  CONTRACT_CO_SIMULATION,
  CONTRACT_MODEL_EXCHANGE,
  CONTRACT_LINEAR,
  CONTRACT_BLOCK,
  CONTRACT_RECORDED,
  CONTRACT_PACED, /* the linear one, with four steps in each step */
  CONTRACT_N_LOCAL,
  /* Each of them again, in another thread, by messages. */
  CONTRACT_N_CASES = 2 * CONTRACT_N_LOCAL
};

extern const Case contract_cases[CONTRACT_N_CASES];

/* (transfer full): started with u = 0, without the capabilities whose bits @missing has. */
LsSystem *contract_start (const Case *what, guint missing, LsLog *log);

/* Over all of them, each started and terminated. */
typedef void (*CheckFunc) (const Case *what, LsSystem *system);
void contract_check_all (CheckFunc check);

gboolean contract_has_input (const LsSystem *system);
/* y after @h with the input c0 + c1 t + ..., from @x0: e^-h x0 + integral of e^-(h - s) u (s), of
 * s^p by parts. */
double contract_solve (double x0, double h, guint degree, const double c[]);
/* The same; of the recorded one it is known that it decays by itself. */
double contract_expect (const LsSystem *system, double x0, double h, guint degree, const double c[]);
