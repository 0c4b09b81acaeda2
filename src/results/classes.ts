/** A test case, with everything that a file says about its place. */
interface CaseInFile {
  readonly suite: string;
  readonly name: string;
  readonly classname?: string;
  /** Name of the file. */
  readonly source: string;
}

/**
 * The same test cases, with their class where several of one suite have the same name: pytest calls the suites of all files `pytest`, and
 * the class says which file holds a test.
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
