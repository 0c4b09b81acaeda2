import { append, closeChain, openChain, type Appended, type Chain } from '../log/chain.ts';
import { isArtifactRecord, type ArtifactContent } from '../kinds/artifacts.ts';
import { newRecordId } from '../record-id.ts';
import { flag, json, number, text } from '../sql/row.ts';
import { listed, query, queryOne, type Row, type Steps, type Value } from '../sql/statement.ts';
import type { ArtifactFilter, ArtifactRow, EvidenceOfArtifact, NewArtifact, ReportedArtifact } from '../model/artifacts.ts';
import type { Flow } from '../model/flows.ts';
import type { Judges } from '../model/judges.ts';
import type { StateChange } from '../model/trails.ts';
import { approvalNumbers } from './approval-numbers.ts';
import { earlierTrees } from './earlier-trees.ts';
import { flowIdOf } from './flows.ts';
import { overriddenOf } from './overridden.ts';
import { presenceOf } from './presence.ts';
import { settleArtifacts } from './settle.ts';
import { decideTrail, ensureFlow, ensureTrail, withRepo, type TrailState } from './trails.ts';

/** Records a report of an artifact, and whatever of its flow and trail does not exist yet. */
export function* reportArtifact(artifact: NewArtifact, judges: Judges, now: number): Steps<ReportedArtifact> {
  const chain = yield* openChain(artifact.author);
  const flow = yield* ensureFlow(chain, now, artifact.flowName);
  const { commit, repoId, repoName, trail: begun, trailName } = artifact;
  const repo = repoId === undefined ? {} : { repoId };
  const trail = trailName === undefined ? undefined : yield* ensureTrail(chain, now, flow, { name: trailName, data: begun, ...repo });
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
    ...(commit === undefined ? {} : { commit }),
    ...(repoId === undefined ? {} : { repo_id: repoId }),
    ...(repoName === undefined ? {} : { repo_name: repoName }),
    ...(trees.length === 0 ? {} : { earlier_trees: trees }),
    data: artifact.data,
  };
  const appended = yield* append(chain, now, newRecordId(), content);
  const change = yield* applyArtifact(chain, appended, flow, trail, judges);
  yield* closeChain(chain);
  return { id: content.artifact_id, isNew: known === undefined, change };
}

/** What the tables say of an artifact, and of its trail, from this record on. */
export function* applyArtifact(
  chain: Chain,
  { record, sequence }: Appended<ArtifactContent>,
  flow: Flow,
  trail: TrailState | undefined,
  judges: Judges,
): Steps<StateChange | undefined> {
  const { artifact_id: id, org_id: orgId } = record;
  const said = [record.artifact_name, record.commit ?? '', record.repo_name ?? ''];
  const known = yield* findIdentity(orgId, flow.id, trail?.id ?? '', record.fingerprint);
  if (known === undefined) {
    chain.artifacts += 1;
    yield* query(
      `insert into artifacts (org_id, id, name, commit_sha, repo_name, sequence, number, flow_id, trail_id, fingerprint, state, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, '', $11)`,
      orgId,
      id,
      ...said,
      sequence,
      chain.artifacts,
      flow.id,
      trail?.id ?? '',
      record.fingerprint,
      record.created_at,
    );
  } else {
    yield* query(
      'update artifacts set name = $3, commit_sha = $4, repo_name = $5, sequence = $6 where org_id = $1 and id = $2',
      orgId,
      known,
      ...said,
      sequence,
    );
  }
  if (trail === undefined) {
    yield* settleArtifacts(chain, [record.fingerprint], judges);
    return undefined;
  }
  const artifactCount = trail.artifactCount + (known === undefined ? 1 : 0);
  return yield* decideTrail(chain, flow, { ...trail, artifactCount, repoIds: withRepo(trail.repoIds, record.repo_id) }, judges);
}

function* findIdentity(orgId: string, flowId: string, trailId: string, fingerprint: string): Steps<string | undefined> {
  const row = yield* queryOne(
    'select id from artifacts where org_id = $1 and flow_id = $2 and trail_id = $3 and fingerprint = $4',
    orgId,
    flowId,
    trailId,
    fingerprint,
  );
  return row === undefined ? undefined : text(row, 'id');
}

/** The numbers of up to `limit` artifacts behind the first `skip`, the latest first. It walks an index alone. */
export function* artifactNumbers(orgId: string, filter: ArtifactFilter, skip: number, limit: number): Steps<readonly number[]> {
  const conditions = ['org_id = $1'];
  const args: Value[] = [orgId];
  const place = (value: Value): string => `$${args.push(value)}`;
  const { commit, fingerprint, flowName, id, repoName, trailName } = filter;
  const flowId = flowName === undefined ? '' : flowIdOf(place(flowName));
  if (flowName !== undefined) conditions.push(`flow_id = ${flowId}`);
  if (repoName !== undefined) conditions.push(`repo_name = ${place(repoName)}`);
  if (fingerprint !== undefined) conditions.push(`fingerprint = ${place(fingerprint)}`);
  if (id !== undefined) conditions.push(`id = ${place(id)}`);
  if (commit !== undefined) conditions.push(`commit_sha = ${place(commit)}`);
  if (trailName !== undefined)
    conditions.push(`trail_id = (select id from trails where org_id = $1 and flow_id = ${flowId} and name = ${place(trailName)})`);
  const rows = yield* query(
    `select number from artifacts where ${conditions.join(' and ')} order by number desc limit ${place(limit)} offset ${place(skip)}`,
    ...args,
  );
  return rows.map((row) => number(row, 'number'));
}

/** The artifacts of those numbers, in that order. */
export function* artifactsNumbered(orgId: string, numbers: readonly number[]): Steps<readonly ArtifactRow[]> {
  if (numbers.length === 0) return [];
  const list = listed(numbers, 1);
  const rows = yield* query(
    `select artifacts.id, artifacts.number, artifacts.flow_id, artifacts.trail_id, artifacts.fingerprint, artifacts.name, artifacts.state,
            artifacts.commit_sha, artifacts.created_at, records.body, flows.name as flow_name
     from artifacts join records on records.org_id = artifacts.org_id and records.sequence = artifacts.sequence
     join flows on flows.org_id = artifacts.org_id and flows.id = artifacts.flow_id
     where artifacts.org_id = $1 and artifacts.number in ${list.sql}`,
    orgId,
    ...list.args,
  );
  const evidence = yield* evidenceOf(orgId, rows);
  const overridden = yield* overriddenOf(orgId, rows);
  const presence = yield* presenceOf(orgId, rows);
  const approvals = yield* approvalNumbers(orgId, rows);
  const byNumber = new Map(rows.map((row) => [number(row, 'number'), row]));
  return numbers.flatMap((each) => {
    const row = byNumber.get(each);
    if (row === undefined) return [];
    const record = json(row, 'body', isArtifactRecord);
    return {
      id: text(row, 'id'),
      flowName: text(row, 'flow_name'),
      fingerprint: text(row, 'fingerprint'),
      name: text(row, 'name'),
      state: text(row, 'state'),
      createdAt: number(row, 'created_at'),
      record,
      presence: presence(row),
      overridden: overridden(row),
      evidence: evidence.filter((of) => of.trailId === text(row, 'trail_id') && of.fingerprint === text(row, 'fingerprint')),
      approvals: approvals(row),
    };
  });
}

/** The latest record of each name about some artifacts, in the order of their first report. */
function* evidenceOf(orgId: string, artifacts: readonly Row[]): Steps<readonly EvidenceOfArtifact[]> {
  if (artifacts.length === 0) return [];
  const trails = listed([...new Set(artifacts.map((row) => text(row, 'trail_id')))], 1);
  const subjects = listed([...new Set(artifacts.map((row) => `artifact:${text(row, 'fingerprint')}`))], 1 + trails.args.length);
  const rows = yield* query(
    `select latest.trail_id, latest.subject, latest.name, attestations.id,
            coalesce(attestations.overridden_type, attestations.type) as type, attestations.is_compliant,
            attestations.created_at, exists (select 1 from blobs
              where blobs.org_id = latest.org_id and blobs.attestation_id = latest.attestation_id) as has_file
     from latest join attestations on attestations.org_id = latest.org_id and attestations.id = latest.attestation_id
     where latest.org_id = $1 and latest.trail_id in ${trails.sql} and latest.subject in ${subjects.sql}
     order by latest.first_sequence`,
    orgId,
    ...trails.args,
    ...subjects.args,
  );
  return rows.map((row) => ({
    trailId: text(row, 'trail_id'),
    fingerprint: text(row, 'subject').slice('artifact:'.length),
    id: text(row, 'id'),
    name: text(row, 'name'),
    type: text(row, 'type'),
    compliant: flag(row, 'is_compliant'),
    createdAt: number(row, 'created_at'),
    hasFile: flag(row, 'has_file'),
  }));
}

/** Whether an artifact was reported on a trail. */
export function* isOnTrail(orgId: string, flowId: string, trailId: string, fingerprint: string): Steps<boolean> {
  return (yield* findIdentity(orgId, flowId, trailId, fingerprint)) !== undefined;
}
