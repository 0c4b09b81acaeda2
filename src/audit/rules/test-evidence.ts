import type { EvidenceRecord } from '../facts/trail.ts';
import { when } from './delivery-subjects.ts';
import { decidingRecords } from './evidence-records.ts';
import { evidenceRule, foundOr } from './evidence-rule.ts';
import { aboutCommit, landed } from './evidence-words.ts';
import type { ChangeRule } from './rule.ts';

type Tests = NonNullable<EvidenceRecord['tests']>;

interface TestRule extends Pick<ChangeRule, 'name' | 'text' | 'fix'> {
  readonly isFault: (tests: Tests) => boolean;
  /** What the record holds. */
  readonly says: (tests: Tests) => string;
}

/** A rule about what the test results that cover a change hold. */
export function testEvidenceRule({ isFault, says, ...text }: TestRule): ChangeRule {
  return evidenceRule({
    ...text,
    severity: 'high',
    needs: ['trails', 'records'],
    judge({ change, flows, world }) {
      const records = decidingRecords(change, flows);
      const found = records.flatMap(({ record, trail }) =>
        record.tests === null || !isFault(record.tests)
          ? []
          : [
              {
                ...aboutCommit(change, world),
                detail: `${trail.flow}/${record.name}${record.group === undefined ? '' : `/${record.group}`}`,
                message: `${landed(change)}. What covers it, ${record.name} on trail ${trail.name} of flow ${trail.flow}, recorded by ${record.by ?? 'somebody'}${when(record.at)}, ${says(record.tests)}.`,
              },
            ],
      );
      const unread = records.find(({ record }) => !record.read && (record.type === 'junit' || record.type === ''));
      if (found.length > 0 || unread === undefined)
        return foundOr(found, records.some(({ record }) => record.tests !== null) ? { kind: 'passed' } : { kind: 'not-applicable' });
      return {
        kind: 'not-tested',
        why: `the record ${unread.record.name} on trail ${unread.trail.name} of flow ${unread.trail.flow} was not read`,
      };
    },
  });
}
