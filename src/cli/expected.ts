import type { PackedAbout } from '../audit/index.ts';
import { UsageError } from '../errors/index.ts';
import { momentIn } from '../options/index.ts';
import { given, oneLine } from '../text/index.ts';

/** The subject that the reader of a package expects, as the options say it. */
export interface ExpectOptions {
  readonly expectRepository?: string;
  readonly expectSince?: string;
  readonly expectUntil?: string;
  /** There was no audit before. */
  readonly firstAudit?: boolean;
}

/** The same, once it was read. A beginning may be the commit that the period begins after. */
export interface Expected {
  readonly repository?: string;
  readonly since?: string;
  readonly until?: string;
  readonly isFirst: boolean;
}

/** @throws {UsageError} where a text is not of its kind: nothing was read then. */
export function readExpected({ expectRepository: repository, expectSince, expectUntil, firstAudit = false }: ExpectOptions): Expected {
  if (repository !== undefined && !/^[^/\s]+\/[^/\s]+$/.test(repository))
    throw wrong('--expect-repository', repository, 'Write owner/name, as acme/shop');
  const isCommit = expectSince !== undefined && /^[0-9a-f]{40}$/.test(expectSince);
  const since = isCommit ? expectSince : momentOf('--expect-since', expectSince);
  return { isFirst: firstAudit, ...given({ repository, since, until: momentOf('--expect-until', expectUntil) }) };
}

/** Where a package is about something else than its reader expects: a sentence each. */
export function unexpected({ audit, previous = null, scope }: PackedAbout, expected: Expected): readonly string[] {
  const period = scope.kind === 'period' ? scope : undefined;
  const isMoment = (one: string | null = null, other: string): boolean => one !== null && Date.parse(one) === Date.parse(other);
  const { isFirst, repository, since, until } = expected;
  const begins = since !== undefined && (since === audit?.since_sha || isMoment(period?.since, since));
  return [
    ...(repository === undefined || audit?.repository?.toLowerCase() === repository.toLowerCase()
      ? []
      : [`The package is about the repository ${oneLine(audit?.repository ?? 'that nobody names', 200)}, and ${repository} was expected`]),
    ...(since === undefined || begins
      ? []
      : [`The time that the package is about begins ${beginning(audit?.since_sha, period?.since)}, and ${since} was expected`]),
    ...(until === undefined || isMoment(period?.until, until)
      ? []
      : [`The time that the package is about ends ${momentWords(period?.until)}, and ${until} was expected`]),
    ...(isFirst && previous !== null ? [`The package names an audit before, SHA-256 ${previous.report}, and none was expected`] : []),
  ];
}

function beginning(sha: string | null = null, since: string | null = null): string {
  return sha === null ? momentWords(since) : `after commit ${oneLine(sha, 40)}`;
}

function momentWords(moment: string | null = null): string {
  return moment === null ? 'at no moment' : `at ${oneLine(moment, 40)}`;
}

function momentOf(option: string, text: string | undefined): string | undefined {
  const date = text === undefined ? undefined : momentIn(text);
  if (text === undefined || date !== undefined) return date?.toISOString();
  throw wrong(option, text, 'Write 2026-11-01, or 2026-11-01T09:00:00+01:00');
}

function wrong(option: string, text: string, fix: string): UsageError {
  return new UsageError('invalid-input', `${option} cannot be compared with anything: ${JSON.stringify(oneLine(text, 200))}`, { fix });
}
