import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { countAt, stringAt } from '../../src/text/index.ts';
import { listenOnLoopback } from '../support/loopback.ts';

export interface DoubledIssue {
  readonly number: number;
  readonly author: string;
  title: string;
  body: string;
  state: string;
  reason: string | null;
  readonly isPull?: boolean;
}

/** The issues of a repository in the form of GitHub's API, as far as they are listed, opened and changed. */
export interface IssuesDouble {
  readonly url: string;
  readonly issues: DoubledIssue[];
  readonly asked: string[];
}

export async function openIssues(refuse: (request: string) => number | undefined = () => undefined): Promise<IssuesDouble> {
  const issues: DoubledIssue[] = [];
  const asked: string[] = [];
  const shown = ({ author, body, isPull, number, state, title }: DoubledIssue): object => ({
    number,
    title,
    body,
    state,
    user: { login: author },
    ...(isPull === true ? { pull_request: {} } : {}),
  });

  async function answer(request: IncomingMessage): Promise<readonly [number, unknown]> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    asked.push(`${request.method} ${pathname}`);
    const refusal = refuse(`${request.method} ${pathname}`);
    if (refusal !== undefined) return [refusal, { message: 'Refused' }];
    if (pathname === '/user') return [403, { message: 'Resource not accessible by integration' }];
    const [, number] = /^\/repos\/acme\/app\/issues(?:\/(\d+))?$/.exec(pathname) ?? [];
    const sent = await text(request);
    const body: unknown = sent === '' ? undefined : JSON.parse(sent);
    if (request.method === 'GET') {
      const [page, size] = [Number(searchParams.get('page') ?? 1), Number(searchParams.get('per_page') ?? 30)];
      // GitHub lists the newest first. No caller relies on the filter by author.
      return [
        200,
        issues
          .toReversed()
          .slice((page - 1) * size, page * size)
          .map(shown),
      ];
    }
    if (request.method === 'POST') {
      const issue = {
        number: issues.length + 1,
        author: 'github-actions[bot]',
        title: stringAt(body, 'title') ?? '',
        body: stringAt(body, 'body') ?? '',
        state: 'open',
        reason: null,
      };
      issues.push(issue);
      return [201, shown(issue)];
    }
    const issue = issues.find((one) => one.number === Number(number ?? countAt(body, 'issue_number')));
    if (issue === undefined) return [404, { message: 'Not Found' }];
    issue.title = stringAt(body, 'title') ?? issue.title;
    issue.body = stringAt(body, 'body') ?? issue.body;
    issue.state = stringAt(body, 'state') ?? issue.state;
    issue.reason = stringAt(body, 'state_reason') ?? issue.reason;
    return [200, shown(issue)];
  }

  const server = createServer((request, response) => {
    void answer(request).then(([status, body]) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    );
  });
  const { close, url } = await listenOnLoopback(server);
  onTestFinished(close);
  return { url, issues, asked };
}
