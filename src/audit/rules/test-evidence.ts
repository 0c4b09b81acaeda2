import type { EvidenceRecord } from '../facts/trail.ts';
import { when } from './delivery-subjects.ts';
import { decidingRecords } from './evidence-records.ts';
import { evidenceRule, foundOr } from './evidence-rule.ts';
import { aboutCommit, landed } from './evidence-words.ts';
import type { ChangeRule } from './rule.ts';

type Tests = NonNullable<EvidenceRecord['tests']>;

interface TestRule extends Pick<ChangeRule, 'name' | 'text' | 'fix'> {
  readonly isFault: (tests: Tests) => boolean;
  /** The contents of the record in words. */
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
      const untold = records.find(({ record }) => record.tests === null && mayBeTests(record));
      if (found.length > 0 || untold === undefined)
        return foundOr(found, records.some(({ record }) => record.tests !== null) ? { kind: 'passed' } : { kind: 'not-applicable' });
      const { record, trail } = untold;
      const said = record.read ? 'does not say how many tests it holds' : 'was not read';
      return { kind: 'not-tested', why: `the record ${record.name} on trail ${trail.name} of flow ${trail.flow} ${said}` };
    },
  });
}

/** Test results, or a record of which nobody knows what it is. */
function mayBeTests({ read, type }: EvidenceRecord): boolean {
  return type === 'junit' || (!read && type === '');
}
