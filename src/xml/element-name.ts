/** An element's name, made once for all its tags. */
export interface ElementName {
  /** As written, with its prefix. */
  readonly qualified: string;
  /** Without the prefix: reports are matched by it, whatever namespace they declare. */
  readonly local: string;
  /** The name that JUnit has for the element, whatever case it is written in (`<Failure>`); `local` where it has none. */
  readonly known: string;
  readonly bytes: Uint8Array;
}

const mostNames = 4096;

const knownNames: ReadonlyMap<string, string> = new Map(
  [
    'testsuites',
    'testsuite',
    'testcase',
    'failure',
    'error',
    'skipped',
    'disabled',
    'ignored',
    'flakyFailure',
    'flakyError',
    'rerunFailure',
    'rerunError',
    'system-out',
    'system-err',
    'properties',
  ].map((name) => [name.toLowerCase(), name]),
);

/** Finds the names of elements by their bytes, without making a string for each tag. */
export class ElementNames {
  readonly #byHash = new Map<number, ElementName>();

  /** `hash` is any number made of the bytes alone. */
  get(bytes: Buffer, start: number, end: number, hash: number): ElementName {
    const known = this.#byHash.get(hash);
    if (known !== undefined && isSame(known.bytes, bytes, start, end)) return known;
    const qualified = bytes.toString('utf8', start, end);
    const local = qualified.slice(qualified.lastIndexOf(':') + 1);
    const name = {
      qualified,
      local,
      known: knownNames.get(local.toLowerCase()) ?? local,
      bytes: Uint8Array.prototype.slice.call(bytes, start, end),
    };
    if (known === undefined && this.#byHash.size < mostNames) this.#byHash.set(hash, name);
    return name;
  }
}

function isSame(name: Uint8Array, bytes: Buffer, start: number, end: number): boolean {
  if (name.length !== end - start) return false;
  for (let index = 0; index < name.length; index += 1) {
    if (name[index] !== bytes[start + index]) return false;
  }
  return true;
}
