import { count, list } from '../text/index.ts';

/** The result of an audit, in numbers. */
export interface AuditNumbers {
  /** Nothing of the population is missing. */
  readonly complete: boolean;
  readonly changes: number;
  readonly landings: number;
  readonly commits: number;
  /** Findings that are open now, with the accepted ones. */
  readonly open: number;
  /** The open findings that somebody accepted. */
  readonly accepted: number;
  /** The open findings that the run before did not find. */
  readonly fresh: number;
  /** Findings of the run before that are gone. */
  readonly fixed: number;
  /** Rules that were not tested at all. */
  readonly untested: number;
  /** Rules that were tested, but not everywhere. */
  readonly partly: number;
}

/** An audit in a sentence. Only `clear` is good news: everything was tested, and nothing is open. */
export interface AuditWords {
  readonly kind: 'unknown' | 'found' | 'accepted' | 'empty' | 'partial' | 'clear';
  readonly icon: string;
  readonly text: string;
}

export function auditWords(numbers: AuditNumbers): AuditWords {
  const { accepted, changes, complete, open } = numbers;
  const findings = count(open, 'open finding');
  if (!complete) {
    const found = open === 0 ? '' : `, with ${findings} so far`;
    return { kind: 'unknown', icon: '❔', text: `Unknown: not all that landed could be read${found}` };
  }
  if (open > accepted) return { kind: 'found', icon: '❌', text: `${findings}${accepted === 0 ? '' : `, ${accepted} of them accepted`}` };
  if (open > 0) return { kind: 'accepted', icon: '⚠️', text: `${findings}, ${open === 1 ? 'which is' : 'all'} accepted` };
  if (changes === 0) return { kind: 'empty', icon: '⚪', text: 'Nothing landed' };
  const untested = untestedWords(numbers);
  if (untested === undefined) return { kind: 'clear', icon: '✅', text: 'No open findings' };
  return { kind: 'partial', icon: 'ℹ️', text: `No open findings, but ${untested}` };
}

/** The number of rules that say nothing, or not about everything; `undefined` where there are none. */
export function untestedWords({ partly, untested }: Pick<AuditNumbers, 'partly' | 'untested'>): string | undefined {
  const parts = [
    ...(untested === 0 ? [] : [`${count(untested, 'rule')} not tested`]),
    ...(partly === 0 ? [] : [`${count(partly, 'rule')} not tested everywhere`]),
  ];
  return parts.length === 0 ? undefined : list(parts);
}

/** `2 changes in 2 landings, 5 commits`. */
export function populationWords({ changes, commits, landings }: Pick<AuditNumbers, 'changes' | 'commits' | 'landings'>): string {
  return `${count(changes, 'change')} in ${count(landings, 'landing')}, ${count(commits, 'commit')}`;
}
