import { short, when } from './delivery-subjects.ts';
import { commitOf, decidingRecords, recordsAbout, type Recorded } from './evidence-records.ts';
import { evidenceRule, foundOr } from './evidence-rule.ts';
import { aboutCommit, landed } from './evidence-words.ts';

export const evidenceByForkClaim = evidenceRule({
  name: 'evidence-by-fork-claim',
  text: 'What landed has evidence of a run of the repository itself, and not only the claim of a run of a fork.',
  severity: 'medium',
  controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32', 'NIST SSDF PW.8', 'SLSA'],
  fix: 'Run the tests for the landed commit in the repository, and record them: a push to the branch can do that.',
  needs: ['trails', 'records'],
  judge({ change, flows, world }) {
    const records = decidingRecords(change, flows);
    if (records.length === 0) return { kind: 'not-applicable' };
    const own = recordsAbout(change).filter(
      ({ record, trail }) => !record.byForkClaim && record.read && commitOf(record, trail) === change.tip.sha,
    );
    const found = records
      .filter((each) => each.record.byForkClaim && !own.some((other) => isSame(each, other)))
      .map(({ record, trail }) => ({
        ...aboutCommit(change, world),
        detail: `${trail.flow}/${record.name}`,
        message: `${landed(change)}. What covers it, ${record.name} on trail ${trail.name} of flow ${trail.flow}, was claimed by a run without secrets and recorded by ${record.by ?? 'somebody'}${when(record.at)}; ${short(change.tip.sha)} has none of its own.`,
      }));
    const unread = records.find(({ record }) => !record.read);
    if (found.length > 0 || unread === undefined) return foundOr(found, { kind: 'passed' });
    return {
      kind: 'not-tested',
      why: `the record ${unread.record.name} on trail ${unread.trail.name} of flow ${unread.trail.flow} was not read`,
    };
  },
});

function isSame(one: Recorded, other: Recorded): boolean {
  return one.trail.flow === other.trail.flow && one.record.name === other.record.name && other.record.compliant !== false;
}
