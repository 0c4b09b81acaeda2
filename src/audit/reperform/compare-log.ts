import type { LogFact } from '../facts/log.ts';
import type { CheckedLog } from '../population/world.ts';
import type { Difference } from './difference.ts';
import type { NotCompared } from './gaps.ts';

/** The head of the package's log is in the log of now, at its place: nothing before it was changed since. More records are no difference. */
export function compareLog(
  before: CheckedLog | null,
  after: CheckedLog | null,
  why: { readonly why: string; readonly fix: string } | undefined,
): { readonly differences: readonly Difference[]; readonly notCompared: readonly NotCompared[] } {
  if (before === null) return { differences: [], notCompared: [] };
  if (after === null) {
    const { fix, why: said } = why ?? { why: 'The service has no log that could be read', fix: 'Give the token of an auditor' };
    return { differences: [], notCompared: [{ what: 'log of the service', why: said, fix, counts: true }] };
  }
  const subject = `log of ${after.chain.org}`;
  const altered = (field: string, old: string | null, now: string | null): Difference => ({
    weight: 'altered',
    what: 'changed',
    about: 'log',
    subject,
    field,
    before: old,
    after: now,
  });
  const { chain } = before;
  const differences: Difference[] = after.problems.slice(0, 20).map((problem) => altered('chain', null, problem));
  if (after.chain.orgId !== chain.orgId) differences.push(altered('organization', chain.orgId, after.chain.orgId));
  const place = after.witnesses.find(({ link }) => link === chain.link)?.sequence ?? null;
  if (place !== chain.sequence)
    differences.push(altered('head', headWords(chain), place === null ? 'nowhere in the log' : `record ${place}`));
  return { differences, notCompared: [] };
}

function headWords({ link, sequence }: NonNullable<LogFact['chain']>): string {
  return `record ${sequence}, ${link}`;
}
