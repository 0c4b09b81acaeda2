import { standingOf, type Acceptance, type Standing } from '../findings/accepted.ts';
import type { Compared } from '../findings/compare.ts';
import { keyOf } from '../findings/finding.ts';
import type { JudgedFinding } from '../judged/audit.ts';
import type { World } from '../judged/world.ts';
import type { TalliedFinding } from './tally.ts';

const rule = 'acceptance-not-valid';

type Wrong = Exclude<Standing, 'accepted'> | 'own';

const words: Readonly<Record<Wrong, { readonly said: string; readonly fix: string }>> = {
  expired: { said: 'is over', fix: 'Fix what it accepts, or accept it again, with a reason' },
  own: { said: 'is by an author of the change itself', fix: 'Have somebody accept it who wrote nothing of the change' },
  unused: { said: 'accepts nothing that this audit found', fix: 'Take the entry out of the file' },
  'too-long': { said: 'is for more than 90 days', fix: 'Choose an earlier end' },
  'not-acceptable': { said: 'accepts what nobody can accept', fix: 'Take the entry out of the file, and fix what it names' },
};

/**
 * The acceptances of the audit's file that count, by key, and a finding for each that does not. An unused one is found only
 * by a complete audit: another one did not look everywhere.
 *
 * @param authors names of who wrote the change that a finding is about, by the finding's key
 */
export function acceptances(
  { file, header }: World,
  findings: ReadonlyMap<string, Compared>,
  { authors, complete }: { readonly authors: ReadonlyMap<string, readonly string[]>; readonly complete: boolean },
): { readonly counts: ReadonlyMap<string, Acceptance>; readonly wrong: readonly TalliedFinding[] } {
  const counts = new Map<string, Acceptance>();
  const wrong: TalliedFinding[] = [];
  for (const acceptance of file?.accepted ?? []) {
    const standing = standingOf(acceptance, findings, header.at);
    const isOwn = (authors.get(acceptance.key) ?? []).some(
      (author) => author.toLowerCase() === acceptance.owner.replace(/^@/, '').toLowerCase(),
    );
    if (standing === 'accepted' && isOwn) wrong.push(findingOf(acceptance, 'own'));
    else if (standing === 'accepted') counts.set(acceptance.key, acceptance);
    else if (standing !== 'unused' || complete) wrong.push(findingOf(acceptance, standing));
  }
  return { counts, wrong };
}

function findingOf({ key, owner, until }: Acceptance, standing: Wrong): TalliedFinding {
  const subject = { kind: 'audit', id: key, url: null } as const;
  const { fix, said } = words[standing];
  return {
    key: keyOf(rule, subject, standing),
    rule,
    severity: standing === 'unused' ? 'low' : 'medium',
    subject,
    message: `The entry of ${owner} until ${until.slice(0, 10)}, for ${key}, ${said}`,
    fix,
    controls: ['SOC 2 CC8.1'],
    change: null,
  };
}

/** A finding with the acceptance that counts for it. */
export function judged(finding: Compared, of: TalliedFinding | undefined, acceptance: Acceptance | undefined): JudgedFinding {
  const accepted = acceptance === undefined ? null : { reason: acceptance.reason, owner: acceptance.owner, until: acceptance.until };
  return { ...finding, controls: of?.controls ?? [], change: of?.change ?? null, accepted };
}
