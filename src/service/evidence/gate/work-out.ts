import type { Artifact } from '../../../contract/index.ts';
import {
  decideArtifact,
  trailsOfArtifact,
  type ArtifactEvidence,
  type ArtifactQuestion,
  type Policy,
  type TrailVerdict,
  type Verdict,
} from '../../../gate/index.ts';
import { given } from '../../../text/index.ts';
import type { Org } from '../../store/log/chain.ts';
import type { ArtifactRow } from '../../store/model/artifacts.ts';
import type { GateAnswer } from '../../store/model/gate-answers.ts';
import { artifactView } from '../artifact-view.ts';
import { currentStateFields } from '../current.ts';
import { inChunks } from '../listing.ts';
import type { Asking } from './gate-answers.ts';
import { TooMuch, evidenceOn, gatePolicy, type Source } from './judge-trail.ts';
import { complianceRules } from './names.ts';

/** Reports of one artifact in an organization, and trails of its flow, that are read for its verdict. */
const mostReports = 500;
const mostTrails = 50;

/** The answer of a gate without demands of its own about a trail. */
export async function answerOnTrail(source: Source, org: Asking, trailId: string): Promise<GateAnswer> {
  const { verdicts } = await evidenceOn(source, org, trailId);
  return answerOf(verdicts);
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
  return { ...artifact, ...currentStateFields(await store.currentOf(orgId, trailId, complianceRules), row) };
}

/** The verdict with its first reason. An absence of demands is a note: what is there is then judged all the same. */
function answerOf(verdicts: (policy: Policy) => Verdict): GateAnswer {
  const strict = verdicts(gatePolicy);
  const nothing = strict.reasons.find(({ code }) => code === 'nothing-required');
  const { name: verdict, reasons } = nothing === undefined ? strict : verdicts({ ...gatePolicy, allowEmptyTemplate: true });
  const [first] = reasons;
  return {
    verdict,
    ...given({
      reason: first && { code: first.code, message: first.message, fix: first.fix },
      note: nothing?.message,
    }),
  };
}
