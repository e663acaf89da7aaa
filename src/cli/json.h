/* JSON for machines: the few things the commands share. */
#pragma once

#include "core/base/log-book.h"
#include "core/ode/hybrid.h"

#include <json-glib/json-glib.h>

/* Members of an object under construction. A text that is %NULL and a number
 * that is not finite, which JSON does not know, become null. */
void ls_json_add_text (JsonBuilder *builder, const char *name, const char *text);
void ls_json_add_real (JsonBuilder *builder, const char *name, double value);
void ls_json_add_integer (JsonBuilder *builder, const char *name, gint64 value);
void ls_json_add_boolean (JsonBuilder *builder, const char *name, gboolean value);

/* @json: a value as text, of our own making */
void ls_json_add_value (JsonBuilder *builder, const char *name, const char *json);

/* "counts" of a solver, and "messages" with how many were left out. */
void ls_json_add_counts (JsonBuilder *builder, const LsHybridCounts *counts);
void ls_json_add_messages (JsonBuilder *builder, LsLogBook *book);

/* (transfer full): the document, with a newline at its end. */
char *ls_json_to_text (JsonBuilder *builder);
/* Prints the document to stdout, with a newline at its end. */
void ls_json_print (JsonBuilder *builder);
