/* The connection matrix as text, to paste into a mail, a spreadsheet or a paper. */
#pragma once

#include "core/model/omega.h"

typedef enum
{
  LS_OMEGA_PLAIN, /* columns aligned with spaces, for a monospaced font */
  LS_OMEGA_TABS,  /* for a spreadsheet */
  LS_OMEGA_LATEX  /* an array for math mode; requires the package amsmath */
} LsOmegaFormat;

/**
 * ls_omega_format:
 *
 * Rows are outputs and columns inputs, component by component, as in MISSILES eq. 32: 1 if the
 * output is connected to the input, else 0. For a matrix without rows or columns only the names are
 * written.
 *
 * Returns: (transfer full): lines, each with a line break
 */
char *ls_omega_format (const LsOmega *self, const LsModel *model, LsOmegaFormat format);
