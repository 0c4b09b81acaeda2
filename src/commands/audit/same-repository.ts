import type { Header, Previous } from '../../audit/index.ts';
import { UsageError } from '../../errors/index.ts';
import { oneLine } from '../../text/index.ts';
import type { Report } from '../run/context.ts';

/** The repository and the organization that an audit is about. */
export interface Place extends Pick<Header, 'repository' | 'repositoryId' | 'serverUrl'> {
  /** The organization of the service; null where none was asked. */
  readonly org: string | null;
}

export function placeOf({ service, ...header }: Header): Place {
  return { ...header, org: service?.org ?? null };
}

/**
 * The audit before decides where this one begins, and what is new: so it must be of this repository and this organization. GitHub's id of the
 * repository decides, because it stays when the name changes; without it the name does.
 *
 * @param earlierName a name that the repository had before
 * @throws {UsageError} where it is of another one.
 */
export function refuseOther({ about }: Previous, own: Place, earlierName: string | undefined, report: Report): void {
  if (about.org !== null && own.org !== null && about.org !== own.org)
    throw other(
      `is of the organization ${oneLine(about.org, 100)} of the service, and this one is of ${own.org}`,
      sameOf(`the organization ${own.org}`),
    );
  const isServerSame = about.serverUrl === null || about.serverUrl === own.serverUrl;
  const [before, now] = [nameOf(about, isServerSame), nameOf(own, isServerSame)];
  const isNameSame = isServerSame && isSame(about.repository, own.repository);
  if (isServerSame && about.repositoryId !== null && own.repositoryId !== undefined) {
    if (about.repositoryId !== own.repositoryId)
      throw other(
        `is of ${before}, GitHub's repository ${about.repositoryId}, and this one is of ${now}, its repository ${own.repositoryId}`,
        sameOf(now),
      );
    if (!isNameSame) tell(`is of ${before}: GitHub's id of the repository, ${about.repositoryId}, is that of ${now}`, report);
  } else if (!isNameSame) {
    const renamed = `If ${now} had the name ${before} then, give previous-repository: ${before}`;
    if (about.repository === null || !isSame(about.repository, earlierName ?? null))
      throw other(
        `is of ${before}, and this one is of ${now}; no id of GitHub says that they are one`,
        `${sameOf(now)}.${about.repository === null ? '' : ` ${renamed}`}`,
      );
    tell(`is of ${before}, which previous-repository names as an earlier name of ${now}`, report);
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

function other(what: string, fix: string): UsageError {
  return new UsageError('invalid-input', `The audit before (previous) ${what}`, { fix });
}

function tell(what: string, report: Report): void {
  report({ kind: 'notice', message: `The audit before (previous) ${what}` });
}
