import type { EvidenceProblem } from '../errors/index.ts';
import { cut, hideSecrets, list } from '../text/index.ts';
import type { Leak } from './cases.ts';

/** Something odd that the reader noticed, and read on. Each code stands for one rule; `docs/junit.md` lists them with the fix. */
export interface ResultsWarning extends Omit<EvidenceProblem, 'code'> {
  readonly code: string;
  /** Number of the rule in `docs/junit.md`. */
  readonly rule?: number;
}

/** The rule about files that another run may have written. */
export const otherRunRule = 43;

interface Read {
  readonly problems: readonly EvidenceProblem[];
  readonly warnings: readonly ResultsWarning[];
}

/** The doubts that people must see next to the verdict: why files may be those of another run, with the fix, and whether results were committed. */
export function doubtsIn({ problems, warnings }: Read): { readonly doubts: readonly string[]; readonly isCommitted: boolean } {
  const doubts = warnings.filter(({ rule }) => rule === otherRunRule).map(({ fix = '', message }) => `${message}. ${fix}`);
  return { doubts, isCommitted: problems.some(({ code }) => code === 'committed-file') };
}

/** Names what shows a secret, whatever its name is. */
export function leakOf(kind: Leak['kind'], name: string, known: readonly string[]): Leak {
  // A name that was cut within a secret belongs to the same test case as the whole name.
  return { kind, name: cut(hideSecrets(name, known).text.replace(/\*{3}…$/, '***'), 200) };
}

/** Reports that secrets of a file were hidden, and which test cases and suites printed them. */
export function secretWarning(file: string, leaks: readonly Leak[], where: 'evidence' | 'attachment'): ResultsWarning {
  const hidden = where === 'evidence' ? 'names and messages' : 'what is attached of it';
  const by = leaks.map(({ kind, name }) => `${kind === 'case' ? 'the test case' : 'the suite'} ${JSON.stringify(name)}`);
  return {
    code: 'secret',
    message: `${file}: a secret was found and hidden in ${hidden}${by.length === 0 ? '' : `, in ${list(by)}`}`,
    file,
    fix: 'Revoke the secret, and let the test print none: what it printed may stand in logs as well.',
  };
}
