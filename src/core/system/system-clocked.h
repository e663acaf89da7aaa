/* A system that steps on a grid of its own, whatever the macro steps are. */
#pragma once

#include "core/model/pace.h"
#include "core/system/system.h"

/**
 * ls_system_clocked_new:
 * @inner: (transfer full): a system in initialisation mode
 * @pace: %LS_PACE_OWN
 *
 * The scheduler of F3ORNITS (Eguillon, Lacabanne, Tromeur-Dervout 2021; as in "own step" of
 * data/help/methods-reference.md) for one component. Its next step is taken once the others have reached its end,
 * so its inputs are known over the whole step: it gets their least-squares polynomials of the degree
 * that it supports, or their means. Until then its outputs are extrapolated from its own points,
 * each with the order that would have predicted its last value best (up to 3); outputs that are not
 * continuous are held.
 *
 * Where its step may vary, it meets the others: its steps end at macro steps, the first ones after
 * 1, 2, 4, ... of them. Otherwise they end at multiples of the step, within macro steps where the
 * grids differ.
 */
LsSystem *ls_system_clocked_new (LsSystem *inner, const LsPace *pace);
