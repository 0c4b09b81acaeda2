import type { Call } from '../../client/index.ts';
import { inOrder, ownReasons, sentReasons, worst, type OwnEvidence, type Reason, type TrailQuestion } from '../../gate/index.ts';
import type { ClaimRecordSettings, ClaimSettings, ConnectionSettings, GateSettings } from '../../options/index.ts';
import { claimWords } from '../../presentation/index.ts';
import { recordResults, type Attested } from '../attest/attest.ts';
import type { RunContext } from '../run/context.ts';
import { afterEvaluation } from '../gate/await-evaluation.ts';
import { askMerges, type AskMerge } from '../gate/ask-merges.ts';
import { gate } from '../gate/gate.ts';
import { judgingIn, type Judgement } from '../gate/judge-subject.ts';
import { trailReader } from '../gate/read-trail.ts';
import type { ClaimedEvidence, Judged } from '../run/result.ts';
import type { Artifact } from './artifacts.ts';
import { readClaimed, commitOfHead } from './read-claimed.ts';
import type { TestedRun } from './tested-run.ts';

export interface ForkPostSettings {
  readonly connection: ConnectionSettings;
  readonly flow: string;
  readonly dryRun: boolean;
  readonly claims: ClaimSettings;
  /** How each of them is recorded, except for the parts that come from the claims. */
  readonly attestation: ClaimRecordSettings;
  readonly githubToken: string;
  readonly gating: GateSettings;
}

export type Posted = Judgement & Pick<Judged, 'question' | 'claimed'>;

/**
 * The use case `fork post`: takes the results that the run of a pull request set aside, records them on the trail of its head, and judges
 * that trail. No record can make up for an artifact that was refused: then the evidence is not whole.
 */
export async function forkPost(call: Call, settings: ForkPostSettings, context: RunContext): Promise<Posted> {
  const { acceptedClaims, endReasons, noticesOf, nothingCollected, readDownloads, refusalReason, testedRun } = await import('./lazy.ts');
  const run = await testedRun(settings.githubToken, context);
  const { artifacts, refusals: refused } = acceptedClaims(await readDownloads(settings.claims.collected), settings.claims.allowed);
  const question = questionOf(run, settings);
  const refusals = refused.map(refusalReason);
  if (artifacts.length === 0) {
    const reasons = refusals.length > 0 ? refusals : [nothingCollected(run)];
    return { question, answer: undefined, verdict: { name: worst(reasons), reasons, notices: noticesOf(run), rows: [] } };
  }
  const posted = await recordAll(call, artifacts, { run, question, settings }, context);
  const { answer, own, verdict } = await judge(
    call,
    posted.map(({ attested }) => attested),
    question,
    judgingIn(settings.gating, context),
    askMerges(settings.githubToken, context),
  );
  const claimed = posted.map((one, index) => claimedEvidence(one, own[index], posted.length > 1));
  const said = [...refusals, ...verdict.reasons];
  const reasons = inOrder([...said, ...endReasons(run, said)]);
  return {
    question,
    answer,
    verdict: { ...verdict, name: worst(reasons), reasons, notices: [...noticesOf(run), ...verdict.notices] },
    claimed: { by: run.claimedBy, evidence: claimed },
  };
}

function questionOf({ pullRequests, sha }: TestedRun, { connection, flow }: ForkPostSettings): TrailQuestion {
  const pullRequest = pullRequests.length === 1 ? String(pullRequests[0]) : undefined;
  return { subject: 'trail', org: connection.org, flow, trail: sha, commit: sha, pullRequest };
}

interface PostedOne {
  readonly artifact: Artifact;
  readonly attested: Attested;
}

async function recordAll(
  call: Call,
  artifacts: readonly Artifact[],
  { question, run, settings }: { readonly run: TestedRun; readonly question: TrailQuestion; readonly settings: ForkPostSettings },
  context: RunContext,
): Promise<readonly PostedOne[]> {
  const { attestation, connection, dryRun } = settings;
  const service = { token: connection.token, dryRun };
  const reading = { ...attestation.reading, secrets: context.secrets };
  const git = await commitOfHead(attestation, context);
  for (const message of git?.notices ?? []) context.report({ kind: 'notice', message });
  const posted: PostedOne[] = [];
  // One after the other: each is announced before it is sent, in case the run is stopped.
  for (const artifact of artifacts) {
    const { attestationName: name, leg, matrix } = artifact.claims;
    const said = { ...attestation, reading, name, matrix, leg: leg ?? undefined };
    const inFolder = { ...context, workspace: artifact.folder, directory: artifact.folder, mayLeave: false };
    const collected = await readClaimed(artifact, said, git, context);
    const testRun = run.of(artifact.claims, artifact.name);
    context.report({ kind: 'info', message: `${artifact.name} claims ${name} of ${claimWords(artifact.claims)}` });
    posted.push({
      artifact,
      attested: await recordResults(call, { service, settings: said, collected, question, run: testRun }, inFolder),
    });
  }
  return posted;
}

/** Waits until each record is evaluated, asks the trail once, and decides with all the problems of each. */
async function judge(
  call: Call,
  attested: readonly Attested[],
  question: TrailQuestion,
  settings: GateSettings,
  askMerge: AskMerge,
): Promise<Judgement & { readonly own: readonly OwnEvidence[] }> {
  const reader = trailReader(question);
  const own: OwnEvidence[] = [];
  for (const one of attested) own.push((await afterEvaluation(call, one, settings, reader)).own);
  const ownOnes = own.flatMap((one) => ownReasons(one, question));
  const areKnown = own.every(({ sending }) => (sending.kind === 'accepted' ? sending.evaluated : sending.kind !== 'failed'));
  // The answer of a trail without a record that should be on it is not used.
  if (!areKnown) return { own, answer: { kind: 'no-trail' }, verdict: { name: worst(ownOnes), reasons: ownOnes, notices: [], rows: [] } };
  const { answer, verdict } = await gate(call, { question, reader, askMerge }, settings);
  const sent = own.flatMap((one) => sentReasons(one, answer, verdict.reasons));
  const unusable = new Set(own.filter(({ problems }) => problems.length > 0).map(({ name }) => name));
  const others = verdict.reasons.filter((reason) => !isSaid(reason, unusable));
  const reasons = [...ownOnes, ...others, ...sent];
  return { own, answer, verdict: { ...verdict, name: worst(reasons), reasons } };
}

/** Whether a record says no because it is unusable, and another reason under its name already says so. */
function isSaid({ attestation, code, failed }: Reason, unusable: ReadonlySet<string>): boolean {
  if (attestation === undefined || !unusable.has(attestation)) return false;
  return code === 'failing' || (code === 'failing-elsewhere' && failed?.by === 'cause');
}

/** Where several artifacts were claimed and one names no leg, the artifact's name tells its tests apart. */
function claimedEvidence({ artifact, attested }: PostedOne, own: OwnEvidence | undefined, isOneOfSeveral: boolean): ClaimedEvidence {
  const { claims, name } = artifact;
  const { evidence } = attested;
  const { job, leg, matrix, testOutcome } = claims;
  const of = evidence.of === '' && isOneOfSeveral ? name : evidence.of;
  return { artifact: name, job, leg, matrix, testOutcome, evidence: { ...evidence, of, sending: own?.sending ?? evidence.sending } };
}
