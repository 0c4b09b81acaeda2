import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { previousAudit } from '../../../src/commands/audit/previous.ts';
import type { AuditSettings } from '../../../src/options/index.ts';
import { auditOf, endLine, flow, headerLine, stage } from './stage.ts';

/** The audit before, by runs that GitHub answers about with a status. */
async function lastRun(status: number): ReturnType<typeof previousAudit> {
  const server = createServer((request, response) => {
    const isRepository = request.url === '/repos/acme/shop';
    response.writeHead(isRepository ? 200 : status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isRepository ? { id: 7, default_branch: 'main' } : { message: 'Resource not accessible by integration' }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A TCP port was expected.');
  const played = stage(
    async function* () {
      yield* [headerLine, flow, endLine];
    },
    () => auditOf([]),
  );
  const asked: Pick<AuditSettings, 'from' | 'previous'> = played.settings({
    'base-url': 'https://evidence.example',
    org: 'acme',
    'api-token': 't',
    'github-token': 'ghs_x',
    repository: 'acme/shop',
    previous: 'last-run',
  });
  const event = { ...played.context.event, workflowFile: { repository: 'acme/shop', path: '.github/workflows/audit.yml', ref: 'main' } };
  const here = { ...played.context, githubApiUrl: `http://127.0.0.1:${address.port}`, event };
  return previousAudit(asked, '', 'acme/shop', here, played.parts);
}

test('an audit before that GitHub refuses to tell of is untold, and one whose workflow never ran is none', async () => {
  expect(await lastRun(403)).toMatchObject({ previous: null, gaps: [{ kind: 'untold', source: 'previous' }] });
  expect(await lastRun(404)).toEqual({ previous: null, gaps: [] });
});
