/* Uses Python's library as the FMUs of PythonFMU do: nothing names it. */
#ifdef NO_SUCH_SYMBOL
#define Py_GetVersion PyLockstep_NoSuchSymbol
#endif

const char *Py_GetVersion (void);
const char *sample_version (void);

const char *
sample_version (void)
{
  return Py_GetVersion ();
}
