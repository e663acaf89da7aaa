int lockstep_absent (void);
int lockstep_needs_absent (void);

int
lockstep_needs_absent (void)
{
  return lockstep_absent ();
}
