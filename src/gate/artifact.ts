import type { Approval, Artifact, SearchResult } from '../contract/index.ts';
import { isBlank, valueAt } from '../text/index.ts';
import { approvalCommand, buildAnew, reportFingerprint } from './advice.ts';
import { artifactNotices, artifactReasons, mostFound, unsaidBy, type ArtifactOnTrail } from './commit.ts';
import type { ArtifactQuestion, FaultFacts, TrailQuestion } from './evidence.ts';
import { runKey } from './groups.ts';
import type { TemplateDemands } from './template.ts';
import { unread, verdictOn, type Reason, type TrailVerdict, type Verdict } from './verdict.ts';

export type ApprovalsAnswer =
  | { readonly kind: 'approvals'; readonly approvals: readonly Approval[] }
  | { readonly kind: 'failed'; readonly fault: FaultFacts };

/** The newest valid approval decides: that with the highest number. */
export function approvalReasons(answer: ApprovalsAnswer, question: ArtifactQuestion): readonly Reason[] {
  if (answer.kind === 'failed') {
    return [
      unclear(
        `The approvals of ${nameOf(question)} could not be read: ${answer.fault.message}`,
        answer.fault.fix ?? 'Run the job again; if it happens again, look at the service: it must answer for approvals',
      ),
    ];
  }
  const stray = answer.approvals.find(({ target_artifact: target }) => target?.toLowerCase() !== question.fingerprint);
  if (stray !== undefined) {
    const of = typeof stray.target_artifact === 'string' ? `the artifact ${stray.target_artifact}` : 'an artifact that it does not name';
    return [unclear(`Among the approvals of ${nameOf(question)} is number ${stray.release_number} of ${of}`)];
  }
  const valid = answer.approvals.filter(({ environment }) => isValidFor(environment, question));
  const newest = Math.max(...valid.map(({ release_number: number }) => number));
  const [decisive, twin] = valid.filter(({ release_number: number }) => number === newest);
  if (decisive === undefined) return [noneReason(question, answer.approvals.length)];
  if (twin !== undefined) return [unclear(`Two approvals of ${nameOf(question)} have the number ${newest}`)];
  return stateReasons(decisive, question);
}

/** An approval without an environment is valid everywhere; some services write an empty text for none. */
function isValidFor(environment: string | null | undefined, { approvedFor }: ArtifactQuestion): boolean {
  const named = environment === '' ? null : (environment ?? null);
  return named === null || named === approvedFor;
}

function stateReasons(approval: Approval, question: ArtifactQuestion): readonly Reason[] {
  const { approvals, release_number: number, state } = approval;
  const said = approvals ?? [];
  const what = `Approval ${number} of ${nameOf(question)}${environmentWords(question)}`;
  const names = said.map(({ approved_by: by }) => (typeof by === 'string' && !isBlank(by) ? by : undefined));
  const words = said.map((one, index) => `${names[index] ?? 'somebody'} says ${one.state ?? 'nothing'}`);
  const by = `${words.join(', ') || 'nobody is named'}${reporter(approval)}`;
  switch (state) {
    case 'APPROVED':
      if (said.some((one) => one.state !== 'APPROVED')) return [unclear(`${what} is APPROVED, but ${by}`)];
      if (names.some((name) => name !== undefined)) return [];
      return [
        unclear(
          `${what} is APPROVED, but nobody is named${reporter(approval)}`,
          `Let somebody decide, and report it: ${approvalCommand(question)}`,
        ),
      ];
    case 'PENDING':
      return [
        {
          code: 'approval-pending',
          verdict: 'incomplete',
          message: `${what} was requested, and nobody has decided yet`,
          fix: `Let somebody decide, and report it: ${approvalCommand(question)}`,
        },
      ];
    case 'UNAPPROVED':
      return [
        {
          code: 'approval-refused',
          verdict: 'non-compliant',
          message: `${what} is UNAPPROVED: ${by}`,
          fix: `Ask those who decided; a later approval takes the place of this one. Once they approve, report it: ${approvalCommand(question)}`,
        },
      ];
    default:
      return [unclear(`${what} is in a state that we do not know: ${JSON.stringify(state)}`)];
  }
}

/** The caller claims who approved, so the message also says who reported it. */
function reporter(approval: Approval): string {
  return typeof approval.reported_by === 'string' ? ` (reported by ${approval.reported_by})` : '';
}

function noneReason(question: ArtifactQuestion, others: number): Reason {
  const elsewhere = others === 0 ? '' : `; ${others} ${others === 1 ? 'is' : 'are'} for other environments`;
  return {
    code: 'approval-missing',
    verdict: 'incomplete',
    message: `There is no approval of ${nameOf(question)}${environmentWords(question)}${elsewhere}`,
    fix: `Let somebody decide, and report it: ${approvalCommand(question)}`,
  };
}

function environmentWords({ approvedFor }: ArtifactQuestion): string {
  return typeof approvedFor === 'string' ? ` for ${approvedFor}` : '';
}

function nameOf({ fingerprint, flow }: ArtifactQuestion): string {
  return `artifact ${fingerprint.slice(0, 12)} of flow ${flow}`;
}

function unclear(message: string, fix = 'Look at the approvals in the service; if the service is at fault, tell those who run it'): Reason {
  return { code: 'approval-unclear', verdict: 'unknown', message, fix };
}

/** In `user_data`, with the value: the version of the form, a colon, and a digest. */
export const treeKey = 'tree';

/** In `user_data`: a single file, which has no tree. */
export const kindKey = 'kind';
export const singleFile = 'file';

/** An artifact that was reported by its fingerprint alone, as an image is: it has no tree. */
export const digestAlone = 'digest';

const ourVersion = '1';

/** `by` says that a single file, or the tree of a directory, is behind the fingerprint. */
interface Claim {
  readonly by: string;
  readonly tree: unknown;
  /** `file` for a single file, and `undefined` where the report does not give it. */
  readonly version: string | undefined;
  readonly isDigest?: boolean;
}

/**
 * Several directories, and a file too, can have one fingerprint, which holds neither levels nor kinds of entries. Their trees differ:
 * reports, approvals and `artifact-path` must agree on the tree, or it is not known which one was judged.
 */
function treeFindings(
  reports: readonly ArtifactReport[],
  approvals: ApprovalsAnswer | undefined,
  question: ArtifactQuestion,
): Pick<Verdict, 'reasons' | 'notices'> {
  const reported = reports.flatMap(claimsOfReport);
  const claims = [
    claim('artifact-path', question.tree === null ? singleFile : question.tree),
    ...reported,
    ...(approvals?.kind === 'approvals' ? approvals.approvals : []).map(({ release_number: number, user_data: data }) =>
      claim(`approval ${number} of flow ${question.flow}`, saidIn(data)),
    ),
  ].filter(({ version }) => version !== undefined);
  const apart = twoApart(claims);
  if (apart !== undefined) return { reasons: [otherTree(apart, question)], notices: [] };
  const isDirectory = claims.some(({ version }) => version !== singleFile);
  return { reasons: [], notices: noticesOn(reported, question, isDirectory) };
}

/** A report that took the place of another one on its trail may know what that said. */
function claimsOfReport({ artifact, flow }: ArtifactReport): readonly Claim[] {
  const { earlier_trees: earlier, trail_name: trail, user_data: data } = artifact;
  const where = `${typeof trail === 'string' && trail !== '' ? ` on trail ${trail}` : ''}${flow === undefined ? '' : ` of flow ${flow}`}`;
  const isDigest = valueAt(data, runKey, kindKey) === digestAlone;
  return [
    { ...claim(`the report${where}`, saidIn(data)), isDigest },
    ...(earlier ?? []).map((tree) => claim(`an earlier report${where}`, tree)),
  ];
}

function saidIn(data: unknown): unknown {
  return valueAt(data, runKey, treeKey) ?? (valueAt(data, runKey, kindKey) === singleFile ? singleFile : undefined);
}

function claim(by: string, tree: unknown): Claim {
  const [, version] = typeof tree === 'string' ? (/^(\d{1,9}):./.exec(tree) ?? []) : [];
  return { by, tree, version: tree === singleFile ? singleFile : version };
}

/** A file and a directory, or two different trees in one form; those in different forms cannot be compared. */
function twoApart(claims: readonly Claim[]): readonly [Claim, Claim] | undefined {
  const isFile = ({ version }: Claim): boolean => version === singleFile;
  for (const one of claims) {
    const other = claims.find((each) => isFile(each) !== isFile(one) || (each.version === one.version && each.tree !== one.tree));
    if (other !== undefined) return [one, other];
  }
  return undefined;
}

function otherTree(apart: readonly [Claim, Claim], { fingerprint }: ArtifactQuestion): Reason {
  const [one, other] = apart.map(({ by, tree, version }) =>
    version === singleFile ? `${by} is of a single file` : `${by} is of the tree ${String(tree).slice(0, `${version}:`.length + 12)}`,
  );
  return {
    code: 'other-tree',
    verdict: 'unknown',
    artifact: fingerprint,
    message: `The fingerprint ${fingerprint.slice(0, 12)} stands for two different contents: ${one}, and ${other}`,
    fix: buildAnew,
  };
}

function noticesOn(reported: readonly Claim[], { fingerprint, tree }: ArtifactQuestion, isDirectory: boolean): readonly string[] {
  const what = `artifact ${fingerprint.slice(0, 12)}`;
  const isUntold = ({ isDigest, version }: Claim): boolean => version === undefined && (isDirectory || isDigest !== true);
  const untold = tree === null ? undefined : reported.find(isUntold);
  const foreign = reported.find(({ version }) => version !== undefined && version !== singleFile && version !== ourVersion);
  return [
    ...(untold === undefined
      ? []
      : [
          `Nothing tells ${what} from another directory with its fingerprint: ${untold.by} names no tree. Report it by artifact-path; an image has none`,
        ]),
    ...(foreign === undefined
      ? []
      : [
          `The tree of ${what} cannot be compared: ${foreign.by} names it in form ${foreign.version}, and this version of the action makes form ${ourVersion}`,
        ]),
  ];
}

export interface ArtifactReport {
  readonly flow: string | undefined;
  readonly artifact: Artifact;
}

export type ReportsAnswer =
  | { readonly kind: 'reports'; readonly reports: readonly ArtifactReport[] }
  | { readonly kind: 'failed'; readonly fault: FaultFacts };

/** `undefined` where the search may leave some out. */
export function flowsFound({ artifacts, resolved_to: resolved }: SearchResult, question: ArtifactQuestion): readonly string[] | undefined {
  if (resolved?.type !== 'fingerprint' || resolved.full_match?.toLowerCase() !== question.fingerprint) return undefined;
  if (artifacts.length >= mostFound) return undefined;
  // One that was only seen in an environment has no report.
  const flows = artifacts.filter(({ has_provenance: isReported }) => isReported !== false).map(({ flow }) => flow ?? '');
  // A search may lag: one that does not know what the flow's list shows is not believed.
  return !flows.includes('') && flows.includes(question.flow) ? [...new Set(flows)] : undefined;
}

export type ArtifactsAnswer =
  | { readonly kind: 'artifacts'; readonly artifacts: readonly Artifact[] }
  /** Also where the listing moved or was cut while it was read. */
  | { readonly kind: 'failed'; readonly fault: FaultFacts };

export interface ArtifactEvidence {
  readonly question: ArtifactQuestion;
  readonly answer: ArtifactsAnswer;
  readonly trails: readonly TrailVerdict[];
  readonly approvals: ApprovalsAnswer | undefined;
  /** In the whole organization; absent where the flow does not have the artifact. */
  readonly reports: ReportsAnswer | undefined;
}

export function trailsOfArtifact(answer: ArtifactsAnswer, { flow, org }: ArtifactQuestion): readonly TrailQuestion[] {
  if (answer.kind === 'failed') return [];
  const byName = new Map<string, TrailQuestion>();
  for (const { git_commit: commit, trail_name: trail } of answer.artifacts) {
    if (typeof trail !== 'string' || trail === '') continue;
    const sha = /^[a-f0-9]{40}$/i.test(commit ?? '') ? commit?.toLowerCase() : undefined;
    byName.set(`${trail} ${sha}`, { subject: 'trail', org, flow, trail, commit: sha });
  }
  return [...byName.values()];
}

/** It must be compliant wherever it was reported, with all that stands behind each of those trails. */
export function decideArtifact({ answer, approvals, question, reports, trails }: ArtifactEvidence, policy: TemplateDemands): Verdict {
  const ofArtifact =
    answer.kind === 'failed'
      ? [unread(`The artifacts of flow ${question.flow}`, answer.fault, question.fingerprint)]
      : reasonsOf(answer.artifacts, question, trails, policy);
  const approval = approvals === undefined ? [] : approvalReasons(approvals, question);
  const tree = reports?.kind === 'reports' ? treeFindings(reports.reports, approvals, question) : { reasons: [], notices: [] };
  const unreadReports =
    reports?.kind === 'failed'
      ? [
          unread(
            `The reports of artifact ${question.fingerprint.slice(0, 12)} in organization ${question.org}`,
            reports.fault,
            question.fingerprint,
          ),
        ]
      : [];
  const onTrails = answer.kind === 'failed' ? [] : onTrailsOf(answer.artifacts, question);
  const notices = [...tree.notices, ...onTrails.flatMap((onTrail) => artifactNotices(onTrail, policy))];
  return verdictOn([...ofArtifact, ...tree.reasons, ...unreadReports, ...approval], trails, notices);
}

/** An artifact of no trail is in no decision, and one in a state that we do not know is in no yes. */
function reasonsOf(
  artifacts: readonly Artifact[],
  question: ArtifactQuestion,
  trails: readonly TrailVerdict[],
  policy: TemplateDemands,
): readonly Reason[] {
  if (artifacts.length === 0) return [missing(question)];
  const onTrails = onTrailsOf(artifacts, question);
  const reasons = onTrails.flatMap((onTrail) => artifactReasons(onTrail, policy));
  return [...artifacts.slice(onTrails.length).map(() => withoutTrail(question)), ...unsaidBy(trails, reasons)];
}

function onTrailsOf(artifacts: readonly Artifact[], { fingerprint, flow }: ArtifactQuestion): readonly ArtifactOnTrail[] {
  return artifacts.flatMap(({ html_url: url, state, trail_name: trail, ...templates }) =>
    typeof trail === 'string' && trail !== '' ? [{ fingerprint, flow, trail, answer: { ...templates, decided: state ?? '' }, url }] : [],
  );
}

function withoutTrail(question: ArtifactQuestion): Reason {
  const { fingerprint, flow } = question;
  return {
    code: 'trail-untold',
    verdict: 'unknown',
    artifact: fingerprint,
    message: `Artifact ${fingerprint.slice(0, 12)} was reported in flow ${flow} without a trail, so nothing decides it`,
    fix: `Report it on a trail, as a step of a workflow does. ${reportFingerprint(question)}`,
  };
}

function missing(question: ArtifactQuestion): Reason {
  const { fingerprint, flow } = question;
  return {
    code: 'artifact-missing',
    verdict: 'incomplete',
    artifact: fingerprint,
    message: `Flow ${flow} has no artifact with the fingerprint ${fingerprint}`,
    fix: reportFingerprint(question),
  };
}
