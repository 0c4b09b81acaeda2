/** A test case, by all that a file says of its place. */
interface CaseInFile {
  readonly suite: string;
  readonly name: string;
  readonly classname?: string;
  /** Name of the file. */
  readonly source: string;
}

/**
 * The same test cases, where several of one suite have one name each with its class: pytest calls the suites of all files
 * `pytest`, and says in the class in which file a test stands.
 */
export function classesApart<Case extends CaseInFile>(cases: readonly Case[]): readonly (Case & { readonly within?: string })[] {
  const classes = new Map<string, Set<string | undefined>>();
  const keyOf = ({ name, source, suite }: CaseInFile): string => JSON.stringify([source, suite, name]);
  for (const one of cases) {
    const known = classes.get(keyOf(one));
    if (known === undefined) classes.set(keyOf(one), new Set([one.classname]));
    else known.add(one.classname);
  }
  return cases.map((one) =>
    one.classname !== undefined && (classes.get(keyOf(one))?.size ?? 0) > 1 ? { ...one, within: one.classname } : one,
  );
}
