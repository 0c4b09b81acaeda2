/** A dictionary that compares names without regard to case, as the runner's for outputs and state. The last spelling is shown. */
export interface Names {
  set(name: string, value: string): void;
  toObject(): Record<string, string>;
}

export function createNames(): Names {
  const entries = new Map<string, readonly [name: string, value: string]>();
  return {
    set: (name, value) => void entries.set(name.toLowerCase(), [name, value]),
    toObject: () => Object.fromEntries(entries.values()),
  };
}
