import { isBlank } from '../../text/index.ts';
import type { EvidenceRecord, TrailFact } from '../facts/trail.ts';
import { peopleFor } from '../people/known.ts';
import { isNamed, namesOf } from '../people/names.ts';
import { when, aboutCommit, changeName } from './words.ts';
import { recordName, recordsAbout } from './evidence-records.ts';
import { evidenceRule } from './evidence-rule.ts';
import { foundOr, notApplicable, notTested, passed, type Found } from './rule.ts';

export const overridden = evidenceRule({
  name: 'overridden',
  text: 'Evidence stands as it was recorded; who decides otherwise says why, and wrote nothing of the change.',
  severity: 'medium',
  fix: 'Look at the reason, and at who gave it. Fix what the evidence said no to, and record it again.',
  judge({ change, world }) {
    const records = recordsAbout(change);
    if (records.length === 0) return notApplicable;
    const overrides = records.filter(({ record }) => record.override !== null || record.type === 'override');
    const names = overrides.length === 0 ? new Set<string>() : namesOf(change, peopleFor(change, world));
    const found = overrides.map(({ record, trail }): Found => {
      const byAuthor = record.by !== null && isNamed(names, record.by);
      const given = record.override?.reason ?? '';
      const isWithoutReason = isBlank(given);
      const reason = isWithoutReason ? '' : given.trim();
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
        }${because(record, reason)}. It is about ${changeName(change)}.`,
      };
    });
    const unread = records.find(({ record }) => !record.read && record.type === '');
    const why = unread && `the service does not say whether ${recordName(unread)} is an override`;
    return foundOr(found, why === undefined ? passed : notTested(why));
  },
});

function because({ read }: EvidenceRecord, reason: string): string {
  if (reason !== '') return `, because: ${reason}`;
  return read ? ', without a reason' : ', and neither who did it nor why could be read';
}

/** The record that was overridden. */
function of({ fingerprint, name, override }: EvidenceRecord, { flow, name: trail }: TrailFact): string {
  const type = override === null || override.type === '' ? '' : ` (${override.type})`;
  const artifact = fingerprint === null ? '' : ` of the artifact ${fingerprint.slice(0, 12)}`;
  return `${name}${type}${artifact} on trail ${trail} of flow ${flow}`;
}
