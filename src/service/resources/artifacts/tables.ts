import { matches } from '../../../contract/index.ts';
import type { kindKey, runKey, treeKey } from '../../../gate/index.ts';
import { given, stringAt, version } from '../../../text/index.ts';
import { append, type Appended, type Author, type Deciding } from '../../log/chain.ts';
import { newRecordId } from '../../record/id.ts';
import type { Sent } from '../../record/kind.ts';
import { column, filled, flag, jsonOf, nullable, number, readAll, reader, readInOrder, readOne, text } from '../../sql/row.ts';
import { insert, listed, send, sql, update, when, where, type Row, type Steps } from '../../sql/sql.ts';
import { evaluateRunning } from '../environments/tables-evaluation.ts';
import { presenceOf, type Presence } from '../environments/tables.ts';
import { doubtfulFlow, flowIdOf, type Flow } from '../flows/tables.ts';
import { gateColumns, gateTable, keptAnswerOf, type KeptAnswer } from '../gate/tables.ts';
import { decideTrail, ensureFlow, ensureTrail, withRepo, type StateChange, type TrailState } from '../trails/tables.ts';
import { artifactReported, type ArtifactContent } from './record.ts';

const evidenceFields = reader({
  trailId: text,
  fingerprint: column('subject', (row, column) => text(row, column).slice('artifact:'.length)),
  id: text,
  name: text,
  type: text,
  compliant: column('is_compliant', flag),
  createdAt: number,
  hasFile: flag,
});
type EvidenceOfArtifact = ReturnType<typeof evidenceFields>;

/** A name that an override decides: the override, and the overridden record. */
const overriddenFields = reader({
  name: text,
  type: column('overridden_type', text),
  id: text,
  overriddenId: text,
  compliant: column('is_compliant', flag),
});
type OverriddenName = ReturnType<typeof overriddenFields>;

const artifactFields = reader({
  id: text,
  /** Counts the artifacts of the organization. */
  number,
  flowId: text,
  /** '' if it was reported without a trail. */
  trailId: text,
  /** The current name of its flow; its record has the name at that time. */
  flowName: text,
  /** Evidence alone began that flow, and after another one had a template. */
  ofDoubtfulFlow: flag,
  fingerprint: text,
  name: text,
  commit: column('commit_sha', filled),
  /** '' if no trail was decided with it. */
  state: text,
  /** The time of its first report. */
  createdAt: number,
  /** The latest report. */
  record: column('body', jsonOf(artifactReported.check)),
});

export interface ArtifactRow extends ReturnType<typeof artifactFields> {
  readonly evidence: readonly EvidenceOfArtifact[];
  /** The names that an override decides, also those of its trail. */
  readonly overridden: readonly OverriddenName[];
  readonly presence: Presence;
  readonly gate: KeptAnswer;
  /** Numbers of its approvals in its flow. */
  readonly approvals: readonly number[];
}

export interface ArtifactFilter {
  readonly flowName?: string;
  /** Only together with `flowName`. */
  readonly trailName?: string;
  readonly repoName?: string;
  readonly fingerprint?: string;
  readonly commit?: string;
  readonly id?: string;
}

export interface NewArtifact {
  readonly author: Author;
  readonly flowName: string;
  readonly trailName?: string;
  /** Its name in the template. */
  readonly name: string;
  readonly fingerprint: string;
  readonly commit?: string;
  readonly repoId?: string;
  readonly repoName?: string;
  readonly data: Sent;
  /** The details of its trail if the trail does not exist yet. */
  readonly trail: Sent;
}

export interface ReportedArtifact {
  readonly id: string;
  readonly isNew: boolean;
  /** `undefined` if it is on no trail. */
  readonly change: StateChange | undefined;
}

const ours = 'compliance_evidence' satisfies typeof runKey;
const [treeAt, kindAt] = ['tree', 'kind'] as const satisfies readonly [typeof treeKey, typeof kindKey];

/** The most trees of one form that are kept: two already show that there are several directories. */
const mostOfForm = 2;

/** The directory trees that reports of an artifact on a trail named, though each replaces the last: so a gate knows that they differ. */
function* earlierTrees(orgId: string, artifactId: string): Steps<readonly string[]> {
  const latestReport = yield* readOne(
    column('body', jsonOf(artifactReported.check)),
    sql`select records.body from artifacts join records on records.org_id = artifacts.org_id and records.sequence = artifacts.sequence
      where artifacts.org_id = ${orgId} and artifacts.id = ${artifactId}`,
  );
  if (latestReport === undefined) return [];
  const { data, earlier_trees: earlier = [] } = latestReport;
  const latest = stringAt(data, 'user_data', ours, treeAt) ?? stringAt(data, 'user_data', ours, kindAt);
  if (latest === undefined || !matches('tree', latest) || earlier.includes(latest)) return earlier;
  return earlier.filter((tree) => formOf(tree) === formOf(latest)).length < mostOfForm ? [...earlier, latest] : earlier;
}

function formOf(tree: string): string | undefined {
  return tree.split(':', 1)[0];
}

/** The overridden names of some artifacts: their own, those recorded for name and commit before the report, and those of their trails. */
function* overriddenOf(orgId: string, artifacts: readonly Artifact[]): Steps<(artifact: Artifact) => readonly OverriddenName[]> {
  const trails = listed([...new Set(artifacts.map(({ trailId }) => trailId))]);
  const subjects = listed(['', ...new Set(artifacts.flatMap(subjectsOf))]);
  const records = yield* readAll(
    latest,
    sql`select latest.trail_id, latest.subject, latest.commit_sha, latest.name, attestations.id, attestations.is_compliant,
             attestations.overridden_id, attestations.overridden_type, attestations.sequence
      from latest join attestations on attestations.org_id = latest.org_id and attestations.id = latest.attestation_id
      where latest.org_id = ${orgId} and latest.trail_id in ${trails} and latest.subject in ${subjects}
        and (latest.subject <> '' or attestations.overridden_id is not null)`,
  );
  const latestFirst = records.toSorted((one, other) => other.sequence - one.sequence);
  const byTrail = Map.groupBy(latestFirst, ({ trailId }) => trailId);
  return (artifact) => {
    const [reported, early] = subjectsOf(artifact);
    const about = (byTrail.get(artifact.trailId) ?? []).filter(({ commit, subject }) => {
      if (subject === early) return commit !== undefined && commit === artifact.commit;
      return subject === '' || subject === reported;
    });
    // The latest record of a name decides, whether it was made for the artifact or before its report; the names of the trail
    // itself stand apart.
    const decisive = Map.groupBy(about, ({ name, subject }) => `${subject === '' ? 'trail' : 'artifact'} ${name}`);
    return [...decisive.values()].flatMap(([record]) => record?.overridden ?? []).toReversed();
  };
}

type Artifact = Pick<ArtifactRow, 'trailId' | 'fingerprint' | 'name' | 'commit'>;

/** The latest record of a name on a subject; `overridden` if it is an override. */
const latest = reader({
  trailId: text,
  subject: text,
  commit: column('commit_sha', filled),
  name: text,
  sequence: number,
  overridden: column('overridden_id', nullable(overriddenFields)),
});

function subjectsOf({ fingerprint, name }: Artifact): readonly [reported: string, early: string] {
  return [`artifact:${fingerprint}`, `target:${name}`];
}

/** Records a report of an artifact. Creates its flow and its trail if they do not exist yet. */
export function* reportArtifact(chain: Deciding, artifact: NewArtifact): Steps<ReportedArtifact> {
  const flow = yield* ensureFlow(chain, artifact.flowName);
  const { commit, repoId, repoName, trail: begun, trailName } = artifact;
  const repo = given({ repoId });
  const trail = trailName === undefined ? undefined : yield* ensureTrail(chain, flow, { name: trailName, data: begun, ...repo });
  const known = yield* findIdentity(artifact.author.orgId, flow.id, trail?.id ?? '', artifact.fingerprint);
  const trees = known === undefined ? [] : yield* earlierTrees(artifact.author.orgId, known);
  const content: ArtifactContent = {
    kind: 'artifact_reported',
    flow: flow.name,
    flow_id: flow.id,
    ...(trail === undefined || trailName === undefined ? {} : { trail: trailName, trail_id: trail.id }),
    artifact_id: known ?? newRecordId(),
    artifact_name: artifact.name,
    fingerprint: artifact.fingerprint,
    ...given({ commit, repo_id: repoId, repo_name: repoName }),
    ...(trees.length === 0 ? {} : { earlier_trees: trees }),
    data: artifact.data,
  };
  const change = yield* applyArtifact(yield* append(chain, content), chain, flow, trail);
  return { id: content.artifact_id, isNew: known === undefined, change };
}

export function* applyArtifact(
  { record, sequence }: Appended<ArtifactContent>,
  chain: Deciding,
  flow: Flow,
  trail: TrailState | undefined,
): Steps<StateChange | undefined> {
  const { artifact_id: id, org_id: orgId } = record;
  const said = { name: record.artifact_name, commit_sha: record.commit ?? '', repo_name: record.repo_name ?? '', sequence };
  const known = yield* findIdentity(orgId, flow.id, trail?.id ?? '', record.fingerprint);
  if (known === undefined) {
    chain.artifacts += 1;
    const identity = { flow_id: flow.id, trail_id: trail?.id ?? '', fingerprint: record.fingerprint };
    const first = { number: chain.artifacts, state: '', created_at: record.created_at };
    yield* send(insert('artifacts', { org_id: orgId, id, ...said, ...identity, ...first }));
  } else {
    yield* send(update('artifacts', { org_id: orgId, id: known }, said));
  }
  if (trail === undefined) {
    yield* evaluateRunning(chain, [record.fingerprint]);
    return undefined;
  }
  const artifactCount = trail.artifactCount + (known === undefined ? 1 : 0);
  return yield* decideTrail(chain, flow, { ...trail, artifactCount, repoIds: withRepo(trail.repoIds, record.repo_id) });
}

const findIdentity = (orgId: string, flowId: string, trailId: string, fingerprint: string) =>
  readOne(
    column('id', text),
    sql`select id from artifacts
      where org_id = ${orgId} and flow_id = ${flowId} and trail_id = ${trailId} and fingerprint = ${fingerprint}`,
  );

/** The numbers of up to `limit` artifacts after the first `skip`, the latest first. It reads only an index. */
export function* artifactNumbers(orgId: string, filter: ArtifactFilter, skip: number, limit: number): Steps<readonly number[]> {
  const { commit, fingerprint, flowName, id, repoName, trailName } = filter;
  const flowId = when(flowName, (name) => flowIdOf(orgId, name));
  const trailId = when(trailName, (name) => sql`(select id from trails ${where({ org_id: orgId, flow_id: flowId, name })})`);
  const wanted = where({ org_id: orgId, flow_id: flowId, repo_name: repoName, fingerprint, id, commit_sha: commit, trail_id: trailId });
  return yield* readAll(
    column('number', number),
    sql`select number from artifacts ${wanted} order by number desc limit ${limit} offset ${skip}`,
  );
}

/** The place in the log of the last record about an artifact, or about a trail that it was reported on, wherever in the organization. */
const lastOfFingerprint = sql`(select max(coalesce(
    (select max(sequence) from records where records.org_id = same.org_id and records.trail_id = same.trail_id), same.sequence))
  from artifacts as same where same.org_id = artifacts.org_id and same.fingerprint = artifacts.fingerprint)`;

function artifactOf(row: Row) {
  const fields = artifactFields(row);
  const { fingerprint, flowId, flowName } = fields;
  const basedOn = [version, number(row, 'last_sequence'), text(row, 'flow_template_id'), flowName];
  return { ...fields, gate: keptAnswerOf(row, { orgId: text(row, 'org_id'), aboutId: flowId, fingerprint, basedOn }) };
}

/** The artifacts with those numbers, in that order. */
export function* artifactsNumbered(orgId: string, numbers: readonly number[]): Steps<readonly ArtifactRow[]> {
  const artifacts = yield* readInOrder(
    artifactOf,
    'number',
    numbers,
    (
      list,
    ) => sql`select artifacts.org_id, artifacts.id, artifacts.number, artifacts.flow_id, artifacts.trail_id, artifacts.fingerprint, artifacts.name,
             artifacts.state, artifacts.commit_sha, artifacts.created_at, records.body, flows.name as flow_name,
             flows.template_id as flow_template_id, ${doubtfulFlow}, ${gateColumns}, ${lastOfFingerprint} as last_sequence
      from artifacts join records on records.org_id = artifacts.org_id and records.sequence = artifacts.sequence
      join flows on flows.org_id = artifacts.org_id and flows.id = artifacts.flow_id
      ${gateTable(sql`artifacts.org_id`, sql`artifacts.flow_id`, sql`artifacts.fingerprint`)}
      where artifacts.org_id = ${orgId} and artifacts.number in ${list}`,
  );
  if (artifacts.length === 0) return [];
  const evidence = yield* evidenceOf(orgId, artifacts);
  const overridden = yield* overriddenOf(orgId, artifacts);
  const presence = yield* presenceOf(orgId, artifacts);
  const approvals = yield* approvalNumbers(orgId, artifacts);
  return artifacts.map((artifact) => ({
    ...artifact,
    presence: presence(artifact),
    overridden: overridden(artifact),
    evidence: evidence.filter((of) => of.trailId === artifact.trailId && of.fingerprint === artifact.fingerprint),
    approvals: approvals(artifact),
  }));
}

type OfFlow = Pick<ArtifactRow, 'flowId' | 'fingerprint'>;

function* approvalNumbers(orgId: string, artifacts: readonly OfFlow[]): Steps<(artifact: OfFlow) => readonly number[]> {
  const flows = listed([...new Set(artifacts.map(({ flowId }) => flowId))]);
  const fingerprints = listed([...new Set(artifacts.map(({ fingerprint }) => fingerprint))]);
  const found = yield* readAll(
    reader({ flowId: text, fingerprint: text, number }),
    sql`select flow_id, fingerprint, number from approvals
      where org_id = ${orgId} and flow_id in ${flows} and fingerprint in ${fingerprints} order by flow_id, fingerprint, number`,
  );
  const nameOf = ({ fingerprint, flowId }: OfFlow) => `${flowId} ${fingerprint}`;
  const byArtifact = Map.groupBy(found, nameOf);
  return (artifact) => (byArtifact.get(nameOf(artifact)) ?? []).map((approval) => approval.number);
}

/** The latest record of each name about some artifacts, in the order of their first report. */
function* evidenceOf(
  orgId: string,
  artifacts: readonly Pick<ArtifactRow, 'trailId' | 'fingerprint'>[],
): Steps<readonly EvidenceOfArtifact[]> {
  const trails = listed([...new Set(artifacts.map(({ trailId }) => trailId))]);
  const subjects = listed([...new Set(artifacts.map(({ fingerprint }) => `artifact:${fingerprint}`))]);
  return yield* readAll(
    evidenceFields,
    sql`select latest.trail_id, latest.subject, latest.name, attestations.id,
             coalesce(attestations.overridden_type, attestations.type) as type, attestations.is_compliant,
             attestations.created_at, exists (select 1 from blobs
               where blobs.org_id = latest.org_id and blobs.attestation_id = latest.attestation_id) as has_file
      from latest join attestations on attestations.org_id = latest.org_id and attestations.id = latest.attestation_id
      where latest.org_id = ${orgId} and latest.trail_id in ${trails} and latest.subject in ${subjects}
      order by latest.first_sequence`,
  );
}

export function* isOnTrail(orgId: string, flowId: string, trailId: string, fingerprint: string): Steps<boolean> {
  return (yield* findIdentity(orgId, flowId, trailId, fingerprint)) !== undefined;
}
