/* JSON functions shared by the commands. */
#pragma once

#include "core/base/log-book.h"
#include "core/ode/hybrid.h"

#include <json-glib/json-glib.h>

/* Add members to an object. %NULL texts and nonfinite numbers, which JSON does not support, become
 * null. */
void ls_json_add_text (JsonBuilder *builder, const char *name, const char *text);
void ls_json_add_real (JsonBuilder *builder, const char *name, double value);
void ls_json_add_integer (JsonBuilder *builder, const char *name, gint64 value);
void ls_json_add_boolean (JsonBuilder *builder, const char *name, gboolean value);

/* @json: a value as JSON text from our own code */
void ls_json_add_value (JsonBuilder *builder, const char *name, const char *json);

/* Add "counts" of a solver, and "messages" with the number omitted. */
void ls_json_add_counts (JsonBuilder *builder, const LsHybridCounts *counts);
void ls_json_add_messages (JsonBuilder *builder, LsLogBook *book);

/* (transfer full): the document with a trailing newline. */
char *ls_json_to_text (JsonBuilder *builder);
/* Prints the document to stdout with a trailing newline. */
void ls_json_print (JsonBuilder *builder);
