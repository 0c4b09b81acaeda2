import type { EvidenceProblem } from '../../errors/index.ts';
import type { DiscoveredFile, SearchBounds } from '../../files/index.ts';
import { committedFiles } from '../../git/index.ts';
import { otherRunRule, type ResultsWarning } from '../../results/index.ts';
import { list } from '../../text/index.ts';

/** Files that this run did not write. */
interface Committed {
  /** By path. */
  readonly problems: ReadonlyMap<string, EvidenceProblem>;
  readonly warnings: readonly ResultsWarning[];
}

/**
 * Finds results that were committed: the tests of this run did not write them. `patterns` are those that found the files, for the lines
 * that leave such files out.
 */
export async function refuseCommitted(
  files: readonly DiscoveredFile[],
  patterns: readonly string[],
  bounds: SearchBounds,
): Promise<Committed> {
  const { committed, unasked } = await committedFiles(files.map(({ path }) => path));
  const names = new Map(files.map(({ name, path }) => [path, name]));
  const warnings = unasked.map((each) =>
    unaskedWarning(
      each.why,
      each.files.map((path) => names.get(path) ?? path),
    ),
  );
  const found = files.filter(({ path }) => committed.has(path));
  if (found.length === 0) return { problems: new Map(), warnings };
  const { fixOfCommitted } = await import('./committed-fix.ts');
  const fix = fixOfCommitted(files, committed, patterns, bounds);
  const problems = found.map(({ name, path }): [string, EvidenceProblem] => [
    path,
    {
      code: 'committed-file',
      message: `${name}: git tracks the file with this very content, so it was committed, and the tests of this run did not write it`,
      file: name,
      fix,
    },
  ]);
  return { problems: new Map(problems), warnings };
}

function unaskedWarning(why: string, names: readonly string[]): ResultsWarning {
  return {
    code: 'git-unasked',
    message: `${list(names)}: ${why}, so nothing shows whether ${names.length === 1 ? 'the file was' : 'the files were'} committed or written by this run`,
    file: names[0] ?? '',
    rule: otherRunRule,
    fix: 'Attest in the checkout in which the tests ran, with git installed. Where the files come from elsewhere on purpose, tracked-results: allow asks no git.',
  };
}
