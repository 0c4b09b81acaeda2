import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { git } from '../support/git.ts';

/** The one part of GitHub's API that the action asks: a commit of the caller's repository. */
export interface GitHubApi {
  readonly url: string;
  /** Paths that were asked for. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

export async function openGitHubApi(repository: string): Promise<GitHubApi> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    asked.push(pathname);
    const [, sha] = /^\/repos\/acme\/app\/commits\/([0-9a-f]{40})$/.exec(pathname) ?? [];
    const body = sha === undefined || request.headers.authorization === undefined ? undefined : commitOf(repository, sha);
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? { message: 'Not Found' }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = addressOf(server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

function commitOf(repository: string, sha: string): object {
  const [name, email, date, parents = '', ...message] = git(repository, [
    'show',
    '--no-patch',
    '--format=%an%n%ae%n%aI%n%P%n%B',
    sha,
  ]).split('\n');
  return {
    sha,
    commit: { message: message.join('\n'), author: { name, email, date } },
    author: { login: 'ada' },
    parents: parents.split(' ').map((parent) => ({ sha: parent })),
  };
}

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('A TCP port was expected.');
  return address;
}
