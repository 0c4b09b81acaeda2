/**
 * Lets everything else that waits go first. A request that may be large does this between its steps, so that others wait for one
 * step and not for the whole request.
 */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
