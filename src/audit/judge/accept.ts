import type { Account } from '../facts/account.ts';
import type { AcceptedFact } from '../facts/line.ts';
import { standingOf, type Acceptance, type Standing } from '../findings/accepted.ts';
import type { Compared } from '../findings/compare.ts';
import type { World } from './world.ts';
import { isAmong } from '../people/digests.ts';
import { notApplicable, notTested, passed, type Outcome } from '../rules/rule.ts';
import type { RuleResult } from './audit.ts';
import { enteredBy } from './entry.ts';
import { soughtFor, type Landed } from './key-subject.ts';

type Wrong = Exclude<Standing, 'accepted' | 'not-begun'> | 'own' | 'by-author' | 'by-machine' | 'nowhere';

const words: Readonly<Record<Wrong, { readonly said: string; readonly fix: string }>> = {
  expired: { said: 'is over', fix: 'Fix what it accepts, or accept it again, with a reason' },
  own: { said: 'is by an author of the change itself', fix: 'Have somebody accept it who wrote nothing of the change' },
  'by-author': {
    said: 'was written or pushed by an author of the change itself, and nobody else approved it',
    fix: 'Have somebody who wrote nothing of the change write the entry, or approve the pull request that brings it before it is merged',
  },
  'by-machine': {
    said: 'was written by a machine, and nobody approved it who wrote nothing of the change',
    fix: 'Have a person write the entry who wrote nothing of the change, or approve the pull request that brings it before it is merged',
  },
  unused: { said: 'accepts nothing that this audit found', fix: 'Take the entry out of the file' },
  nowhere: { said: 'accepts a finding about no such subject', fix: 'Copy the key from a report, or take the entry out of the file' },
  'too-long': { said: 'is for more than 90 days', fix: 'Choose an earlier end' },
  'not-acceptable': { said: 'accepts what nobody can accept', fix: 'Take the entry out of the file, and fix what it names' },
};

/** All that acceptances are judged by, next to the world. */
export interface Looked {
  readonly complete: boolean;
  /** Findings by key, with the authors of the changes that they are about. */
  readonly findings: ReadonlyMap<string, Compared>;
  readonly results: readonly RuleResult[];
  readonly landed: Landed;
  /** The people who brought each entry, by key, under their own names. */
  readonly entered: ReadonlyMap<string, AcceptedFact>;
  /** The account that pushed a commit with an entry past the pull requests, by its SHA. */
  readonly pushers: ReadonlyMap<string, Account>;
}

/**
 * The acceptances of the audit's file that count, by key, and how each of them stands as an outcome of its rule. An unused one
 * is found only by a complete audit: another one did not look everywhere.
 * One of a change whose authors nobody knows does not count: an author may be its owner.
 */
export function acceptances(
  world: World,
  looked: Looked,
): { readonly counts: ReadonlyMap<string, Acceptance>; readonly outcomes: readonly Outcome[] } {
  const counts = new Map<string, Acceptance>();
  const outcomes = (world.file?.accepted ?? []).map((acceptance): Outcome => {
    const finding = looked.findings.get(acceptance.key);
    const standing = standingOf(acceptance, finding, world.header.at);
    // It counts from its day on: until then the finding stands, and nothing is wrong with the entry.
    if (standing === 'not-begun') return notApplicable;
    if (standing === 'unused') return finding === undefined ? unused(acceptance, world, looked) : wrong(acceptance, 'unused');
    if (standing !== 'accepted') return wrong(acceptance, standing);
    const { counts: isCounted, outcome } = accepted(acceptance, finding?.change ?? null, world, looked);
    if (isCounted) counts.set(acceptance.key, acceptance);
    return outcome;
  });
  return { counts, outcomes };
}

/** Whether somebody else than an author of the change accepts it. */
function accepted(
  acceptance: Acceptance,
  change: Compared['change'],
  world: World,
  { entered, pushers }: Looked,
): { readonly counts: boolean; readonly outcome: Outcome } {
  const { authors, sha } = change ?? { authors: [], sha: '' };
  const not = (outcome: Outcome) => ({ counts: false, outcome });
  if (authors === undefined)
    return not(notTested(`${sha.slice(0, 7)} landed before this period, and who wrote it is not known: the entry does not count`));
  if (isAmong(authors, sha, acceptance.owner)) return not(wrong(acceptance, 'own'));
  const fact = entered.get(acceptance.key);
  const by = enteredBy(fact, { authors, sha }, pushers.get(fact?.commit ?? ''), world);
  switch (by.kind) {
    case 'by-author':
    case 'by-machine':
      return not(wrong(acceptance, by.kind));
    case 'not-known':
      return not(notTested(`${entryOf(acceptance)}: ${by.why}; the entry does not count`));
    case 'by-names-alone':
      return { counts: true, outcome: notTested(`${entryOf(acceptance)}: ${by.why}`) };
    case 'by-another':
      return { counts: true, outcome: passed };
  }
}

/** An entry that accepts nothing that is open: only where the audit looked can it say that nothing is there. */
function unused(acceptance: Acceptance, world: World, { complete, landed, results }: Looked): Outcome {
  const sought = soughtFor(acceptance.key, world, results, landed);
  if (sought.kind === 'elsewhere') return notTested(`${entryOf(acceptance)}: not judged here, because ${sought.why}`, sought.lack);
  if (sought.kind === 'nowhere') return wrong(acceptance, 'nowhere', sought.why);
  return complete ? wrong(acceptance, 'unused') : notTested('the audit is not complete: what it accepts may be there');
}

function wrong(acceptance: Acceptance, standing: Wrong, why?: string): Outcome {
  const { key, owner, until } = acceptance;
  const { fix, said } = words[standing];
  const message = `The entry of ${owner} until ${until.slice(0, 10)}, for ${key}, ${said}${why === undefined ? '' : `: ${why}`}`;
  const severity = standing === 'unused' || standing === 'nowhere' ? { severity: 'low' as const } : {};
  return { kind: 'found', found: [{ subject: { kind: 'audit', id: key, url: null }, detail: standing, ...severity, message, fix }] };
}

function entryOf({ key, owner }: Acceptance): string {
  return `the entry of ${owner} for ${key}`;
}
