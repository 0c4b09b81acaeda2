import type { EvidenceRecord, TrailFact } from '../facts/trail.ts';
import { peopleFor } from '../people/known.ts';
import { isNamed, namesOf } from '../people/names.ts';
import { when } from './delivery-subjects.ts';
import { recordsAbout } from './evidence-records.ts';
import { evidenceRule, foundOr } from './evidence-rule.ts';
import { aboutCommit, changeName } from './evidence-words.ts';
import type { Found } from './rule.ts';

export const overridden = evidenceRule({
  name: 'overridden',
  text: 'Evidence stands as it was recorded; who decides otherwise says why, and wrote nothing of the change.',
  severity: 'medium',
  fix: 'Look at the reason, and at who gave it. Fix what the evidence said no to, and record it again.',
  needs: ['trails'],
  judge({ change, world }) {
    const records = recordsAbout(change);
    if (records.length === 0) return { kind: 'not-applicable' };
    const overrides = records.filter(({ record }) => record.override !== null || record.type === 'override');
    const names = overrides.length === 0 ? new Set<string>() : namesOf(change, peopleFor(change, world));
    const found = overrides.map(({ record, trail }): Found => {
      const byAuthor = record.by !== null && isNamed(names, record.by);
      const reason = record.override?.reason?.trim() ?? '';
      const isWithoutReason = reason === '';
      return {
        ...aboutCommit(change, world),
        subject:
          record.fingerprint === null
            ? { kind: 'trail', id: trail.name, url: trail.url }
            : { kind: 'artifact', id: record.fingerprint, url: trail.url },
        detail: `${trail.flow}/${record.name}/${record.id}`,
        severity: byAuthor || isWithoutReason ? 'high' : 'medium',
        message: `${record.by ?? 'Somebody'}${byAuthor ? `, an author of ${changeName(change)},` : ''} overrode ${of(record, trail)}${when(record.at)}${
          record.compliant === null ? '' : ` to say ${record.compliant ? 'yes' : 'no'}`
        }${why(record, reason)}. It is about ${changeName(change)}.`,
      };
    });
    const untold = records.find(({ record }) => !record.read && record.type === '');
    if (found.length > 0 || untold === undefined) return foundOr(found, { kind: 'passed' });
    return {
      kind: 'not-tested',
      why: `the service does not say whether ${untold.record.name} on trail ${untold.trail.name} of flow ${untold.trail.flow} is an override`,
    };
  },
});

function why({ read }: EvidenceRecord, reason: string): string {
  if (reason !== '') return `, because: ${reason}`;
  return read ? ', without a reason' : ', and neither who did it nor why could be read';
}

/** The record that was overridden. */
function of({ fingerprint, name, override }: EvidenceRecord, { flow, name: trail }: TrailFact): string {
  const type = override === null || override.type === '' ? '' : ` (${override.type})`;
  const artifact = fingerprint === null ? '' : ` of the artifact ${fingerprint.slice(0, 12)}`;
  return `${name}${type}${artifact} on trail ${trail} of flow ${flow}`;
}
