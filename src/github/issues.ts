import { hash } from 'node:crypto';
import { ResponseError, wrongUse } from '../errors/index.ts';
import { countAt, stringAt, valueAt } from '../text/index.ts';
import { askGitHub, loginOf, type GitHubAccess } from './api.ts';

export interface WantedIssue {
  /** Different for each issue that we keep. */
  readonly key: string;
  /** One line of at most 256 characters. */
  readonly title: string;
  /** Markdown of at most 65,000 characters: GitHub takes 65,536, our marker with them. */
  readonly body: string;
}

export interface IssuesPlan {
  /** Chosen when it is known which keys have an open one. */
  wanted(isOpen: (key: string) => boolean): readonly WantedIssue[];
  /** By the key of the issue. Any other issue stays as it is. */
  readonly closing: ReadonlyMap<string, 'completed' | 'not_planned'>;
}

export interface IssueCounts {
  readonly opened: number;
  readonly updated: number;
  readonly closed: number;
  readonly unchanged: number;
  /** In a dry run, those that would be made. A new issue has no number before GitHub gives one. */
  readonly changes: readonly IssueChange[];
}

export interface IssueChange {
  readonly what: 'open' | 'update' | 'close';
  readonly number: number | null;
  readonly title: string;
}

interface Writing {
  readonly dryRun: boolean;
  /** Waits between two requests that write: GitHub asks for a second. */
  readonly pause: () => Promise<void>;
}

interface KeptIssue {
  readonly number: number;
  readonly isOpen: boolean;
  readonly title: string;
  readonly body: string;
}

const perPage = 100;
const mostPages = 100;
const permission = 'issues: write';

/**
 * Sends nothing for issues that are as they are wanted. They are known by a hidden marker and by their author: anybody can write the
 * marker. One that a person closed is opened again. Errors as those of `askGitHub`.
 */
export async function keepIssues(access: GitHubAccess, plan: IssuesPlan, { dryRun, pause }: Writing): Promise<IssueCounts> {
  const kept = await keptIssues(access);
  const changes: IssueChange[] = [];
  let unchanged = 0;
  let hasWritten = false;
  const write = async (route: string, parameters: Readonly<Record<string, string | number>>, purpose: string): Promise<void> => {
    if (dryRun) return;
    if (hasWritten) await pause();
    hasWritten = true;
    await askGitHub(access, { route, parameters, purpose, permission, repeatable: route.startsWith('PATCH') });
  };
  const change = (number: number, parameters: Readonly<Record<string, string>>): Promise<void> =>
    write('PATCH /repos/{owner}/{repo}/issues/{issue_number}', { issue_number: number, ...parameters }, `change issue ${number}`);

  const wanted = plan.wanted((key) => kept.get(markerOf(key))?.isOpen === true);
  for (const { body, key, title } of wanted) {
    const marker = markerOf(key);
    const text = `${marker}\n${body}`;
    const issue = kept.get(marker);
    if (issue === undefined) {
      await write('POST /repos/{owner}/{repo}/issues', { title, body: text }, 'open an issue');
      changes.push({ what: 'open', number: null, title });
    } else if (issue.isOpen && issue.title === title && issue.body === text.trim()) unchanged += 1;
    else {
      await change(issue.number, { title, body: text, state: 'open' });
      changes.push({ what: 'update', number: issue.number, title });
    }
  }
  for (const [key, reason] of plan.closing) {
    const issue = kept.get(markerOf(key));
    if (issue?.isOpen !== true || wanted.some((one) => one.key === key)) continue;
    await change(issue.number, { state: 'closed', state_reason: reason });
    changes.push({ what: 'close', number: issue.number, title: issue.title });
  }
  const number = (wanted: IssueChange['what']): number => changes.filter(({ what }) => what === wanted).length;
  return { opened: number('open'), updated: number('update'), closed: number('close'), unchanged, changes };
}

/** The key may hold foreign text: its digest cannot end a comment of HTML. */
function markerOf(key: string): string {
  return `<!-- compliance-evidence-audit: ${hash('sha256', key)} -->`;
}

/** By their markers; the first of two alike. Only issues that this token opened. */
async function keptIssues(access: GitHubAccess): Promise<ReadonlyMap<string, KeptIssue>> {
  const author = await loginOf(access, permission);
  const kept = new Map<string, KeptIssue>();
  for (let page = 1; page <= mostPages; page += 1) {
    const found = await pageOfIssues(access, author, page);
    for (const issue of found) {
      const body = stringAt(issue, 'body')?.replaceAll('\r\n', '\n').trim() ?? '';
      const [marker] = /^<!-- compliance-evidence-audit: [0-9a-f]{64} -->/.exec(body) ?? [];
      const number = countAt(issue, 'number');
      // GitHub lists pull requests as issues too, and a filter that it does not understand it leaves out.
      const isOurs = stringAt(issue, 'user', 'login') === author && valueAt(issue, 'pull_request') === undefined;
      if (marker === undefined || number === undefined || !isOurs) continue;
      const known = kept.get(marker);
      if (known !== undefined && known.number < number) continue;
      kept.set(marker, { number, isOpen: stringAt(issue, 'state') === 'open', title: stringAt(issue, 'title') ?? '', body });
    }
    if (found.length < perPage) return kept;
  }
  throw wrongUse(
    `${author} has opened more than ${mostPages * perPage} issues: ours cannot be told from them`,
    'Give the token of an App of its own as github-token',
  );
}

async function pageOfIssues(access: GitHubAccess, creator: string, page: number): Promise<readonly unknown[]> {
  try {
    const answer = await askGitHub(access, {
      route: 'GET /repos/{owner}/{repo}/issues',
      parameters: { state: 'all', creator, per_page: perPage, page },
      purpose: 'list the issues',
      permission,
    });
    return Array.isArray(answer) ? answer : [];
  } catch (error) {
    if (!(error instanceof ResponseError) || error.status !== 410) throw error;
    throw wrongUse(
      `The repository ${access.repository} has no issues: they are switched off`,
      'Switch them on in its settings, or write `issues: none`',
      error,
    );
  }
}
