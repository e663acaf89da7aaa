/* JSON functions shared by the commands. */
#pragma once

#include "core/ode/hybrid.h"
#include "core/text/json.h"

/* Adds "counts" of a solver. */
void ls_json_add_counts (LsJson *json, const LsHybridCounts *counts);
/* Prints the document to stdout with a trailing newline. */
void ls_json_print (const LsJson *json);
