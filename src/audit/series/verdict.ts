import { reaches, type Severity } from '../findings/finding.ts';
import { count } from '../../text/index.ts';
import type { Series } from './series.ts';

export interface SeriesVerdict {
  readonly ending: 'audited' | 'non-compliant' | 'unknown' | 'not-applicable';
  readonly fails: boolean;
}

/**
 * A hole decides first: what nobody saw may hold anything. A finding of high severity that stands is never good news. A finding
 * that is no longer followed stands, because nobody says that it was fixed.
 */
export function verdictOf({ changes, complete, episodes, findings }: Series, failOn: Severity | 'none'): SeriesVerdict {
  if (!complete) return { ending: 'unknown', fails: true };
  const standing = [...findings, ...episodes.filter(({ state }) => state === 'open' || state === 'lost')];
  const fails = failOn !== 'none' && standing.some((one) => reaches(one, failOn));
  if (fails || standing.some((one) => reaches(one, 'high'))) return { ending: 'non-compliant', fails };
  return { ending: changes === 0 ? 'not-applicable' : 'audited', fails };
}

/** The verdict in a word with its mark, and the sentence that says why. */
export function verdictWords({ audits, complete, holes }: Series, { ending }: SeriesVerdict): VerdictWords {
  switch (ending) {
    case 'unknown': {
      const why = audits.length === 0 ? 'No audit counts.' : `No complete audit covers ${count(holes.length, 'part')} of the period.`;
      return { mark: '?', word: 'Unknown', tone: 'open', why };
    }
    case 'non-compliant':
      return { mark: '✘', word: 'Findings', tone: 'bad', why: 'The period is covered without a hole, and findings stand.' };
    case 'not-applicable':
      return { mark: '–', word: 'Nothing landed', tone: 'soft', why: 'The period is covered without a hole, and no audit has a change.' };
    case 'audited':
      return { mark: '✔', word: 'No finding of weight', tone: complete ? 'good' : 'open', why: 'The period is covered without a hole.' };
  }
}

interface VerdictWords {
  readonly mark: string;
  readonly word: string;
  readonly tone: 'good' | 'bad' | 'open' | 'soft';
  readonly why: string;
}
