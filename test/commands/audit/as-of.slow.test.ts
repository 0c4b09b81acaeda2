import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { verify } from '../../../src/cli/verify.ts';
import { contextOf, run, type Result } from '../../../src/commands/index.ts';
import { auditOnLineCommand } from '../../../src/commands/audit/command.ts';
import { startReplay } from '../../../src/service/index.ts';
import { good, openMappedStory } from '../../audit/world/mapped.ts';
import { token } from '../../audit/world/service.ts';
import { alice, bob, type Story } from '../../audit/world/story.ts';
import { listening } from '../../cli/listening.ts';
import { openGitHubWorld, type OpenWorld } from '../../support/github-api/world/open.ts';

let story: Story;
let double: OpenWorld;
let folder = '';
/** The head of the change that is overridden later, and the moment before all that came later. */
let sha = '';
let then = '';

beforeAll(async () => {
  story = await openMappedStory();
  const change = await good(story, story.open(alice, { 'src/a.ts': '1' }));
  sha = change.head();
  change.merge('merge', bob);
  const shipped = (await good(story, story.open(alice, { 'release/b.ts': '1' }), 'release')).merge('squash', bob);
  await story.record(shipped, { flow: 'release' });
  await story.artifact('b', 'release', shipped);
  await story.runs('production', 'b');
  story.wait(60);
  then = story.now();
  story.wait(7 * 24 * 60);
  const overriding = {
    attestation_name: 'tests',
    reason: 'It was wrong',
    new_compliance_status: false,
    original_attestation_type: 'junit',
  };
  await story.send('POST', `/attestations/acme/unit/trail/${sha}/override`, overriding);
  await story.approve('b', 'release', 'bob');
  await story.artifact('c', 'release', shipped);
  await story.runs('production', 'bc');
  const text = 'trail:\n  attestations:\n    - name: tests\n      type: junit\n    - name: lint\n      type: generic\n';
  await story.send(
    'PUT',
    '/flows/acme/template_file',
    { name: 'unit', description: '', visibility: 'private' },
    { name: 'template_file', text },
  );
  story.wait(60);
  story.repository.git(['checkout', '--quiet', 'main']);
  story.repository.git(['update-ref', 'refs/remotes/origin/main', 'refs/heads/main']);
  story.repository.git(['symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main']);
  double = await openGitHubWorld(story.github);
  folder = mkdtempSync(join(tmpdir(), 'as-of-'));
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(story.now()) });
});
afterAll(async () => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
  await double.close();
  await story.close();
});

async function audit(options: Readonly<Record<string, string>>): Promise<Result> {
  const directory = story.repository.directory;
  const env = { RUNNER_TEMP: folder, GITHUB_API_URL: double.url };
  const context = { ...contextOf(env, directory, new AbortController().signal, () => {}), mayLeave: true, openReplay: startReplay };
  const raw = {
    'base-url': story.service.url,
    'api-token': token,
    org: 'acme',
    repository: 'acme/shop',
    'github-token': 'ghs_of_the_test',
    since: '2030-01-08T00:00:00Z',
    ...options,
  };
  return run(auditOnLineCommand, { raw, naming: (name) => `--${name}`, nameLength: 'short' }, context);
}

interface Line {
  readonly kind: string;
  readonly [key: string]: unknown;
}

/** The facts of an audit, and its reports. */
async function collected(
  options: Readonly<Record<string, string>> = {},
): Promise<{ readonly lines: readonly Line[]; readonly result: Result }> {
  const file = join(mkdtempSync(join(folder, 'run-')), 'facts.ndjson');
  const result = await audit({ 'keep-collected': file, ...options });
  if (result.kind !== 'audited') throw new Error(JSON.stringify(result));
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return { lines: lines.map((line): Line => JSON.parse(line)), result };
}

const all = (lines: readonly Line[], kind: string): readonly Line[] => lines.filter((line) => line.kind === kind);

describe('an audit as of a moment', () => {
  test('has the facts of then: no override, approval, artifact or template that came later', async () => {
    const [before, now] = [await collected({ 'as-of': then }), await collected()];
    const shown = ({ lines }: typeof before) => ({
      overrides: JSON.stringify(all(lines, 'landing')).split('It was wrong').length - 1,
      approvals: all(lines, 'approval').length,
      artifacts: all(lines, 'artifact').map(({ name }) => name),
      deployments: all(lines, 'deployment').map(({ id }) => id),
      template: JSON.stringify(all(lines, 'flow').find(({ name }) => name === 'unit')?.['template']).includes('lint'),
    });
    expect(shown(before)).toEqual({ overrides: 0, approvals: 0, artifacts: ['b.tgz'], deployments: ['production#1'], template: false });
    expect(shown(now)).toMatchObject({ approvals: 1, template: true, deployments: ['production#2', 'production#1'] });
    expect(shown(now).overrides).toBeGreaterThan(0);
    const [header] = before.lines;
    expect(header).toMatchObject({
      at: new Date(then).toISOString(),
      period: { until: new Date(then).toISOString() },
      inputs: { 'as-of': then },
      asOf: { at: new Date(then).toISOString(), readAt: expect.stringMatching(/^2030-01-1/) },
    });
    const found = ({ result }: typeof before): readonly string[] =>
      result.kind === 'audited' ? result.findings.map(({ rule, subject }) => `${rule} ${subject.id}`) : [];
    expect(found(before)).toContain(`approval-missing ${'b'.repeat(64)}`);
    expect(found(now)).not.toContain(`approval-missing ${'b'.repeat(64)}`);
    expect(found(now)).toContain(`overridden ${sha}`);
    expect(found(before)).not.toContain(`overridden ${sha}`);
  });

  test('says so in each report', async () => {
    const named = Object.fromEntries(
      ['html', 'markdown', 'json-file', 'sarif', 'junit'].map((name) => [name, join(folder, `said.${name}`)]),
    );
    await collected({ 'as-of': then, ...named });
    const words = /Service: as recorded up to 2030-01-\S+Z \(record \d+\); all else: as read at 2030-01-1\S+Z/;
    for (const name of ['html', 'markdown', 'sarif', 'junit'])
      expect([
        name,
        readFileSync(named[name] ?? '', 'utf8')
          .replaceAll('&#40;', '(')
          .replaceAll('&#41;', ')'),
      ]).toEqual([name, expect.stringMatching(words)]);
    expect(JSON.parse(readFileSync(named['json-file'] ?? '', 'utf8')).header.asOf.sequence).toBeGreaterThan(5);
  });

  test('makes a package of the records up to then, which verifies', async () => {
    const file = join(folder, 'past.tgz');
    const { lines } = await collected({ 'as-of': then, package: file });
    const records = all(lines, 'record');
    const [log] = all(lines, 'log');
    expect(log).toMatchObject({ chain: { sequence: records.length } });
    expect(lines[0]).toMatchObject({ asOf: { sequence: records.length, link: records.at(-1)?.['link'] } });
    const { json, terminal } = listening();
    const head = String(records.at(-1)?.['link']);
    expect([await verify({ package: file, head, json: true, firstAudit: true }, new AbortController().signal, terminal), json]).toEqual([
      0,
      [expect.objectContaining({ outcome: 'witnessed', recomputed: expect.objectContaining({ problems: [], not_proved: [] }) })],
    ]);
    expect(execFileSync('tar', ['-xzOf', file, 'collected.ndjson'], { encoding: 'utf8' })).toContain('"asOf"');
  });

  test.for([
    ['in the future', { 'as-of': '2030-02-20' }, 'as-of is in the future: 2030-02-20T00:00:00.000Z'],
    [
      'before the first record',
      { 'as-of': '2020-01-01', since: '2019-12-01' },
      'the service has no record up to then: the first one is of 20',
    ],
    ['that is none', { 'as-of': 'yesterday' }, '--as-of is no moment: "yesterday"'],
    ['before the end of the period', { 'as-of': '2030-01-09', until: '2030-01-10' }, '--as-of is before the end of the audited time'],
    ['of a period between commits', { 'as-of': '2030-01-09', since: 'a'.repeat(40) }, '--as-of is a moment, and since is a commit'],
    ['of facts that were collected', { 'as-of': '2030-01-09', collected: 'x.ndjson' }, '--as-of does nothing with collected'],
  ] as const)('refuses a moment %s', async ([, options, words]) => {
    const { since, ...others } = { since: undefined, ...options };
    const result = await audit({ ...others, ...(since === undefined ? {} : { since }) });
    expect(result).toMatchObject({ kind: 'stopped', message: expect.stringContaining(words), fix: expect.any(String) });
  });

  test.for([
    ['a service without a log', 404, 'as-of needs the log of the service, and this service has none'],
    ['a token that may not read it', 403, 'as-of reads the log of the service, and this token may not: '],
  ] as const)('refuses %s', async ([, status, words]) => {
    const server = createServer((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end('{"message": "No"}');
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('It listens on no port');
    const result = await audit({ 'as-of': then, 'base-url': `http://127.0.0.1:${address.port}` });
    expect(result).toMatchObject({ kind: 'stopped', message: expect.stringContaining(words), fix: expect.any(String) });
  });
});
