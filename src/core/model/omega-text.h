/* The connection matrix as text, to paste into a mail, a spreadsheet or a paper. */
#pragma once

#include "core/model/omega.h"

typedef enum
{
  LS_OMEGA_PLAIN, /* columns lined up with spaces, for a font of one width */
  LS_OMEGA_TABS,  /* for a spreadsheet */
  LS_OMEGA_LATEX  /* an array, to stand in mathematics; needs the package amsmath */
} LsOmegaFormat;

/**
 * ls_omega_format:
 *
 * Rows are outputs and columns inputs, component by component, as in MISSILES eq. 32: 1 where the
 * output feeds the input, else 0. A matrix without rows or columns gives its names alone.
 *
 * Returns: (transfer full): lines, each with its end
 */
char *ls_omega_format (const LsOmega *self, const LsModel *model, LsOmegaFormat format);
