import { valueAt } from '../../text/index.ts';
import type { ApprovalsAnswer } from './approval.ts';
import { buildAnew } from '../advice/fixes.ts';
import { runKey } from '../runs/groups.ts';
import type { Reason, Verdict } from '../verdict.ts';
import type { Artifact, SearchResult } from '../../contract/index.ts';
import { mostFound } from '../commit/commit.ts';
import type { ArtifactQuestion, FaultFacts } from '../evidence.ts';

/** The key under `runKey` where a report says which directory it is of: the version of the form, a colon, and a digest. */
export const treeKey = 'tree';

/** The key under `runKey` where a report says that it is of a single file, which has no tree. */
export const kindKey = 'kind';
export const singleFile = 'file';

/** There, where it was reported by its fingerprint alone, as an image is: it has no tree that a report could name. */
export const digestAlone = 'digest';

/** The version of the form that we make. */
const ourVersion = '1';

/** Somebody, and what they say is behind a fingerprint: a single file, or the tree of a directory. */
interface Claim {
  readonly by: string;
  readonly tree: unknown;
  /** The form of the tree; `file` for a single file, and `undefined` where the report does not tell it. */
  readonly version: string | undefined;
  /** It was reported by its fingerprint alone. */
  readonly isDigest?: boolean;
}

/**
 * Several directories, and a file too, can have one fingerprint, which tells neither levels nor kinds of entries. Their trees
 * differ: what reports, approvals and `artifact-path` say of them must agree, or nobody knows which one was judged.
 */
export function treeFindings(
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

/** `isDirectory`: somebody names a tree. */
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

/** A report of an artifact, and its flow where that is known. */
export interface ArtifactReport {
  readonly flow: string | undefined;
  readonly artifact: Artifact;
}

/** The answer to the question for all reports of an artifact in the organization. */
export type ReportsAnswer =
  | { readonly kind: 'reports'; readonly reports: readonly ArtifactReport[] }
  | { readonly kind: 'failed'; readonly fault: FaultFacts };

/** The flows that an artifact was reported in, as a search for its fingerprint says; `undefined` where it may leave some out. */
export function flowsFound({ artifacts, resolved_to: resolved }: SearchResult, question: ArtifactQuestion): readonly string[] | undefined {
  if (resolved?.type !== 'fingerprint' || resolved.full_match?.toLowerCase() !== question.fingerprint) return undefined;
  if (artifacts.length >= mostFound) return undefined;
  // One that was only seen in an environment has no report.
  const flows = artifacts.filter(({ has_provenance: isReported }) => isReported !== false).map(({ flow }) => flow ?? '');
  // A search may lag: one that does not know what the flow's list shows is not believed.
  return !flows.includes('') && flows.includes(question.flow) ? [...new Set(flows)] : undefined;
}
