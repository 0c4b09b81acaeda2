import { oneLine } from '../../text/index.ts';

/** A place where two JSON values differ: the path of it, and the two values as a person reads them. */
export interface Differing {
  readonly path: string;
  readonly said: string;
  readonly recorded: string;
}

export interface Comparing {
  /** Fields that the first value does not have are passed over: an earlier program did not write them. */
  readonly passesOver: boolean;
  /** Hears of each field that was passed over. */
  readonly onPassedOver: () => void;
}

/** The first place where a value of a package differs from the same value of the records. */
export function firstDiffering(said: unknown, recorded: unknown, how: Comparing, path = ''): Differing | undefined {
  if (Array.isArray(said) && Array.isArray(recorded)) {
    for (const index of Array(Math.max(said.length, recorded.length)).keys()) {
      const found = firstDiffering(said[index], recorded[index], how, `${path}[${index}]`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (isObject(said) && isObject(recorded)) {
    for (const key of new Set([...Object.keys(said), ...Object.keys(recorded)])) {
      if (!Object.hasOwn(said, key) && how.passesOver) {
        how.onPassedOver();
        continue;
      }
      const found = firstDiffering(valueOf(said, key), valueOf(recorded, key), how, path === '' ? key : `${path}.${key}`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  return Object.is(said, recorded) ? undefined : { path, said: shown(said), recorded: shown(recorded) };
}

/** A value as it is after it was written and read again. */
export function plain(value: object): unknown {
  return JSON.parse(JSON.stringify(value));
}

type Fields = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function valueOf(of: Fields, key: string): unknown {
  return Object.hasOwn(of, key) ? of[key] : undefined;
}

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : oneLine(JSON.stringify(value), 160);
}
