import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { artifactsOfRuns } from '../../src/github/previous-run.ts';

interface Run {
  readonly id: number;
  readonly event?: string;
  readonly head_branch?: string;
  readonly path?: string;
  readonly head_repository?: { readonly id: number } | null;
}

interface Artifact {
  readonly id: number;
  readonly run: number;
  readonly name?: string;
  readonly expired?: boolean;
  readonly digest?: string;
  readonly size_in_bytes?: number;
}

const workflow = '.github/workflows/audit.yml';

/** Finds the artifacts of earlier runs by the pages of those runs, where GitHub knows these runs and artifacts. */
async function found(
  runs: readonly Run[],
  artifacts: readonly Artifact[],
  answers: Readonly<Record<string, unknown>> = {},
): Promise<readonly string[]> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const [, run] = /\/runs\/(\d+)\/artifacts$/.exec(pathname) ?? [];
    const [, artifact] = /\/artifacts\/(\d+)\/zip$/.exec(pathname) ?? [];
    if (artifact !== undefined) return void response.writeHead(200, { 'content-type': 'application/zip' }).end(`zip ${artifact}`);
    const answer =
      answers[pathname] ??
      (pathname === '/repos/acme/app'
        ? { id: 1, default_branch: 'main' }
        : run === undefined
          ? {
              workflow_runs: runs.map((each) => ({
                event: 'schedule',
                head_branch: 'main',
                path: workflow,
                head_repository: { id: 1 },
                html_url: `run ${each.id}`,
                ...each,
              })),
            }
          : {
              artifacts: artifacts
                .filter((each) => each.run === Number(run))
                .map((each) => ({ name: 'compliance-audit', expired: false, size_in_bytes: 10, workflow_run: { id: each.run }, ...each })),
            });
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A TCP port was expected.');
  const access = { token: 't', apiUrl: `http://127.0.0.1:${address.port}`, repository: 'acme/app', firstPause: 1 };
  const left: string[] = [];
  for await (const { url, zip } of artifactsOfRuns(access, { workflow, runId: '9', name: 'compliance-audit', largest: 1_000 }))
    left.push(`${url}: ${zip.toString()}`);
  return left;
}

test('reports of earlier runs come the newest first, whatever the order of the answer', async () => {
  expect(
    await found(
      [{ id: 3 }, { id: 5 }, { id: 4, event: 'workflow_dispatch' }],
      [
        { id: 30, run: 3 },
        { id: 50, run: 5 },
        { id: 40, run: 4 },
      ],
    ),
  ).toEqual(['run 5: zip 50', 'run 4: zip 40', 'run 3: zip 30']);
});

test.each<[string, Run]>([
  ['a pull request, whose branch is called as the default one', { id: 5, event: 'pull_request' }],
  ['a pull request with secrets', { id: 5, event: 'pull_request_target' }],
  ['another branch', { id: 5, head_branch: 'feature' }],
  ['another workflow file', { id: 5, path: '.github/workflows/evil.yml' }],
  ['a fork', { id: 5, head_repository: { id: 2 } }],
  ['a repository that is gone', { id: 5, head_repository: null }],
  ['this very run', { id: 9 }],
])('a report of %s is not taken', async (_, run) => {
  expect(
    await found(
      [run, { id: 3 }],
      [
        { id: 50, run: run.id },
        { id: 30, run: 3 },
      ],
    ),
  ).toEqual(['run 3: zip 30']);
});

test.each<[string, Artifact]>([
  ['of another name', { id: 50, run: 5, name: 'compliance-audit-2' }],
  ['that is gone', { id: 50, run: 5, expired: true }],
  ['that is larger than it may be', { id: 50, run: 5, size_in_bytes: 1_001 }],
])('an artifact %s is passed over', async (_, artifact) => {
  expect(await found([{ id: 5 }, { id: 3 }], [artifact, { id: 30, run: 3 }])).toEqual(['run 3: zip 30']);
});

test('of a run that was repeated the newest report is taken', async () => {
  expect(
    await found(
      [{ id: 5 }],
      [
        { id: 50, run: 5 },
        { id: 51, run: 5 },
      ],
    ),
  ).toEqual(['run 5: zip 51']);
});

test('what came must be what GitHub says of it', async () => {
  const digest = `sha256:${createHash('sha256').update('zip 50').digest('hex')}`;
  expect(await found([{ id: 5 }], [{ id: 50, run: 5, digest }])).toEqual(['run 5: zip 50']);
  await expect(found([{ id: 5 }], [{ id: 50, run: 5, digest: `sha256:${'0'.repeat(64)}` }])).rejects.toMatchObject({ code: 'wrong-shape' });
});

test('an answer without its list is no answer that there was no audit', async () => {
  await expect(found([{ id: 5 }], [], { '/repos/acme/app/actions/workflows/audit.yml/runs': {} })).rejects.toMatchObject({
    code: 'wrong-shape',
  });
  await expect(found([{ id: 5 }], [], { '/repos/acme/app/actions/runs/5/artifacts': {} })).rejects.toMatchObject({ code: 'wrong-shape' });
});
