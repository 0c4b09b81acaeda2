import { matches, type Artifact, type AttestationRecord, type Trail } from '../../../contract/index.ts';
import {
  advisesByOthers,
  asJudged,
  decide,
  decideArtifact,
  idsOf,
  mayLackTemplate,
  recordCommit,
  recordedOn,
  rowsOf,
  stateOf,
  trailsOfArtifact,
  type ArtifactEvidence,
  type ArtifactQuestion,
  type Evidence as GateEvidence,
  type Policy,
  type Reason,
  type RecordsAnswer,
  type TrailQuestion,
  type TrailRow as GateRow,
  type TrailVerdict,
  type Verdict,
} from '../../../gate/index.ts';
import { given } from '../../../text/index.ts';
import type { Asking, Evidence } from '../../context.ts';
import { inChunks, inPortions } from '../../evidence/listing.ts';
import { reachesFlow } from '../../evidence/refusal.ts';
import type { Org } from '../../log/chain.ts';
import { turn } from '../../turns.ts';
import type { ArtifactRow } from '../artifacts/tables.ts';
import { artifactView } from '../artifacts/use.ts';
import type { PlaceOnTrail } from '../attestations/tables.ts';
import { attestationView } from '../attestations/use.ts';
import type { TrailNow } from '../trails/tables-reads.ts';
import { currentStateFields, wholeFields } from '../trails/use.ts';
import type { GateAnswer } from './tables.ts';

/** A gate without demands of its own: what it asks for is what the template asks for, and that a test ran. */
const gatePolicy: Policy = { required: [], allowEmptyTemplate: false, template: 'current', allowOwnTemplate: false, minTests: 1 };

/** The parts of the service that a verdict is made from. */
export type Source = Pick<Evidence, 'store' | 'links'>;

/** More than that is not worked out while a reader waits for a page. */
export class TooMuch extends Error {
  override readonly name = 'TooMuch';
}

/** Records of one trail that are read, and their bytes. */
const mostRecords = 5000;
const mostBytes = 50_000_000;

/** The question of a gate by hand about a trail that is named: it asks about the commit that the trail is named after, or of its rows. */
function questionAbout(orgName: string, flow: string, trail: string): TrailQuestion {
  return { subject: 'trail', org: orgName, flow, trail, commit: matches('commitSha', trail) ? trail : undefined };
}

/** The evidence on a trail, as a gate reads it, and what it comes to: for the commit of a gate by hand, or for another one. */
async function evidenceOn(
  source: Source,
  org: Asking,
  trailId: string,
  asked?: { readonly commit: string | undefined },
): Promise<{ readonly verdicts: (policy: Policy) => Verdict; readonly now: TrailNow; readonly read: readonly ReadRecord[] }> {
  const now = await source.store.trailNowById(org.orgId, trailId);
  const { flowName, name } = now.trail;
  const byHand = questionAbout(org.orgName, flowName, name);
  const question = { ...byHand, ...asked };
  // Without its events and its tags: no gate reads them.
  const trail = { ...wholeFields(now, undefined, org.orgName, source.links), compliance_status: now.trail.compliance };
  const answer = { kind: 'trail', trail } as const;
  const { read, records } = await recordsBehind(source, org, trailId, { question, answer });
  const evidence: GateEvidence = {
    question,
    answer,
    records,
    ...given({ flow: await doubtAbout(source, org, now, answer.trail) }),
  };
  const before = advisesByOthers(decide(evidence, gatePolicy)) ? await newestTrails(source, org, flowName) : undefined;
  // A gate that lets a trail require nothing does not ask how its flow began.
  return {
    now,
    read,
    verdicts: (policy) =>
      decide({ ...evidence, ...given({ before, flow: policy.allowEmptyTemplate ? undefined : evidence.flow }) }, policy),
  };
}

/** Flows among which the one that was meant is looked for. */
const mostFlows = 1000;

/** How a flow began, where that may be by mistake. */
async function doubtAbout({ store }: Source, org: Asking, { trail }: TrailNow, answer: Trail): Promise<GateEvidence['flow']> {
  if (!trail.ofDoubtfulFlow || !mayLackTemplate(answer, gatePolicy)) return undefined;
  const names = await store.flowNames(org.orgId, '', mostFlows + 1);
  return { kind: 'begun-by-evidence', others: names.filter((name) => name !== trail.flowName && reachesFlow(org, name)) };
}

/** Trails of a flow that are looked at for advice. */
const newest = 20;

async function newestTrails({ store }: Source, { orgId }: Org, flow: string): Promise<GateEvidence['before']> {
  const total = (await store.trailCount(orgId, flow)) ?? 0;
  const trails = await store.trailsByNumber(orgId, flow, Math.max(total - newest, 0), total);
  return recordedOn(trails.map(({ compliance, name }) => ({ name, compliance_status: compliance })));
}

/** A record that was read: its page, its link in the log, and what says its repository, as it was sent. */
type ReadRecord = Readonly<Record<'uri' | 'sha256', string>> & { readonly data: Pick<AttestationRecord, 'git_commit_info' | 'repo_info'> };

/** The records behind each row that has some: those of the name at the commit, and those that the row carries. */
async function recordsBehind(
  source: Source,
  { orgId }: Org,
  trailId: string,
  { answer, question }: { readonly question: TrailQuestion; readonly answer: { readonly trail: Trail } },
): Promise<{ readonly records: GateEvidence['records']; readonly read: readonly ReadRecord[] }> {
  const rows = rowsOf(asJudged(answer.trail, gatePolicy)).filter((row) => ['compliant', 'non-compliant'].includes(stateOf(row)));
  const byName = Map.groupBy(rows, ({ status }) => status.attestation_name);
  if (byName.size === 0) return { records: new Map(), read: [] };
  const places = await source.store.placesOnTrail(orgId, trailId, mostRecords + 1);
  const wanted = wantedOf(byName, places, question);
  if (places.length > mostRecords || wanted.reduce((sum, { bytes }) => sum + bytes, 0) > mostBytes) {
    throw new TooMuch(
      `The trail holds more records than are read for a list: it has ${places.length > mostRecords ? 'more than ' : ''}${Math.min(places.length, mostRecords)}`,
    );
  }
  const records: AttestationRecord[] = [];
  const read: ReadRecord[] = [];
  for await (const row of inPortions(wanted, (sequences) => source.store.attestationsAt(orgId, sequences))) {
    if (records.length % 100 === 99) await turn();
    const view = attestationView(row, source.links);
    records.push(view);
    const { git_commit_info, repo_info } = view;
    read.push({ uri: String(view.html_url), sha256: row.hash, data: { git_commit_info, repo_info } });
  }
  return { read, records: new Map([...byName].map(([name, of]) => [name, recordsOf(name, of, records, question)])) };
}

/** Those whose content a decision needs: records of a name at the commits that are asked about, and those that the rows carry. */
function wantedOf(
  byName: ReadonlyMap<string, readonly GateRow[]>,
  places: readonly PlaceOnTrail[],
  { commit }: TrailQuestion,
): readonly PlaceOnTrail[] {
  const carried = new Set([...byName.values()].flat().flatMap(idsOf));
  const wanted = places.filter((place) => carried.has(place.id) || (byName.has(place.name) && (commit ?? place.commit) === place.commit));
  // As a search finds them: the latest first.
  return wanted.toSorted((one, other) => other.sequence - one.sequence);
}

/** The same answer that a gate gets when it searches for the name at the commit, and for the other records by their ids. */
function recordsOf(name: string, rows: readonly GateRow[], all: readonly AttestationRecord[], { commit }: TrailQuestion): RecordsAnswer {
  const ids = new Set(rows.flatMap(idsOf));
  const carried = all.filter(({ attestation_id: id }) => ids.has(id));
  const commits = new Set(commit === undefined ? carried.map(recordCommit) : [commit]);
  const isHere = (record: AttestationRecord): boolean =>
    record.attestation_name === name && recordCommit(record) !== undefined && commits.has(recordCommit(record));
  return { kind: 'records', records: all.filter(isHere), byId: carried.filter((record) => !isHere(record)) };
}

/** Reports of one artifact in an organization, and trails of its flow, that are read for its verdict. */
const mostReports = 500;
const mostTrails = 50;

/** The answer of a gate without demands of its own about a trail. */
export async function answerOnTrail(source: Source, org: Asking, trailId: string): Promise<GateAnswer> {
  const { verdicts } = await evidenceOn(source, org, trailId);
  return answerOf(verdicts);
}

/**
 * The whole verdict of such a gate about a trail and a commit, and all that it was made of. It is to stand for the commit, as a status
 * does: required tests must be of that very commit, and a trail that requires nothing is no yes.
 */
export async function verdictOnTrail(source: Source, org: Asking, trailId: string, commit: string | undefined) {
  const { now, read, verdicts } = await evidenceOn(source, org, trailId, { commit });
  const policy: Policy = { ...gatePolicy, isForStatus: true };
  return { now, read, verdict: verdicts(policy), policy };
}

/** Every reason of such an answer, each with its fix; none where the trail holds more than is read for a page. */
export async function reasonsOnTrail(source: Source, org: Asking, trailId: string): Promise<readonly Reason[]> {
  try {
    const { verdicts } = await evidenceOn(source, org, trailId);
    return allOf(verdicts).reasons;
  } catch (error) {
    if (error instanceof TooMuch) return [];
    throw error;
  }
}

/** Its answer about an artifact, on every trail of its flow that it was reported on. */
export async function answerOnArtifact(source: Source, org: Asking, row: ArtifactRow): Promise<GateAnswer> {
  const { fingerprint, flowName } = row;
  const reports = await reportsOf(source, org, fingerprint);
  const question: ArtifactQuestion = { subject: 'artifact', org: org.orgName, flow: flowName, fingerprint, approvedFor: undefined };
  const isHere = (report: Report): boolean => report.row.flowId === row.flowId;
  const here = reports.filter(isHere);
  const answer: ArtifactEvidence['answer'] = {
    kind: 'artifacts',
    artifacts: await Array.fromAsync(here, (report) => asNow(source, org, report)),
  };
  const questions = trailsOfArtifact(answer, question);
  if (questions.length > mostTrails)
    throw new TooMuch(`The artifact was reported on more trails of its flow than are read for a list: ${questions.length}`);
  const trails = await Array.fromAsync(questions, async (of) => {
    const trailId = here.find(({ row: { record } }) => record.trail === of.trail)?.row.trailId ?? '';
    return { question: of, ...(await evidenceOn(source, org, trailId, { commit: of.commit })) };
  });
  const all = {
    kind: 'reports',
    reports: [...here, ...reports.filter((report) => !isHere(report))].map(({ artifact, row: { flowName: flow } }) => ({ flow, artifact })),
  } as const;
  return answerOf((policy) => {
    const judged: readonly TrailVerdict[] = trails.map(({ question: of, verdicts }) => ({ question: of, verdict: verdicts(policy) }));
    return decideArtifact({ question, answer, trails: judged, approvals: undefined, reports: all }, policy);
  });
}

interface Report {
  readonly row: ArtifactRow;
  readonly artifact: Artifact;
}

async function reportsOf({ links, store }: Source, { orgId }: Org, fingerprint: string): Promise<readonly Report[]> {
  const numbers = await store.artifactNumbers(orgId, { fingerprint }, 0, mostReports + 1);
  if (numbers.length > mostReports) throw new TooMuch(`The artifact was reported more than ${mostReports} times`);
  const rows = inChunks(numbers, 20, (some) => store.artifactsNumbered(orgId, some));
  return await Array.fromAsync(rows, (row) => {
    const { deployments: _, releases: __, ...view } = artifactView(row, links);
    return { row, artifact: view };
  });
}

/** A report with the state by the templates of now. */
async function asNow({ store }: Source, { orgId }: Org, { artifact, row }: Report): Promise<Artifact> {
  const { trail_id: trailId } = row.record;
  if (trailId === undefined) return artifact;
  return { ...artifact, ...currentStateFields(await store.currentOf(orgId, trailId), row) };
}

/** The verdict with its first reason. */
function answerOf(verdicts: (policy: Policy) => Verdict): GateAnswer {
  const { note, reasons, verdict } = allOf(verdicts);
  const [first] = reasons;
  return { verdict, ...given({ reason: first && { code: first.code, message: first.message, fix: first.fix }, note }) };
}

/** The verdict with all its reasons. An absence of demands is a note: what is there is then judged all the same. */
function allOf(verdicts: (policy: Policy) => Verdict): {
  readonly verdict: GateAnswer['verdict'];
  readonly reasons: readonly Reason[];
  readonly note?: string;
} {
  const strict = verdicts(gatePolicy);
  const nothing = strict.reasons.find(({ code }) => code === 'nothing-required');
  const { name: verdict, reasons } = nothing === undefined ? strict : verdicts({ ...gatePolicy, allowEmptyTemplate: true });
  return { verdict, reasons, ...given({ note: nothing?.message }) };
}
