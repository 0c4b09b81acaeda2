import { count, grouped } from '../../../text/index.ts';
import type { Audit } from '../../judge/audit.ts';
import { missing } from '../incomplete.ts';
import { sentence } from './message.ts';

/** The limits of the results: that something is missing, that a rule was not tested, that there are more of them. */
export function notifications(audit: Audit, more: number): readonly object[] {
  const holes = missing(audit).map(({ fix, what, why }) => ({
    level: 'error',
    message: { text: `${sentence(`${what}: ${why}`)} ${sentence(`Fix: ${fix}`)}` },
  }));
  const untested = audit.rules.flatMap(({ result, rule, why }) =>
    result === 'not applicable' || (result === 'tested' && why === null)
      ? []
      : [
          {
            level: 'warning',
            message: { text: sentence(`${rule} was not tested${result === 'tested' ? ' everywhere' : ''}: ${why ?? 'nobody says why'}`) },
            associatedRule: { id: rule },
          },
        ],
  );
  const cut = `${count(more, 'finding')} ${more === 1 ? 'is' : 'are'} not in this file, the least severe and those that were accepted: GitHub shows ${grouped(5_000)}.`;
  return [...holes, ...untested, ...(more === 0 ? [] : [{ level: 'warning', message: { text: cut } }])];
}
