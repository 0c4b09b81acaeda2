import { cut, hideSecrets, list } from '../text/index.ts';
import type { SecretHolder } from './cases.ts';
import type { ResultsWarning } from './warning.ts';

/** Names the holder of a secret, whatever its name is. */
export function holderOf(kind: SecretHolder['kind'], name: string, known: readonly string[]): SecretHolder {
  // A name that was cut within a secret belongs to the same test case as the whole name.
  return { kind, name: cut(hideSecrets(name, known).text.replace(/\*{3}…$/, '***'), 200) };
}

/** Reports that secrets of a file were hidden, and which test cases and suites printed them. */
export function secretWarning(file: string, holders: readonly SecretHolder[], where: 'evidence' | 'attachment'): ResultsWarning {
  const hidden = where === 'evidence' ? 'names and messages' : 'what is attached of it';
  const by = holders.map(({ kind, name }) => `${kind === 'case' ? 'the test case' : 'the suite'} ${JSON.stringify(name)}`);
  return {
    code: 'secret',
    message: `${file}: a secret was found and hidden in ${hidden}${by.length === 0 ? '' : `, in ${list(by)}`}`,
    file,
    fix: 'Revoke the secret, and let the test print none: what it printed may stand in logs as well.',
  };
}
