import { testsMustRun } from '../../compliance/index.ts';
import { holdsNoTest, subjectOf } from '../coverage/latest.ts';
import type { EvidenceRecord, TrailFact } from '../facts/trail.ts';
import { when, aboutCommit, landed } from './words.ts';
import { decidingRecords, recordName, type Recorded } from './evidence-records.ts';
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
        if (record.tests === null || !isFault(record.tests) || isOneLeg(record, trail, records) || mayBeEmpty(record, trail)) return [];
        const detail = `${trail.flow}/${record.name}${record.group === undefined ? '' : `/${record.group}`}`;
        const message = `${landed(change)}. What covers it, ${recordName({ record, trail })}, recorded by ${record.by ?? 'somebody'}${when(record.at)}, ${says(record.tests)}.`;
        return [{ ...aboutCommit(change, world), detail, message }];
      });
      const unknown = records.find(({ record }) => record.unusable === true || (record.tests === null && mayBeTests(record)));
      if (unknown === undefined) return foundOr(found, records.some(({ record }) => record.tests !== null) ? passed : notApplicable);
      const said =
        unknown.record.unusable === true
          ? 'says that its results could not be used, and not which tests they hold'
          : unknown.record.read
            ? 'does not say how many tests it holds'
            : 'was not read';
      return foundOr(found, notTested(`the record ${recordName(unknown)} ${said}`));
    },
  });
}

/** A leg alone may be empty: the records of its name together must hold a test. Those of the first rules are judged one by one. */
function isOneLeg(record: EvidenceRecord, trail: TrailFact, all: readonly Recorded[]): boolean {
  if ((record.rule ?? 1) < testsMustRun) return false;
  const legs = all.filter((other) => other.trail === trail && subjectOf(other.record) === subjectOf(record));
  return !holdsNoTest(legs.map((other) => other.record));
}

/** Whether the template that decided the trail lets the name be without a test. */
function mayBeEmpty({ fingerprint, name, target }: EvidenceRecord, { artifacts, template }: TrailFact): boolean {
  const ofArtifact = target ?? artifacts.findLast((artifact) => artifact.fingerprint === fingerprint)?.name;
  const entries =
    ofArtifact === undefined
      ? template?.trail.attestations
      : template?.trail.artifacts.find((each) => each.name === ofArtifact)?.attestations;
  return entries?.some((entry) => entry.name === name && entry.min_tests === 0) ?? false;
}

/** Test results, or a record of which nobody knows what it is. */
function mayBeTests({ read, type }: EvidenceRecord): boolean {
  return type === 'junit' || (!read && type === '');
}
