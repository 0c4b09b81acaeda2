import type { Call } from '../../client/index.ts';
import { EvidenceError, type EvidenceProblem } from '../../errors/index.ts';
import { inOrder, ownReasons, sentReasons, worst, type OwnEvidence, type Reason, type TrailQuestion } from '../../gate/index.ts';
import type { GitFacts } from '../../git/index.ts';
import {
  allOrComplaints,
  claimOptions,
  claimRecordOptions,
  connectionOptions,
  dryRunOption,
  flowOption,
  gateOptions,
  readClaimRecord,
  readConnection,
  readGate,
  readOptions,
  requiredForConnection,
  requiredToClaim,
  statementFolderOption,
  uses,
} from '../../options/index.ts';
import type { ClaimRecordSettings, ClaimSettings, ConnectionSettings, GateSettings } from '../../options/index.ts';
import { claimWords } from '../../presentation/index.ts';
import { recordResults, type Attested } from '../attest/record.ts';
import { crossCheck, type TestEvidence } from '../attest/test-evidence.ts';
import { afterEvaluation } from '../gate/attest-and-gate.ts';
import { askMerges, gate, type AskMerge } from '../gate/gate.ts';
import { judgeAgain, judgingIn, type Judgement } from '../gate/judge-subject.ts';
import { trailReader } from '../gate/read-trail.ts';
import { readTestResults } from '../results/read-results.ts';
import { describeCommand, endingOutputs, judgedOutputs, statementOutputs } from '../run/command.ts';
import { commitOf } from '../run/commit.ts';
import { withService } from '../run/connect.ts';
import type { RunContext } from '../run/context.ts';
import { judged } from '../run/question.ts';
import type { Judged } from '../run/result.ts';
import type { Artifact } from './artifacts.ts';
import type { TestedRun } from './tested-run.ts';

/**
 * No git looks at the files or at anything around them: a stranger's folder could tell git what to run. Failing tests also get no place in
 * the code, because the code is not here.
 */
async function readClaimed(
  { claims, files, folder, name }: Artifact,
  settings: ClaimRecordSettings,
  git: GitFacts | undefined,
  { report }: Pick<RunContext, 'report'>,
): Promise<TestEvidence> {
  const read = await readTestResults(files, { ...settings.reading, workspace: folder });
  const results = files.length === 0 ? { ...read, problems: [noFiles(name)] } : read;
  for (const { message } of results.warnings) report({ kind: 'warning', message: `${name}: ${message}` });
  const checked = crossCheck({ testOutcome: claims.testOutcome ?? undefined, jobStatus: undefined }, results);
  for (const message of checked.warnings) report({ kind: 'warning', message: `${name}: ${message}` });
  const failing = results.failing.map(({ file: _file, line: _line, ...test }) => test);
  const problems = [...(claims.missing ?? []).map(missingProblem), ...results.problems, ...checked.problems].map((problem) =>
    inArtifact(problem, name),
  );
  return { git, results: { ...results, failing }, problems };
}

/** As the event gives it. A checkout in the workspace is of another commit, and is not looked at. */
async function commitOfHead(settings: ClaimRecordSettings, context: RunContext): Promise<GitFacts | undefined> {
  try {
    return await commitOf(settings, undefined, context, { checkout: false });
  } catch (error) {
    if (error instanceof EvidenceError) return undefined;
    throw error;
  }
}

/** The run could not set all files aside: those that are here may be only the green part. */
function missingProblem(sentence: string): EvidenceProblem {
  return {
    code: 'no-files',
    message: `fork-collect could not set everything aside: ${sentence}`,
    fix: 'Look at the log of the run: the tests may have crashed before they wrote their results, or junit-paths of fork-collect may name nothing',
  };
}

function noFiles(artifact: string): EvidenceProblem {
  return {
    code: 'no-files',
    message: 'there are no test results in it',
    fix: `Look at the log of the run that made ${artifact}: the tests may have crashed, or junit-paths of fork-collect may name nothing`,
  };
}

/** Its file is not in this repository, so it is named with its artifact. */
function inArtifact(
  { column: _column, file: _file, line: _line, message, ...problem }: EvidenceProblem,
  artifact: string,
): EvidenceProblem {
  return { ...problem, message: `${artifact}: ${message}` };
}

interface ForkPostSettings {
  readonly connection: ConnectionSettings;
  readonly flow: string;
  readonly dryRun: boolean;
  readonly claims: ClaimSettings;
  /** Except for the parts that come from the claims. */
  readonly attestation: ClaimRecordSettings;
  readonly githubToken: string;
  readonly gating: GateSettings;
}

type Posted = Judgement & Pick<Judged, 'question' | 'claimed'>;

/**
 * Records the results that the run of a pull request set aside on the trail of its head, and judges that trail. No record can make up for
 * an artifact that was refused: then the evidence is not whole.
 */
async function forkPost(call: Call, settings: ForkPostSettings, context: RunContext): Promise<Posted> {
  const { acceptedClaims, endReasons, noticesOf, nothingCollected, readDownloads, refusalReason, testedRun } = await import('./lazy.ts');
  const run = await testedRun(settings.githubToken, context);
  const { artifacts, refusals: refused } = acceptedClaims(
    await readDownloads(settings.claims.collected),
    new Set(settings.claims.attestationNames),
  );
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

/** Another reason under its name already says that the record is unusable. */
function isSaid({ attestation, code, failed }: Reason, unusable: ReadonlySet<string>): boolean {
  if (attestation === undefined || !unusable.has(attestation)) return false;
  return code === 'failing' || (code === 'failing-elsewhere' && failed?.by === 'cause');
}

/** Where one of several artifacts names no leg, the artifact's name tells its tests apart. */
function claimedEvidence({ artifact, attested }: PostedOne, own: OwnEvidence | undefined, isOneOfSeveral: boolean) {
  const { claims, name } = artifact;
  const { evidence } = attested;
  const { job, leg, matrix, testOutcome } = claims;
  const of = evidence.of === '' && isOneOfSeveral ? name : evidence.of;
  return { artifact: name, job, leg, matrix, testOutcome, evidence: { ...evidence, of, sending: own?.sending ?? evidence.sending } };
}

export const forkPostCommand = describeCommand({
  name: 'fork post',
  summary: "Record what `fork-collect` set aside in the run of a pull request, on the trail of the pull request's head, and decide.",
  examples: [
    'compliance-evidence fork post --org acme --flow checkout-service --collected downloads \\\n    --github-token "$GITHUB_TOKEN" --attestation-names unit-tests --required-attestations unit-tests',
  ],
  options: [
    ...uses(connectionOptions, requiredForConnection),
    ...uses([flowOption], ['flow']),
    ...uses([dryRunOption]),
    ...uses(claimOptions, requiredToClaim),
    ...uses(claimRecordOptions, ['github-token']),
    ...uses([...gateOptions, statementFolderOption]),
  ],
  outputs: [...endingOutputs, ...judgedOutputs, ...statementOutputs],
  read(read): ForkPostSettings {
    const { named, ...settings } = allOrComplaints({
      connection: () => readConnection(read),
      named: () => readOptions(read, [flowOption, dryRunOption], ['flow']),
      claims: () => readOptions(read, claimOptions, requiredToClaim),
      attestation: () => readClaimRecord(read),
      githubToken: () => read.required('github-token'),
      gating: () => readGate(read, () => Math.min(read.count('min-tests'), 1)),
    });
    return { ...settings, ...named };
  },
  run(settings, context): Promise<Judged> {
    const { connection, dryRun, gating } = settings;
    return withService(connection, gating.waitTimeout + gating.evaluationTimeout, context, async (call) => {
      const posted = await forkPost(call, settings, context);
      return judged({ command: 'fork post', dryRun, sent: context.sent.soFar(), evidence: undefined, ...posted }, gating, context);
    });
  },
  judging: { again: (settings, question, context) => judgeAgain('fork post', settings, question, context) },
});
