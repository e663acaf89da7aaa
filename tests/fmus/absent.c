/* The library that missing-library.fmu is linked with and does not bring along. */
int lockstep_absent (void);

int
lockstep_absent (void)
{
  return 1;
}
