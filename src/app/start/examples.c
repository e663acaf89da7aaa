#include "app/start/examples.h"
#include <glib/gi18n-lib.h>

enum
{
  BEGIN,
  METHODS,
  EVENTS,
  LOOPS,
  CONSTRAINTS,
  QUANTISED,
  LARGE,
  OTHERS
};

G_STATIC_ASSERT (OTHERS + 1 == LS_EXAMPLE_GROUPS);

static const char *const groups[LS_EXAMPLE_GROUPS]
    = { N_ ("Begin here"),  N_ ("Coupling methods"), N_ ("Events"), N_ ("Loops"),
        N_ ("Constraints"), N_ ("Quantised states"), N_ ("Large"),  N_ ("More examples") };

#define LADDER N_ ("Each node closes a loop; how much does it cost to solve them?")
#define PIPES N_ ("A tank that empties: pressures and flows determine each other")
#define CHAIN N_ ("Equal bodies between two walls: what a macro step costs as a model grows")

static const LsExample examples[] = {
  { "two-bodies.ssp", BEGIN, N_ ("Two bodies"),
    N_ ("Springs between two walls: how large is the error of each method?") },
  { "lotka-volterra.ssp", BEGIN, N_ ("Prey and predators"),
    N_ ("Each is the input of the other; held inputs let the numbers grow") },
  { "quarter-truck.ssp", BEGIN, N_ ("A quarter of a truck"),
    N_ ("Chassis and axle as two FMUs, driven onto a kerb") },
  { "achilles.ssp", METHODS, N_ ("Achilles and the tortoise"),
    N_ ("A damped oscillation shared by two components") },
  { "lotka-volterra-orbit.ssp", METHODS, N_ ("Orbits of prey and predators"),
    N_ ("One output over the other, as in figure 11 of the MISSILES paper") },
  { "lotka-volterra-time.ssp", METHODS, N_ ("Encounters that change with time"),
    N_ ("Prey and predators with coefficients that depend on time") },
  { "lotka-volterra-basic.ssp", METHODS, N_ ("Prey and predators as black boxes"),
    N_ ("Without rollback and derivatives: the accuracy still possible") },
  { "time-only-terms.ssp", METHODS, N_ ("A force that depends on time alone"),
    N_ ("How methods treat terms that no input carries") },
  { "behaviour-change.ssp", EVENTS, N_ ("A body that vanishes"),
    N_ ("At 100 s the right one is gone: which methods notice, and when?") },
  { "ball-in-elevator.ssp", EVENTS, N_ ("A ball in an elevator"),
    N_ ("Impacts between communication points, found at their times") },
  { "building-10.ssp", EVENTS, N_ ("A building with thermostats"),
    N_ ("Ten zones in a row, each switched by an event of its own") },
  { "feed-through.ssp", LOOPS, N_ ("Two bodies by force and velocity"),
    N_ ("Both act at once: a loop to be solved in every step") },
  { "resistor-bridge.ssp", LOOPS, N_ ("A bridge of resistors"),
    N_ ("An algebraic loop that charges a capacitor") },
  { "constant-power.ssp", LOOPS, N_ ("A load of constant power"),
    N_ ("A loop with two solutions: which one is found?") },
  { "singular-bridge.ssp", LOOPS, N_ ("A bridge without a ground"),
    N_ ("A loop that determines no voltage, and the message of Lockstep") },
  { "resistor-ladder-2.ssp", LOOPS, N_ ("A ladder of 2 nodes"), LADDER },
  { "resistor-ladder-10.ssp", LOOPS, N_ ("A ladder of 10 nodes"), LADDER },
  { "resistor-ladder-50.ssp", LOOPS, N_ ("A ladder of 50 nodes"), LADDER },
  { "pressure-network-2.ssp", LOOPS, N_ ("A tank with a pipe"), PIPES },
  { "pressure-network-10.ssp", LOOPS, N_ ("A tank with 5 pipes"), PIPES },
  { "pressure-network-50.ssp", LOOPS, N_ ("A tank with 25 pipes"), PIPES },
  { "pendulum-on-cart.ssp", CONSTRAINTS, N_ ("A pendulum on a cart"),
    N_ ("Two components with constraints between them") },
  { "spiral.ssp", QUANTISED, N_ ("A spiral"), N_ ("Two states that wind into their equilibrium") },
  { "transitions.ssp", QUANTISED, N_ ("Three states in a row"), N_ ("Each drives the next") },
  { "stiff-pair.ssp", QUANTISED, N_ ("A slow and a fast state"), N_ ("They drive each other") },
  { "stiff-soft.ssp", QUANTISED, N_ ("A foil that heats a block"), N_ ("One fast, one slow") },
  { "stiff-cross.ssp", QUANTISED, N_ ("Stiff between two components"),
    N_ ("Each is mild alone; together they are stiff") },
  { "chain-10.ssp", LARGE, N_ ("10 bodies in a row"), CHAIN },
  { "chain-100.ssp", LARGE, N_ ("100 bodies in a row"), CHAIN },
  { "chain-1000.ssp", LARGE, N_ ("1000 bodies in a row"), CHAIN },
};

const char *
ls_example_get_group (guint i)
{
  return i < G_N_ELEMENTS (groups) ? _ (groups[i]) : NULL;
}

const LsExample *
ls_example_get (guint i)
{
  return i < G_N_ELEMENTS (examples) ? &examples[i] : NULL;
}

const LsExample *
ls_example_find (const char *name)
{
  g_return_val_if_fail (name != NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    if (g_str_equal (examples[i].name, name))
      return &examples[i];
  return NULL;
}
