import picomatch from 'picomatch';

/** Whether a path is one of those that patterns name. */
export function matchesPath(globs: readonly string[], path: string): boolean {
  return globs.length > 0 && picomatch([...globs], { dot: true })(path);
}
