import type { Signature } from '../facts/account.ts';
import type { EvidenceRecord, TrailFact } from '../facts/trail.ts';
import type { AuditedChange } from '../judged/change.ts';
import { accountsOf, isWebFlow, type People } from '../people/identity.ts';
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
    const found = overrides.map(({ record, trail }): Found => {
      const byAuthor = record.by !== null && namesOf(change, (world.file ?? change.file)?.people ?? new Map()).has(record.by.toLowerCase());
      const reason = record.override?.reason?.trim() ?? '';
      // Where the body of the record was not read, its reason is not known.
      const isWithoutReason = reason === '' && record.read;
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
        }${isWithoutReason ? ', without a reason' : reason === '' ? '' : `, because: ${reason}`}. It is about ${changeName(change)}.`,
      };
    });
    return foundOr(found, { kind: 'passed' });
  },
});

/** What was overridden. */
function of({ fingerprint, name, override }: EvidenceRecord, { flow, name: trail }: TrailFact): string {
  const type = override === null || override.type === '' ? '' : ` (${override.type})`;
  const artifact = fingerprint === null ? '' : ` of the artifact ${fingerprint.slice(0, 12)}`;
  return `${name}${type}${artifact} on trail ${trail} of flow ${flow}`;
}

/** What a user of the service that is an author may be called: the service knows no numbers of GitHub's accounts. */
function namesOf({ commits, pull }: AuditedChange, people: People): ReadonlySet<string> {
  const signatures = [...commits, ...(pull?.commits ?? [])]
    .filter(({ mergeAlone }) => mergeAlone !== true)
    .flatMap(({ author, coAuthors, committer, suggestionAlone }) => (suggestionAlone ? [author] : [author, committer, ...coAuthors]))
    .filter(({ account }) => !isWebFlow(account));
  const accounts = [pull?.openedBy, pull?.askedBy, ...signatures.map(({ account }) => account)].flatMap((account) => account ?? []);
  const numbers = new Set([
    ...accounts.map(({ id }) => id),
    ...signatures.flatMap((signature: Signature) => accountsOf(signature, people)),
  ]);
  const addresses = [...people].filter(([, number]) => numbers.has(number)).map(([address]) => address);
  return new Set(
    [...accounts.map(({ login }) => login), ...signatures.flatMap(({ email, name }) => [email, name]), ...addresses].map((name) =>
      name.toLowerCase(),
    ),
  );
}
