/* Messages of FMUs, which come as a format with arguments. C library only. */
#pragma once

#include <stdarg.h>
#include <stddef.h>

/* Longer messages are truncated. */
#define HOST_MAX_MESSAGE 65536

/* Returns: (nullable): @format with @arguments as a text to be released by free(). A format that
 * would write through one of its arguments (%n), or without conversions, is the text itself. */
char *host_format_message (const char *format, va_list arguments);
