import type { Header, Previous } from '../../audit/index.ts';
import { ContractError, ResponseError, TransportError, type UsageError, wrongUse } from '../../errors/index.ts';
import type { AuditSettings } from '../../options/index.ts';
import { decodeText, oneLine } from '../../text/index.ts';
import type { Report, RunContext } from '../run/context.ts';
import type { KnownGap } from './ending-lines.ts';
import type { AuditParts } from './parts.ts';
import { headOf, readNamedText } from '../../files/index.ts';
import { withGitHub } from '../run/connect.ts';

export interface Place extends Pick<Header, 'repository' | 'repositoryId' | 'serverUrl'> {
  /** The organization of the service; null where none was asked. */
  readonly org: string | null;
}

export function placeOf({ service, ...header }: Header): Place {
  return { ...header, org: service?.org ?? null };
}

/**
 * The audit before decides where this one begins, and what is new: so it must be of this repository and this organization.
 * GitHub's id of the repository decides, because it stays when the name changes; without it the name does.
 * @param earlierName a former name of the repository
 * @throws {UsageError} where it is of another one
 */
export function refuseOther({ about }: Previous, own: Place, earlierName: string | undefined, report: Report): void {
  if (about.org !== null && own.org !== null && about.org !== own.org)
    throw refuseBefore(
      `is of the organization ${oneLine(about.org, 100)} of the service, and this one is of ${own.org}`,
      sameOf(`the organization ${own.org}`),
    );
  const isServerSame = about.serverUrl === null || about.serverUrl === own.serverUrl;
  const [before, now] = [nameOf(about, isServerSame), nameOf(own, isServerSame)];
  const isNameSame = isServerSame && isSame(about.repository, own.repository);
  if (isServerSame && about.repositoryId !== null && own.repositoryId !== undefined) {
    if (about.repositoryId !== own.repositoryId)
      throw refuseBefore(
        `is of ${before}, GitHub's repository ${about.repositoryId}, and this one is of ${now}, its repository ${own.repositoryId}`,
        sameOf(now),
      );
    if (!isNameSame) noteBefore(`is of ${before}: GitHub's id of the repository, ${about.repositoryId}, is that of ${now}`, report);
  } else if (!isNameSame) {
    const renamed = `If ${now} had the name ${before} then, give previous-repository: ${before}`;
    if (about.repository === null || !isSame(about.repository, earlierName ?? null))
      throw refuseBefore(
        `is of ${before}, and this one is of ${now}; no id of GitHub says that they are one`,
        `${sameOf(now)}.${about.repository === null ? '' : ` ${renamed}`}`,
      );
    noteBefore(`is of ${before}, which previous-repository names as an earlier name of ${now}`, report);
  }
}

function isSame(one: string | null, two: string | null): boolean {
  return one?.toLowerCase() === two?.toLowerCase();
}

function nameOf(
  { repository, serverUrl }: { readonly repository: string | null; readonly serverUrl: string | null },
  isServerSame: boolean,
) {
  return oneLine(`${repository ?? 'a repository without a name'}${isServerSame ? '' : ` on ${serverUrl}`}`, 200);
}

function sameOf(what: string): string {
  return `Name the report of an audit of ${what}, or leave previous out once`;
}

function refuseBefore(what: string, fix: string): UsageError {
  return wrongUse(`The audit before (previous) ${what}`, fix);
}

function noteBefore(what: string, report: Report): void {
  report({ kind: 'notice', message: `The audit before (previous) ${what}` });
}

/** The JSON report of an audit of 100,000 changes, a third of them with findings, has 150 MB. */
const largest = 256 * 1024 * 1024;

/** Name of the artifact that `audit.yml` keeps its reports in, and of the JSON report in it. */
const artifactName = 'compliance-audit';
const reportName = 'audit.json';

/** Most audits without a known complete one that are skipped for an older one. */
const mostPassedOver = 10;

interface Before {
  /** Null where there was none. */
  readonly previous: Previous | null;
  readonly gaps: readonly KnownGap[];
}

/** Where GitHub does not answer, this audit goes on without the one before, and is unknown. */
export async function previousAudit(
  { from, previous }: Pick<AuditSettings, 'from' | 'previous'>,
  path: string,
  repository: string | undefined,
  context: RunContext,
  parts: AuditParts,
): Promise<Before> {
  if (previous === undefined) return none;
  if (previous.kind === 'file') {
    const packed = isPackage(path) ? await parts.previousPackage(path) : undefined;
    return {
      previous: packed ?? parts.previous(readNamedText('previous', path, largest, 'Name the JSON report of the audit before')),
      gaps: [],
    };
  }
  const token = from.kind === 'sources' ? from.githubToken : undefined;
  const { workflowFile } = context.event;
  if (token === undefined || repository === undefined || (workflowFile !== undefined && workflowFile.repository !== repository))
    throw wrongUse(
      'The report of the run before is looked for among the runs of the audited repository, with a token of GitHub',
      'Pass `github-token: ${{ github.token }}` in a workflow of that repository; else name a file in `previous`',
    );
  if (workflowFile === undefined) return first('This is no run of GitHub Actions that names its workflow file', context);
  try {
    const left = await lastReport(token, repository, workflowFile.path, context, parts);
    if (left === undefined) return first(`No run of ${workflowFile.path} on the default branch has left a report`, context);
    context.report({ kind: 'info', message: `The audit before is that of ${left.url}` });
    return { previous: left.previous, gaps: [] };
  } catch (error) {
    if (isUnanswered(error)) {
      context.report({ kind: 'warning', message: `The report of the run before could not be read: ${error.message}` });
      const fix = error.fix ?? 'Run the audit again later';
      return { previous: null, gaps: [{ kind: 'hole', what: 'the report of the run before', why: error.message, fix }] };
    }
    if (!(error instanceof ResponseError) || (error.code !== 'forbidden' && error.code !== 'not-found')) throw error;
    const { fix = 'Grant actions: read', message } = error;
    const before = first(`${message}\n${fix}\nThe report of the run before cannot be read`, context);
    // A missing report may never have been there: then this audit is the first one. A missing permission does not make it the first.
    return error.code === 'not-found' ? before : { ...before, gaps: [untoldPrevious(message, fix)] };
  }
}

/** Without an earlier audit, nothing shows whether time was left out, so people are told. */
function first(why: string, { report }: RunContext): Before {
  report({ kind: 'warning', message: `${why}: this audit knows of none before it, and every finding is new` });
  return none;
}

/** There was, or may have been, an audit before that cannot be read. */
export function untoldPrevious(why: string, fix: string): KnownGap {
  return { kind: 'untold', source: 'previous', why, fix };
}

const none: Before = { previous: null, gaps: [] };

function isUnanswered(error: unknown): error is TransportError | ResponseError {
  if (error instanceof TransportError) return error.code !== 'interrupted';
  return error instanceof ResponseError && (error.code === 'rate-limited' || error.code === 'unavailable');
}

interface Left {
  readonly url: string;
  readonly previous: Previous;
}

/**
 * The newest report that knows of a complete audit, because this audit begins where that one ended; a report knows of none
 * if it could not read the one before it. Where no report knows of one, the newest.
 */
async function lastReport(
  token: string,
  repository: string,
  workflow: string,
  context: RunContext,
  parts: AuditParts,
): Promise<Left | undefined> {
  const [{ artifactsOfRuns }, { readZipEntry }] = await Promise.all([
    import('../../github/previous-run.ts'),
    import('../../files/zip-entry.ts'),
  ]);
  const wanted = { workflow, runId: context.event.runId, name: artifactName, largest };
  return withGitHub(token, repository, context, async (access) => {
    const passedOver: Left[] = [];
    for await (const { url, zip } of artifactsOfRuns({ ...access, signal: context.interrupt, timeLimit: 60_000 }, wanted)) {
      const file = readZipEntry(zip, reportName, largest);
      if (Buffer.isBuffer(file)) {
        const left = { url, previous: parts.previous(decodeText(file)) };
        if (left.previous.completeUntil !== null) return left;
        if (passedOver.push(left) === mostPassedOver) break;
      } else if (file !== undefined)
        throw new ContractError('wrong-shape', `The report of ${url} cannot be read: ${file.fault}`, {
          fix: 'Delete that artifact, or name the report of another run in `previous`',
        });
    }
    return passedOver[0];
  });
}

/** Whether a file is a gzip file, as packages are and reports are not. */
export function isPackage(path: string): boolean {
  const [first, second] = headOf(path);
  return first === 0x1f && second === 0x8b;
}
