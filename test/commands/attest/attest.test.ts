import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endingOf, exitCodeOf } from '../../../src/commands/index.ts';
import type { RawOptions } from '../../../src/options/index.ts';
import { fault } from '../../support/fault-server.ts';
import { checkout, openStage, play, playAny, posted, posts, type Checkout, type Stage } from '../setup.ts';

let stage: Stage;
let at: Checkout;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());
beforeEach(() => {
  at = checkout();
  stage.script = fault.pass;
});

const alone = { attach: 'never' } as const;

/** The `data_json` that a run with these inputs posts. */
async function postedBy(raw: RawOptions, github?: Readonly<Record<string, string>>): Promise<Readonly<Record<string, unknown>>> {
  const { result } = await play('attest', stage, at, { ...alone, ...raw }, github === undefined ? {} : { github });
  const data = posted(stage.server).at(-1) ?? {};
  expect(result.evidence?.data).toEqual(data);
  return data;
}

describe('what is posted', () => {
  it('is the results, the commit, the repository and the run, and nothing that was not asked for', async () => {
    const data = await postedBy({}, {});
    expect(Object.keys(data).toSorted()).toEqual([
      'attestation_name',
      'git_commit_info',
      'junit_results',
      'origin_url',
      'repo_info',
      'user_data',
    ]);
    expect(data).toMatchObject({
      attestation_name: 'unit',
      junit_results: [{ name: 'suite', failures: 0, errors: 0, skipped: 0, total: 3, duration: 0.75 }],
      git_commit_info: { sha1: at.sha, author: 'Ada Lovelace <ada@example.com>', branch: 'main', parents: [] },
      repo_info: { name: 'acme/shop', url: 'https://github.com/acme/shop', provider: 'github' },
      origin_url: 'https://github.com/acme/shop/actions/runs/42',
      user_data: {
        compliance_evidence: {
          event: 'push',
          workflow: 'ci',
          job: 'test',
          matrix: null,
          run_id: '42',
          run_attempt: '1',
          built_sha: at.sha,
          nonce: expect.stringMatching(/^[a-f0-9-]{36}$/),
        },
      },
    });
  });

  it('is accepted by the service', async () => {
    const { result } = await play('attest', stage, at, {
      description: 'all of it',
      annotations: 'a=b',
      'external-urls': 'x=https://ci.example',
    });
    expect(result).toMatchObject({ kind: 'recorded', evidence: { sending: { kind: 'accepted', id: expect.any(String) } } });
  });

  it('is witnessed by the hash that the log of the service ended with, also once it is evaluated', async () => {
    const hash = expect.stringMatching(/^[a-f0-9]{64}$/);
    const { events, result } = await play('attest', stage, at, {});
    expect(result).toMatchObject({ evidence: { sending: { kind: 'accepted', head: hash } } });
    expect(events).toContainEqual({ kind: 'info', message: expect.stringMatching(/^Witness: [a-f0-9]{64}$/) });
    const gated = await play('attest-and-gate', stage, at, {});
    expect(gated.result).toMatchObject({ evidence: { sending: { kind: 'accepted', evaluated: true, head: hash } } });
  });

  it('has no page of a run away from GitHub', async () => {
    const data = await postedBy({});
    expect(data).not.toHaveProperty('origin_url');
    expect(data).toMatchObject({ user_data: { compliance_evidence: { event: null, workflow: null, job: null, run_id: null } } });
  });

  it.each<[keyof RawOptions, string, object]>([
    ['artifact-fingerprint', 'AB'.repeat(32), { artifact_fingerprint: 'ab'.repeat(32) }],
    ['target-artifacts', 'image, chart', { target_artifacts: ['image', 'chart'] }],
    ['description', ' Nightly run, "quoted" — größe ', { description: 'Nightly run, "quoted" — größe' }],
    ['origin-url', 'https://ci.example/job/7?x=1', { origin_url: 'https://ci.example/job/7?x=1' }],
    [
      'external-urls',
      'report=https://ci.example/r\nlogs=https://ci.example/l?a=b',
      { external_urls: { report: { href: 'https://ci.example/r' }, logs: { href: 'https://ci.example/l?a=b' } } },
    ],
    ['annotations', 'build=7\nwho=ada = lovelace', { annotations: { build: '7', who: 'ada = lovelace' } }],
    ['matrix', '{"os":"linux"}', { user_data: { compliance_evidence: { matrix: { os: 'linux' } } } }],
    ['user-data', '{"ticket":"OPS-1","a.b":[1]}', { user_data: { ticket: 'OPS-1', 'a.b': [1], compliance_evidence: { job: 'test' } } }],
    ['user-data', 'data/own.json', { user_data: { from: 'a file', compliance_evidence: { job: 'test' } } }],
    [
      'redact-commit-info',
      'author,message,branch',
      { git_commit_info: { author: '**REDACTED**', message: '**REDACTED**', branch: '**REDACTED**' } },
    ],
    ['attestation-name', 'unit_tests-2', { attestation_name: 'unit_tests-2' }],
  ])('carries %s: %j', async (name, value, expected) => {
    at.write('data/own.json', '{"from":"a file"}');
    expect(await postedBy({ [name]: value }, {})).toMatchObject(expected);
  });

  it('goes to the trail that is named, else to that of the commit', async () => {
    await postedBy({});
    await postedBy({ trail: 'release-7', flow: 'other' });
    expect(
      posts(stage.server.requests)
        .slice(-2)
        .map(({ url }) => url),
    ).toEqual([`/api/v2/attestations/acme/shop/trail/${at.sha}/junit`, '/api/v2/attestations/acme/other/trail/release-7/junit']);
  });
});

describe('attachments', () => {
  const bodies = (): string => posts(stage.server.requests).at(-1)?.body.toString('latin1') ?? '';

  it('go along as they are when there is one', async () => {
    at.write('logs/one.log', 'the log of the run');
    const { result } = await play('attest', stage, at, { ...alone, attachments: 'logs/*.log' });
    expect(result.evidence?.attachment).toMatchObject({ bytes: 18 });
    expect(bodies()).toContain('filename="one.log"');
    expect(bodies()).toContain('the log of the run');
  });

  it('go along as a .tgz when there are several', async () => {
    at.write('logs/one.log', 'one');
    at.write('logs/empty.log', '');
    const { result } = await play('attest', stage, at, { ...alone, attachments: 'logs/*.log\nred.xml' });
    expect(result.evidence?.attachment?.name).toMatch(/\.tgz$/);
    expect(bodies()).toMatch(/filename="[^"]+\.tgz"\r\nContent-Type: application\/octet-stream\r\n\r\n\u001F\u008B/);
  });

  it.each([
    ['too large for the service', 'large.bin', /10 MiB/],
    ['none', 'logs/*.nothing', /matches no file/],
    ['outside the workspace', '../secret', /out/],
  ])('that are %s stay behind with a warning, and hold no evidence back', async (_, pattern, warning) => {
    at.write('large.bin', randomBytes(10 * 1024 * 1024 + 1));
    const { result, events } = await play('attest', stage, at, { ...alone, attachments: pattern });
    expect(result.evidence).toMatchObject({ sending: { kind: 'accepted' }, attachment: undefined });
    expect(events.filter(({ kind }) => kind === 'warning')).toEqual([expect.objectContaining({ message: expect.stringMatching(warning) })]);
    expect(bodies()).not.toContain('filename=');
  });

  it('that cannot be packed stay behind with a warning, and hold no evidence back', async () => {
    const { result, events } = await play(
      'attest',
      stage,
      at,
      { ...alone, attachments: 'green.xml\nred.xml' },
      { temporary: `${at.path}/nowhere` },
    );
    expect(result.evidence).toMatchObject({ sending: { kind: 'accepted' }, attachment: undefined });
    expect(events.filter(({ kind }) => kind === 'warning')).toHaveLength(1);
  });
});

describe('attest', () => {
  it('records red tests and passes: it decides nothing', async () => {
    const { result } = await play('attest', stage, at, { 'junit-paths': 'red.xml' });
    expect(result).toMatchObject({ kind: 'recorded', dryRun: false, sent: { kind: 'recorded', name: 'unit', id: expect.any(String) } });
    expect([endingOf(result), exitCodeOf(result)]).toEqual(['recorded', 0]);
    expect(posted(stage.server).at(-1)).toMatchObject({ junit_results: [{ total: 3, failures: 1 }] });
    expect(result).toMatchObject({ objection: '1 of 3 tests failed' });
    expect((await play('attest', stage, at, {})).result).toHaveProperty('objection', undefined);
  });

  it('says what it would send on a dry run, writes nothing, and passes', async () => {
    const before = stage.server.requests.length;
    const { result } = await play('attest', stage, at, { 'dry-run': 'true' });
    expect(result).toMatchObject({
      kind: 'recorded',
      dryRun: true,
      sent: { kind: 'nothing' },
      evidence: { data: { junit_results: [{ total: 3 }] }, sending: { kind: 'dry-run' } },
    });
    expect([endingOf(result), exitCodeOf(result)]).toEqual(['would-record', 0]);
    expect(stage.server.requests).toHaveLength(before);
  });

  it('records a row per cause when the files are unusable, and fails', async () => {
    at.write('broken.xml', '<testsuite name="x"><testcase name="y">');
    const { result } = await play('attest', stage, at, { 'junit-paths': 'green.xml\nbroken.xml\nnone/*.xml' });
    expect(result).toMatchObject({ fails: true, verdict: { name: 'unusable' }, evidence: { sending: { kind: 'accepted' } } });
    const rows = posted(stage.server).at(-1)?.['junit_results'];
    expect(rows).toHaveLength(2);
    const row = (of: string): unknown => expect.objectContaining({ name: `unusable evidence: ${of}`, errors: 1, total: 1 });
    expect(rows).toEqual(expect.arrayContaining([row('broken.xml'), row('none/*.xml: the pattern matches no file')]));
  });

  it('names unusable evidence without cutting a character in half', async () => {
    await play('attest', stage, at, { 'junit-paths': `${'x'.repeat(480)}😀😀/*.xml` });
    const [row] = Object.values(Object(posted(stage.server).at(-1)?.['junit_results']));
    expect(JSON.stringify(row)).toMatch(/"unusable evidence: x+…?"/);
  });

  it('records nothing when the files are unusable and the caller wants that, and fails all the same', async () => {
    const before = posts(stage.server.requests).length;
    const { result } = await play('attest', stage, at, { 'junit-paths': 'none.xml', 'on-unusable': 'post-nothing' });
    expect(result).toMatchObject({ fails: true, verdict: { name: 'unusable' }, evidence: { sending: { kind: 'withheld' } } });
    expect(posts(stage.server.requests)).toHaveLength(before);
  });

  it('says that it was not recorded when the service says no, and fails', async () => {
    const { result } = await play('attest', stage, at, { 'api-token': 'a-token-of-nobody-at-all' });
    expect(result).toMatchObject({
      fails: true,
      verdict: { name: 'unknown', reasons: [{ code: 'not-recorded' }] },
      evidence: { sending: { kind: 'failed', fault: { code: 'unauthorized' } } },
      sent: { kind: 'nothing' },
    });
    expect(exitCodeOf(result)).toBe(3);
  });

  it('that is interrupted while it sends says that the record may have arrived', async () => {
    const interrupt = new AbortController();
    stage.script = ({ method }) => {
      if (method === 'POST') interrupt.abort();
      return method === 'POST' ? fault.hang() : fault.pass();
    };
    const { result } = await playAny('attest', stage, at, {}, { interrupt: interrupt.signal });
    expect(result).toMatchObject({ kind: 'stopped', ending: 'interrupted', sent: { kind: 'on-its-way', name: 'unit' } });
    expect(exitCodeOf(result)).toBe(130);
  });

  it('that is interrupted after it recorded says what was recorded', async () => {
    const interrupt = new AbortController();
    stage.script = ({ method }) => {
      if (method === 'GET') interrupt.abort();
      return method === 'GET' ? fault.hang() : fault.pass();
    };
    const { result } = await playAny('attest-and-gate', stage, at, {}, { interrupt: interrupt.signal });
    expect(result).toMatchObject({ kind: 'stopped', sent: { kind: 'recorded', name: 'unit', id: expect.stringMatching(/\S/) } });
  });

  it('sends nothing once it is interrupted', async () => {
    const before = stage.server.requests.length;
    const { result } = await playAny('attest', stage, at, {}, { interrupt: AbortSignal.abort() });
    expect(result).toMatchObject({ kind: 'stopped', ending: 'interrupted', sent: { kind: 'nothing' } });
    expect(stage.server.requests).toHaveLength(before);
  });
});
