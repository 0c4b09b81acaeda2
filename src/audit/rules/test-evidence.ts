import type { EvidenceRecord } from '../facts/trail.ts';
import { when, aboutCommit, landed } from './words.ts';
import { decidingRecords, recordName } from './evidence-records.ts';
import { evidenceRule } from './evidence-rule.ts';
import { foundOr, notApplicable, notTested, passed, type ChangeRule } from './rule.ts';

type Tests = NonNullable<EvidenceRecord['tests']>;

interface TestRule extends Pick<ChangeRule, 'name' | 'text' | 'fix'> {
  readonly isFault: (tests: Tests) => boolean;
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
      const found = records.flatMap(({ record, trail }) => {
        if (record.tests === null || !isFault(record.tests)) return [];
        const detail = `${trail.flow}/${record.name}${record.group === undefined ? '' : `/${record.group}`}`;
        const message = `${landed(change)}. What covers it, ${recordName({ record, trail })}, recorded by ${record.by ?? 'somebody'}${when(record.at)}, ${says(record.tests)}.`;
        return [{ ...aboutCommit(change, world), detail, message }];
      });
      const unknown = records.find(({ record }) => record.tests === null && mayBeTests(record));
      if (unknown === undefined) return foundOr(found, records.some(({ record }) => record.tests !== null) ? passed : notApplicable);
      const said = unknown.record.read ? 'does not say how many tests it holds' : 'was not read';
      return foundOr(found, notTested(`the record ${recordName(unknown)} ${said}`));
    },
  });
}

/** Test results, or a record of which nobody knows what it is. */
function mayBeTests({ read, type }: EvidenceRecord): boolean {
  return type === 'junit' || (!read && type === '');
}
