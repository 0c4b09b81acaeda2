import { testsMustRun } from '../../compliance/index.ts';
import type { Template } from '../../contract/index.ts';
import { count, isBlank, list } from '../../text/index.ts';
import { headOf } from '../coverage/match.ts';
import { commitsIn, endOf, holdsNoTest, isOverride, subjectOf, wasThere } from '../coverage/records.ts';
import type { FlowFact } from '../facts/line.ts';
import type { EvidenceRecord, TrailFact } from '../facts/trail.ts';
import type { AuditedChange, Coverage } from '../population/change.ts';
import { authorNamed, namesOf, peopleFor } from '../reviews/authors.ts';
import { evidenceRule, withYes, type DecidingFlow } from './evidence-rule.ts';
import { foundOr, notApplicable, notTested, passed, type ChangeRule, type Found, type Rule } from './rule.ts';
import { aboutCommit, aboutFlow, aboutTrail, asOfNow, changeName, deployed, landed, short, trailName, when } from './words.ts';

interface Recorded {
  readonly trail: TrailFact;
  readonly record: EvidenceRecord;
}

/** The records that stood when the change landed, on the trails behind the deciding flows. */
function decidingRecords(change: AuditedChange, flows: readonly DecidingFlow[]): readonly Recorded[] {
  const shas = shasOf(change);
  return flows.flatMap(({ coverage: { flow, trail: name } }) => {
    const trail = name === null ? undefined : change.trails.get(`${flow}/${name}`);
    if (trail === undefined) return [];
    const about = trail.records.filter((record) => isOneOf(shas, record, trail));
    return standing(about, change.landing.at).map((record) => ({ trail, record }));
  });
}

/** In the flows that the change owes, or without a mapping in any, whatever trail they are on. */
function recordsAbout(change: AuditedChange): readonly Recorded[] {
  const shas = shasOf(change);
  return change.fact.trails
    .filter(({ flow }) => change.owes?.includes(flow) ?? true)
    .flatMap((trail) => trail.records.filter((record) => isOneOf(shas, record, trail)).map((record) => ({ trail, record })));
}

/** `unit-tests on trail v1 of flow unit`. */
function recordName({ record, trail }: Recorded): string {
  return `${record.name} on trail ${trail.name} of flow ${trail.flow}`;
}

/** Null: its trail is about several commits, and which one is unknown. */
function commitOf(record: EvidenceRecord, trail: TrailFact): string | null {
  return commitsIn(trail)(record);
}

/** A record with an unknown commit may be about any commit of its trail. */
function isOneOf(shas: ReadonlySet<string>, record: EvidenceRecord, trail: TrailFact): boolean {
  const sha = commitOf(record, trail);
  return sha === null ? trail.commits.some((each) => shas.has(each)) : shas.has(sha);
}

/** The commits that evidence of a change may be about: its own, the head of its merge group, and those of its pull request. */
function shasOf({ commits, landing, pull, tip }: AuditedChange): ReadonlySet<string> {
  const group = landing.kind === 'merge-queue' && landing.after !== null ? [landing.after] : [];
  return new Set([
    tip.sha,
    ...group,
    ...commits.map(({ sha }) => sha),
    ...(pull === undefined ? [] : [pull.head, ...pull.commits.map(({ sha }) => sha)]),
  ]);
}

/** The last record of each name at the landing; of a name that came only after it, and where its moment is not known, the last of all. */
function standing(records: readonly EvidenceRecord[], landedAt: string | null): readonly EvidenceRecord[] {
  const names = Map.groupBy(records, ({ fingerprint, group, name, target }) => JSON.stringify([name, fingerprint, target, group]));
  return [...names.values()].flatMap((same) => {
    // GitHub gives whole seconds: a record within that of the landing may have come before it.
    const before = landedAt === null ? undefined : same.findLast(({ at }) => Date.parse(at) < Date.parse(landedAt) + 1000);
    return before ?? same.at(-1) ?? [];
  });
}

const evidenceBeforePush = evidenceRule({
  name: 'evidence-before-push',
  ofRecords: true,
  text: 'Evidence of a commit was recorded after GitHub first saw that commit, by a run that could have it.',
  severity: 'medium',
  controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32', 'NIST SSDF PW.8', 'SLSA'],
  fix: 'Find out who recorded it, and from which machine. Record evidence in the runs of GitHub alone, and let nobody else hold a token. Where it was such a run, set the clock of the service.',
  needs: ['trails', 'landings', 'pull-requests'],
  judge({ change, flows, world }) {
    const records = decidingRecords(change, flows);
    if (records.length === 0) return notApplicable;
    const times = records.map((recorded) => timeOf(recorded, change));
    const found = records
      .filter((_, index) => times[index] === 'before')
      .map(({ record, trail }) => ({
        ...aboutCommit(change, world),
        detail: `${trail.flow}/${record.name}`,
        message: `${changeName(change)}: ${record.by ?? 'somebody'} recorded ${recordName({ record, trail })}${when(record.at)}, about ${short(change.pull?.head ?? '')}, which GitHub first saw${when(change.pull?.pushedAt ?? null)}.`,
      }));
    if (times.includes('untold')) return foundOr(found, notTested(untold));
    return foundOr(found, times.includes('unkept') || !times.includes('after') ? notTested(unkept, 'never') : passed);
  },
});

const untold =
  'nobody told when GitHub first saw a head: it says so by its checks, which it keeps as long as logs and shows of a private repository with `checks: read` alone, or which commit a record is about';
const unkept = 'GitHub tells of the head of a pull request alone when it first saw it';

/**
 * Whether a record came before GitHub first saw its commit: none after the landing did. `unkept`: GitHub does not keep
 * that moment for such commits. `other`: the record is about no commit that landed.
 */
function timeOf({ record, trail }: Recorded, { landing, pull, tip }: AuditedChange): 'before' | 'after' | 'untold' | 'unkept' | 'other' {
  const sha = commitOf(record, trail);
  const recorded = Date.parse(record.at);
  if (landing.at !== null && recorded >= Date.parse(landing.at)) return 'after';
  if (sha === null) return 'untold';
  if (sha !== pull?.head) return sha === tip.sha ? 'unkept' : 'other';
  if (recorded >= Date.parse(pull.seenBy ?? '')) return 'after';
  if (pull.pushedAt === null) return 'untold';
  return recorded < Date.parse(pull.pushedAt) ? 'before' : 'after';
}

const testedOnHeadOnly = evidenceRule({
  name: 'tested-on-head-only',
  text: 'What landed was tested as it landed, and not only as it was before its base moved.',
  severity: 'medium',
  fix: 'Test what lands: use a merge queue, require branches to be up to date, or record tests of the landed commit before it is deployed. Where the head is enough for a flow, say head-is-enough: true in .github/compliance-audit.yml.',
  among: withYes,
  judge({ change, flows, world }) {
    const found = flows
      .filter(({ state }) => state === 'tested-on-head-only')
      .map(({ coverage }) => ({
        ...aboutFlow(change, coverage, world),
        message: `${landed(change)}. ${trailName(coverage)} tested its head ${short(headOf(change) ?? '')} alone; the base had moved, and no test of both together is recorded${
          deployed(change) === '' ? '' : ' before they were deployed'
        }.${deployed(change)}${asOfNow(coverage)}`,
      }));
    if (
      found.length === 0 &&
      world.untold.some(({ source }) => source === 'deployments') &&
      flows.some(({ coverage }) => isLater(change, coverage))
    )
      return notTested('nobody tells whether a change was deployed before what landed was tested');
    return foundOr(found, passed);
  },
});

/** Whether evidence that came only after the landing stands for what was tested on its head before. */
function isLater({ landing, trails }: AuditedChange, { atMerge, flow, trail }: Coverage): boolean {
  const landed = endOf(landing.at);
  const records = trails.get(`${flow}/${trail}`)?.records ?? [];
  return atMerge === 'compliant' && landed !== null && records.length > 0 && !records.some((record) => wasThere(record, landed));
}

type Tests = NonNullable<EvidenceRecord['tests']>;

interface TestRule extends Pick<ChangeRule, 'name' | 'text' | 'fix'> {
  readonly isFault: (tests: Tests) => boolean;
  readonly says: (tests: Tests) => string;
}

function testEvidenceRule({ isFault, says, ...text }: TestRule): ChangeRule {
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

function mayBeTests({ read, type }: EvidenceRecord): boolean {
  return type === 'junit' || (!read && type === '');
}

const evidenceEmpty = testEvidenceRule({
  name: 'evidence-empty',
  text: 'Test results hold at least one test.',
  fix: 'Find out why no test ran: a wrong pattern of files, or a filter that leaves nothing. Record the results again.',
  isFault: ({ total }) => total === 0,
  says: () => 'holds no test',
});

const evidenceAllSkipped = testEvidenceRule({
  name: 'evidence-all-skipped',
  text: 'Of the tests that were recorded, at least one was run.',
  fix: 'Run the tests: a condition or a missing service has all of them skipped. Record the results again.',
  isFault: ({ skipped, total }) => total > 0 && skipped >= total,
  says: ({ total }) => `holds ${count(total, 'test')}, and ${total === 1 ? 'it was' : 'all were'} skipped`,
});

const evidenceByForkClaim = evidenceRule({
  name: 'evidence-by-fork-claim',
  ofRecords: true,
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

const trailWithOwnTemplate = evidenceRule({
  name: 'trail-with-own-template',
  ofRecords: true,
  text: 'The flow says what its trails must hold, and no trail of a change takes anything of that away.',
  severity: 'high',
  controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32', 'NIST SSDF PO.3'],
  fix: 'Begin trails without a template of their own, and put what all of them need into the template of the flow.',
  judge({ change, flows, world }) {
    const templated = flows.flatMap(({ coverage }) => {
      const trail = change.trails.get(`${coverage.flow}/${coverage.trail}`);
      return trail?.ownTemplate === true ? [{ coverage, trail }] : [];
    });
    const found = templated.flatMap(({ coverage, trail }): readonly Found[] => {
      const asked = askedBy(world.flows.get(coverage.flow), change.landing.at);
      const taken = trail.template === null || asked === undefined ? undefined : demandsWithout(asked, trail.template);
      const more = trail.template !== null && asked !== undefined ? demandsWithout(trail.template, asked) : [];
      // A copy of the flow's template decides nothing by itself.
      if (taken?.length === 0 && more.length === 0) return [];
      const words =
        taken === undefined
          ? `nobody can tell what it leaves out of what the flow asks for`
          : taken.length === 0
            ? `it adds ${list(more)}`
            : `it leaves out ${list(taken)}, which the flow asks for`;
      return [
        {
          ...aboutTrail(change, coverage, world),
          severity: taken?.length === 0 ? 'low' : 'high',
          message: `${trailName(coverage)}, which decides about ${changeName(change)}, has a template of its own: ${words}.`,
        },
      ];
    });
    const unknown = flows.find(({ coverage: { flow, trail } }) => change.trails.get(`${flow}/${trail}`)?.ownTemplate === null);
    if (unknown === undefined) return foundOr(found, flows.some(({ coverage: { trail } }) => trail !== null) ? passed : notApplicable);
    const name = trailName(unknown.coverage).replace(/^T/, 't');
    return foundOr(found, notTested(`the service does not say whether ${name} has a template of its own`));
  },
});

/** The demands of the flow when the change landed, if known, else the present ones. */
function askedBy(flow: FlowFact | undefined, landedAt: string | null): Template | undefined {
  if (flow === undefined) return undefined;
  const then = landedAt === null ? undefined : flow.templates?.findLast(({ from }) => Date.parse(from) <= Date.parse(landedAt));
  return then?.template ?? flow.template ?? undefined;
}

/** The demands that the other template lacks, or has with another type. */
function demandsWithout(asked: Template, by: Template): readonly string[] {
  const there = templateDemands(by);
  return [...templateDemands(asked)].flatMap(([name, type]) => {
    const other = there.get(name);
    return other === type || (other !== undefined && type === '*') ? [] : [name];
  });
}

/** `unit-tests` → its type, `unit-tests of shop`, and the artifact `artifact shop` itself. */
function templateDemands({ trail: { artifacts, attestations } }: Template): ReadonlyMap<string, string> {
  return new Map([
    ...attestations.map(({ name, type }) => [name, type] as const),
    ...artifacts.map(({ name }) => [`artifact ${name}`, ''] as const),
    ...artifacts.flatMap((artifact) => artifact.attestations.map(({ name, type }) => [`${name} of ${artifact.name}`, type] as const)),
  ]);
}

export const overridden = evidenceRule({
  name: 'overridden',
  ofRecords: true,
  text: 'Evidence stands as it was recorded; who decides otherwise says why, and wrote nothing of the change.',
  severity: 'medium',
  fix: 'Look at the reason, and at who gave it. Fix what the evidence said no to, and record it again.',
  judge({ change, world }) {
    const records = recordsAbout(change);
    if (records.length === 0) return notApplicable;
    const overrides = records.filter(({ record }) => isOverride(record));
    const names = overrides.length === 0 ? new Set<string>() : namesOf(change, peopleFor(change, world));
    const found = overrides.map(({ record, trail }): Found => {
      const author = record.by === null ? undefined : authorNamed(names, { name: record.by, at: record.at }, world);
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
        severity: author !== undefined || isWithoutReason ? 'high' : 'medium',
        message: `${author === undefined ? (record.by ?? 'Somebody') : `${author}, an author of ${changeName(change)},`} overrode ${overriddenRecord(record, trail)}${when(record.at)}${
          record.compliant === null ? '' : ` to say ${record.compliant ? 'yes' : 'no'}`
        }${givenReason(record, reason)}. It is about ${changeName(change)}.`,
      };
    });
    const unread = records.find(({ record }) => !record.read && record.type === '');
    const why = unread && `the service does not say whether ${recordName(unread)} is an override`;
    return foundOr(found, why === undefined ? passed : notTested(why));
  },
});

function givenReason({ read }: EvidenceRecord, reason: string): string {
  if (reason !== '') return `, because: ${reason}`;
  return read ? ', without a reason' : ', and neither who did it nor why could be read';
}

function overriddenRecord({ fingerprint, name, override }: EvidenceRecord, { flow, name: trail }: TrailFact): string {
  const type = override === null || override.type === '' ? '' : ` (${override.type})`;
  const artifact = fingerprint === null ? '' : ` of the artifact ${fingerprint.slice(0, 12)}`;
  return `${name}${type}${artifact} on trail ${trail} of flow ${flow}`;
}

/** In the order of the reports. */
export const recordRules: readonly Rule[] = [
  evidenceBeforePush,
  testedOnHeadOnly,
  evidenceEmpty,
  evidenceAllSkipped,
  evidenceByForkClaim,
  trailWithOwnTemplate,
  overridden,
];
