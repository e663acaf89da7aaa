/* A system that takes other steps than the macro steps, from one that takes those. */
#pragma once

#include "core/model/pace.h"
#include "core/system/system.h"

/**
 * ls_system_paced_new:
 * @inner: (transfer full): a system in initialisation mode, with the interface and capabilities of
 *   the component itself
 * @pace: not %LS_PACE_MACRO
 *
 * With steps inside the macro step the result has polynomial inputs of any degree: each of these
 * steps gets the polynomial's part, or its mean where @inner holds its inputs. The other
 * capabilities are those of @inner.
 */
LsSystem *ls_system_paced_new (LsSystem *inner, const LsPace *pace);
