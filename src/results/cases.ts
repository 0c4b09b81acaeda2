/** Distinguishes results from those of the same name in other files. */
export interface Apart {
  /** A part of the path of the file, where other files have suites of the same names: foreign text. */
  readonly folder?: string;
}

/** A test case that passed after a failed attempt: foreign text, cut but not escaped. */
export interface FlakyCase extends Apart {
  readonly suite: string;
  readonly name: string;
  readonly classname?: string;
  /** The class again, where it tells test cases of one name in one suite apart. */
  readonly within?: string;
  /** Name of the file. */
  readonly source: string;
}

/** A test case that failed, as its file describes it: foreign text, cut but not escaped. */
export interface FailingCase extends FlakyCase {
  readonly file?: string;
  readonly line?: number;
  /** One line about the fault; empty where the file says nothing. */
  readonly headline: string;
  /** Message, then body; at most 4,000 characters. */
  readonly message: string;
  /** Page of the line at the tested commit, where it is known. */
  readonly url?: string;
  readonly kind: 'failure' | 'error';
}

/** The test case or suite that shows a secret, by its name, which is cut and has the secret removed (`leakOf`). */
export interface Leak {
  readonly kind: 'case' | 'suite';
  readonly name: string;
}

/**
 * The same test cases, with their class where several of one suite have the same name: pytest calls the suites of all files `pytest`, and
 * the class says which file holds a test.
 */
export function classesApart<Case extends FlakyCase>(cases: readonly Case[]): readonly Case[] {
  const classes = new Map<string, Set<string | undefined>>();
  const keyOf = ({ name, source, suite }: FlakyCase): string => JSON.stringify([source, suite, name]);
  for (const one of cases) {
    const known = classes.get(keyOf(one));
    if (known === undefined) classes.set(keyOf(one), new Set([one.classname]));
    else known.add(one.classname);
  }
  return cases.map((one) =>
    one.classname !== undefined && (classes.get(keyOf(one))?.size ?? 0) > 1 ? { ...one, within: one.classname } : one,
  );
}
