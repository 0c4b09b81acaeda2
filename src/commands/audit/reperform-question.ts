import type { Header } from '../../audit/index.ts';
import { EvidenceError, UsageError } from '../../errors/index.ts';
import { oneLine } from '../../text/index.ts';
import type { Asked } from './parts.ts';

/** The question of an audit that is asked again. */
export interface Question extends Pick<Asked, 'branches' | 'flows'> {
  readonly period: Pick<Asked, 'earlier' | 'since' | 'until'>;
  readonly repository: string | undefined;
}

/**
 * The question of a package, by the header of its facts.
 *
 * @throws {UsageError} where it is about another organization or server than those that are asked.
 * @throws {EvidenceError} where the header cannot be that of an audit: git and GitHub are not asked for odd names.
 */
export function questionOf(header: Header, org: string, serverUrl: string): Question {
  const { branches, flows, repository, service } = header;
  if (service !== null && service.org !== org)
    throw new UsageError('invalid-input', `The package is of the organization ${oneLine(service.org, 100)}, and ${org} would be asked`, {
      fix: `Give \`org\` as in the package`,
    });
  // No other server may see the token, and no other server knows these landings.
  if (new URL(header.serverUrl).href !== new URL(serverUrl).href)
    throw new UsageError('invalid-input', `The package is of ${oneLine(header.serverUrl, 200)}, and ${serverUrl} would be asked`, {
      fix: 'Set GITHUB_SERVER_URL and GITHUB_API_URL to the server of the package',
    });
  if (repository !== null && !/^[A-Za-z0-9_.-]+\/[A-Za-z0-9_.-]+$/.test(repository)) throw odd('repository', repository);
  const wrong = branches.find(({ name }) => isOdd(name));
  if (wrong !== undefined) throw odd('branch', wrong.name);
  return { branches: branches.map(({ name }) => name), flows, period: periodOf(header), repository: repository ?? undefined };
}

function periodOf({ branches, period }: Header): Question['period'] {
  const { by, since, sinceSha, until } = period;
  const [first] = branches;
  if (by === 'commits' && sinceSha !== null && first !== undefined)
    return { since: { kind: 'commit', sha: sinceSha }, until: { kind: 'commit', sha: first.tip } };
  if (since === null) throw odd('period', 'it has no beginning');
  const tips = Object.fromEntries(branches.flatMap(({ after, name }) => (after === undefined ? [] : [[name, after]])));
  return { since: { kind: 'moment', at: since }, until: { kind: 'moment', at: until }, earlier: { tips, isBegin: by === 'last-audit' } };
}

/** As git-check-ref-format says, without an option among them. */
function isOdd(branch: string): boolean {
  return /^[-/]|^refs\/|\.\.|@\{|\/\/|[\s~^:?*[\\\p{Cc}]|[/.]$|\.lock$/u.test(branch);
}

function odd(what: string, text: string): EvidenceError {
  return new EvidenceError('broken-file', `The facts of the package have no ${what} that can be asked about: ${oneLine(text, 100)}`, {
    fix: 'Get the package again from who made it',
  });
}
