import { short, when, aboutCommit, landed } from './words.ts';
import { commitOf, decidingRecords, recordName, recordsAbout, type Recorded } from './evidence-records.ts';
import { evidenceRule } from './evidence-rule.ts';
import { foundOr, notApplicable, notTested, passed } from './rule.ts';

export const evidenceByForkClaim = evidenceRule({
  name: 'evidence-by-fork-claim',
  text: 'What landed has evidence of a run of the repository itself, and not only the claim of a run of a fork.',
  severity: 'medium',
  controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32', 'NIST SSDF PW.8', 'SLSA'],
  fix: 'Run the tests for the landed commit in the repository, and record them: a push to the branch can do that.',
  needs: ['trails', 'records'],
  judge({ change, flows, world }) {
    const records = decidingRecords(change, flows);
    if (records.length === 0) return notApplicable;
    const proven = recordsAbout(change).filter(
      ({ record, trail }) => !record.byForkClaim && record.read && commitOf(record, trail) === change.tip.sha,
    );
    const found = records
      .filter((each) => each.record.byForkClaim && !proven.some((other) => isSame(each, other)))
      .map(({ record, trail }) => ({
        ...aboutCommit(change, world),
        detail: `${trail.flow}/${record.name}`,
        message: `${landed(change)}. What covers it, ${recordName({ record, trail })}, was claimed by a run without secrets and recorded by ${record.by ?? 'somebody'}${when(record.at)}; ${short(change.tip.sha)} has none of its own.`,
      }));
    const unread = records.find(({ record }) => !record.read);
    return foundOr(found, unread === undefined ? passed : notTested(`the record ${recordName(unread)} was not read`));
  },
});

function isSame(one: Recorded, other: Recorded): boolean {
  return one.trail.flow === other.trail.flow && one.record.name === other.record.name && other.record.compliant !== false;
}
