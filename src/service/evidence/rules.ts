import {
  countedRows,
  evaluate,
  evaluateArtifact,
  evaluateReplaced,
  isReason,
  testsMustRun,
  testsRun,
  together,
} from '../../compliance/index.ts';
import type { AttestationRecord } from '../../contract/index.ts';
import { failedTestsKey, runKey, standingAttempts, toldRun } from '../../gate/index.ts';
import { canonical, given, listAt, oneLine } from '../../text/index.ts';
import { ruleOf, sha256 } from '../record/kind.ts';
import type { RecordedAttestation } from '../resources/attestations/record.ts';
import type { FindHidden, NamedArtifact, NamedRecord, Rules, ToldRun } from '../store-rules.ts';

/** A record's tests that ran, its run and its subject, worked out of it alone. Empty under the first rules, which did not use them. */
function runOf(record: RecordedAttestation): ToldRun {
  if (ruleOf(record) < testsMustRun) return { testsRan: null, run: null };
  const { attestation_type: type, data, fingerprint, targets } = record;
  const rows = type === 'junit' ? countedRows(data['junit_results']) : undefined;
  const { isOfPullRequest, key, madeBy } = toldRun(data['user_data']);
  const { attempt = '', nonce = '', run = '' } = madeBy;
  const subjects = fingerprint === undefined ? targets.map((target) => `target:${target}`) : [`artifact:${fingerprint}`];
  const told = [isOfPullRequest ? 1 : 0, short(key), run, attempt, short(nonce), ...subjects];
  return { testsRan: rows === undefined ? null : testsRun(rows), run: canonical(told) };
}

/** The first tests that a record names, which anybody may have written, and its run on its trail, whatever the attempt. */
export function testsIn({ data, trail }: RecordedAttestation) {
  const run = JSON.stringify([trail, toldRun(data['user_data']).key]);
  return [failedTestsKey, 'flaky_tests'].flatMap((key) => {
    const told = (listAt(data, 'user_data', runKey, key) ?? []).slice(0, 20).filter((each) => typeof each === 'string');
    return told.map((name) => ({ name: oneLine(name, 200) || '(no name)', run, isFailed: key === failedTestsKey }));
  });
}

/** As many digits as no two runs of one name share. */
function short(text: string): string {
  return text === '' ? '' : sha256(text).slice(0, 16);
}

/** A record with its run: `isOfPullRequest` where that was one of a pull request. */
interface Told {
  readonly record: NamedRecord;
  readonly group: string;
  readonly isOfPullRequest: boolean;
  readonly madeBy: { readonly run?: string; readonly attempt?: string; readonly nonce?: string };
  readonly subjects: readonly string[];
}

/**
 * Whether a name holds no test that ran: its newest records together, one of each run, at the commit and about the subject of its
 * latest record. One that does not tell how many tests ran might hold one, as one of the first rules might.
 */
function isEmpty(latest: string, records: readonly NamedRecord[], artifacts: readonly NamedArtifact[]): boolean {
  const tests = recordsAbout(latest, records, artifacts).filter(({ record: { type } }) => type === 'junit');
  return tests.length > 0 && newestOf(tests).every(({ record: { testsRan } }) => testsRan === 0);
}

/** The finder of hidden nos: rules before those by which tests must run looked for none. */
function hiddenBy(rule: number): FindHidden | undefined {
  return rule < testsMustRun ? undefined : findHidden;
}

/**
 * The no that the records of a name prove against its green row, as at a gate: the newest run of a group is red and a later record of
 * another hides it, or no test ran. Runs of pull requests prove nothing here, because others may have the same commit.
 */
const findHidden: FindHidden = (row, records, artifacts) => {
  const { attestation_id: id, attestation_name: name, min_tests: least, overridden_attestation_id: overridden } = row;
  const isOverridden = typeof overridden === 'string';
  const ids = [overridden, id].filter((each) => typeof each === 'string');
  const about = ids.map((each) => recordsAbout(each, records, artifacts)).find((found) => found.length > 0) ?? [];
  const runs = about.filter(({ isOfPullRequest, record }) => !isOfPullRequest && record.type !== 'override');
  const red = newestOf(runs).find(({ record }) => !record.compliant && !(isOverridden && ids.includes(record.id)));
  if (red !== undefined) return `${name} is not compliant in another run: its record ${red.record.id} says no, and a later one hides it`;
  const isEmptyName = !isOverridden && least !== 0 && typeof id === 'string' && isEmpty(id, records, artifacts);
  return isEmptyName ? `${name} holds no test that ran in its newest runs` : undefined;
};

/** The records that speak of the same as one of them: the commit, and the trail or an artifact, by its name or its fingerprint. */
function recordsAbout(id: string, records: readonly NamedRecord[], artifacts: readonly NamedArtifact[]): readonly Told[] {
  const all = records.map((record) => toldOf(record, artifacts));
  const own = all.find(({ record }) => record.id === id);
  if (own === undefined) return [];
  return all.filter(
    ({ record: { commit }, subjects }) =>
      commit === own.record.commit &&
      (subjects.length + own.subjects.length === 0 || subjects.some((subject) => own.subjects.includes(subject))),
  );
}

/** The records that count: of each run, those of its newest attempt, as at the gate. */
function newestOf(records: readonly Told[]): readonly Told[] {
  return [...Map.groupBy(records, ({ group }) => group).values()].flatMap((same) => {
    const byId = new Map(same.map((told) => [told.record.id, told]));
    const { newest } = standingAttempts(same.map(({ madeBy, record }) => ({ record: asRecord(record), madeBy })));
    return newest.flatMap(({ attestation_id: id }) => byId.get(id) ?? []);
  });
}

function asRecord({ compliant, createdAt, id, name }: NamedRecord): AttestationRecord {
  return { attestation_id: id, attestation_name: name, is_compliant: compliant, created_at: createdAt };
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

function toldOf(record: NamedRecord, artifacts: readonly NamedArtifact[]): Told {
  const told: unknown = record.run === undefined ? [] : JSON.parse(record.run);
  const [isOfPullRequest, group, run, attempt, nonce, ...about] = isList(told) ? told : [];
  const at = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
  const subjects = about.flatMap((subject) => (typeof subject === 'string' ? subject : []));
  // Both ways to name one artifact are one subject.
  const alike = artifacts.flatMap(({ fingerprint, name }) => {
    const both = [`artifact:${fingerprint}`, `target:${name}`];
    return both.some((each) => subjects.includes(each)) ? both : [];
  });
  return {
    record,
    group: at(group) ?? '',
    isOfPullRequest: isOfPullRequest === 1,
    madeBy: given({ run: at(run), attempt: at(attempt), nonce: at(nonce) }),
    subjects: [...new Set([...subjects, ...alike])],
  };
}

export const complianceRules: Rules = {
  combine: together,
  evaluate,
  evaluateReplaced,
  evaluateArtifact,
  hiddenBy,
  isEmpty,
  isReason,
  runOf,
};
