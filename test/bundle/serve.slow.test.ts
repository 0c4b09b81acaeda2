import { appendFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ask, environmentOf, form, isGone, openServing, until, workspaceWith, type Serving } from './serving.ts';

let serving: Serving;
beforeAll(async () => {
  serving = await openServing();
});
afterAll(() => serving.remove());

const template = 'template:\n  version: 1\n  trail:\n    attestations:\n      - name: unit\n        type: junit\n';
const sha = '0123456789abcdef0123456789abcdef01234567';
const mark = { COMPLIANCE_EVIDENCE_SERVE_FAILED: 'true' };

describe('the action serve', () => {
  test('leaves a service to the job, with the flows of its files, and hides its token before all else', async () => {
    const { folder, remove } = workspaceWith({ 'flows/shop.yml': `name: shop\n${template}`, 'bank.yml': `name: bank\n${template}` });
    onTestFinished(remove);
    const { end, main, temp } = await serving.start({ org: 'acme', 'flow-files': 'flows/shop.yml\n\n  bank.yml\n' }, { workspace: folder });
    const { token = '', url = '' } = main.outputs;
    expect(main).toMatchObject({ exitCode: 0, annotations: [], env: {}, lingered: false, secretOutputs: ['token'], rawStderr: '' });
    expect(main.rawStdout).toBe(`::add-mask::${token}\ncompliance-evidence is ready at ${url}, for the rest of this job\n`);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v2$/);
    expect((await ask(url, token, '/flows/acme')).body).toMatchObject([{ name: 'bank' }, { name: 'shop' }]);

    const post = await end();
    expect(post).toMatchObject({ exitCode: 0, annotations: [], commandErrors: [] });
    expect(post?.log).toMatch(
      /^Post job cleanup\.\n##\[group\]Log of the evidence service\n\S+ The service is ready at \S+\n\S+ The service ends: it was told to\n##\[endgroup\]\n$/,
    );
    expect([await isGone(url), existsSync(temp)]).toEqual([true, false]);
  });

  test('carries all that the service needs: types with a schema and a rule, pages, its own description', async () => {
    const { main } = await serving.start();
    const { token = '', url = '' } = main.outputs;
    const schema = JSON.stringify({ type: 'object', required: ['age'], properties: { age: { type: 'number' } } });
    const type = { name: 'person', evaluator: { content_type: 'jq', rules: ['.age > 21'] } };
    const made = await ask(url, token, '/custom-attestation-types/acme', form(type, { field: 'type_schema', content: schema }));
    expect(made.status).toBe(201);
    const judged = async (attestation_data: object): Promise<unknown> => {
      const data = { attestation_name: 'who', type_name: 'person', attestation_data, git_commit_info: { sha1: sha } };
      const { body, status } = await ask(url, token, '/attestations/acme/people/trail/t/custom', form(data));
      if (status !== 201) return [status, body];
      const id = String(Reflect.get(Object(body), 'attestation_id'));
      const found = await ask(url, token, `/attestations/acme?attestation_id=${id}`);
      return Object(found.body).data[0].is_compliant;
    };
    expect(await judged({ age: 22 })).toBe(true);
    expect(await judged({ age: 21 })).toBe(false);
    expect(await judged({})).toEqual([400, expect.objectContaining({ errors: { attestation_data: expect.stringMatching(/'age'/) } })]);

    const wrong = { name: 'wrong', evaluator: { content_type: 'jq', rules: ['.age >'] } };
    expect(await ask(url, token, '/custom-attestation-types/acme', form(wrong))).toMatchObject({
      status: 400,
      body: { errors: { 'evaluator.rules[0]': expect.stringMatching(/no jq expression/) } },
    });
    const trail = Object((await ask(url, token, '/trails/acme/people/t')).body);
    const page = await fetch(trail.html_url, { headers: { authorization: `Bearer ${token}` } });
    expect([page.status, await page.text()]).toEqual([200, expect.stringMatching(/^<!doctype html>[^]*<style>[^]*who/i)]);
    expect((await ask(url, '', '/openapi.json')).body).toMatchObject({ info: { title: 'Compliance Evidence Service' } });
    expect(await ask(new URL(url).origin, '', '/ready')).toEqual({ status: 200, body: 'OK' });
  });

  test.runIf(process.platform === 'linux')('shows the service nothing of the job but what a program needs', async () => {
    const secrets = {
      GITHUB_TOKEN: 'a',
      ACTIONS_RUNTIME_TOKEN: 'b',
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'c',
      DEPLOY_KEY: 'd',
      NODE_OPTIONS: '',
    };
    const { main } = await serving.start(undefined, { env: { ...secrets, RUNNER_TRACKING_ID: 'github_1' } });
    // The last two belong to the channel by which Node starts it.
    const needed = ['HOME', 'LANG', 'PATH', 'RUNNER_TEMP', 'RUNNER_TRACKING_ID', 'NODE_CHANNEL_FD', 'NODE_CHANNEL_SERIALIZATION_MODE'];
    expect(needed).toEqual(expect.arrayContaining([...(environmentOf(main.state['pid'] ?? '') ?? ['nothing'])]));
  });

  test('is two services where two steps of a job use it', async () => {
    const temp = mkdtempSync(join(tmpdir(), 'serving-temp-'));
    onTestFinished(() => rmSync(temp, { recursive: true, force: true }));
    const contexts = { runner: { temp } };
    const [one, other] = await Promise.all([serving.start(undefined, { contexts }), serving.start({ org: 'globex' }, { contexts })]);
    const [first, second] = [one.main.outputs, other.main.outputs];
    expect(readdirSync(temp)).toHaveLength(2);
    await one.end();
    expect([await isGone(first['url'] ?? ''), await ask(second['url'] ?? '', second['token'] ?? '', '/flows/globex')]).toEqual([
      true,
      { status: 200, body: [] },
    ]);
    await other.end();
    expect(readdirSync(temp)).toEqual([]);
  });

  test('shows a hostile log harmless, and of a long one the end', async () => {
    const { end, main } = await serving.start();
    const log = join(main.state['folder'] ?? '', 'service.log');
    appendFileSync(log, `${'x'.repeat(99)}\n`.repeat(1000));
    appendFileSync(log, '::error::forged\n ##[set-env name=A]b\n::endgroup::\n::add-mask::on\n\u001B[31mred\n');
    const post = await end();
    expect(post).toMatchObject({ exitCode: 0, annotations: [], commandErrors: [], env: {} });
    expect(post?.masks).not.toContain('on');
    const lines = post?.log.split('\n') ?? [];
    expect(lines[2]).toMatch(/^\(\d+(?:\.\d+)? KiB before this are left out\)$/);
    expect(lines.length).toBeLessThan(700);
    expect(lines.slice(-8, -1)).toEqual([
      '\\::error::forged',
      ' ##\\[set-env name=A]b',
      '\\::endgroup::',
      '\\::add-mask::on',
      'red',
      expect.stringMatching(/The service ends: it was told to$/),
      '##[endgroup]',
    ]);
  });
});

describe('a step that starts no service', () => {
  let workspace: ReturnType<typeof workspaceWith>;
  beforeAll(() => {
    workspace = workspaceWith({
      'bare.yml': 'version: 1\n',
      'broken.yml': 'name: [\n',
      'wrong.yml': 'name: shop\ntemplate: {version: 9}\n',
      'shop.yml': `name: shop\n${template}`,
      'bank.yml': `name: shop\n${template.replace('unit', 'bank')}`,
    });
  });
  afterAll(() => workspace.remove());

  test.each([
    ['no organization', {}, /Input org is missing/],
    ['a name that is none', { org: 'a c' }, /Input org .*"a c"/],
    [
      'a mistyped input',
      { org: 'acme', 'flow-file': 'flow.yml' },
      /Input flow-file \(it says "flow\.yml"\) is not of this action[^]*Did you mean flow-files\?/,
    ],
    [
      'a time that is none',
      { org: 'acme', 'time-limit': '6 hours' },
      /Input time-limit is not a time: "6 hours"\nDid you mean 6h\? Write seconds[^]*90s, 5m, 6h/,
    ],
    [
      'a file that is not there',
      { org: 'acme', 'flow-files': 'wrongs.yml' },
      /: Input flow-files: wrongs\.yml is not there\nDid you mean wrong\.yml\? The path is relative to the working directory$/,
    ],
    [
      'a pattern',
      { org: 'acme', 'flow-files': '*.yml' },
      /: Input flow-files: \*\.yml is not there\nPatterns are not read: name the file itself$/,
    ],
    ['a file that cannot be read', { org: 'acme', 'flow-files': 'broken.yml' }, /: Input flow-files: broken\.yml is not YAML: /],
    [
      'a flow that is refused',
      { org: 'acme', 'flow-files': 'wrong.yml' },
      /: Input flow-files: wrong\.yml, line 2: version is 9, and must be 1\nCorrect wrong\.yml there$/,
    ],
    [
      'a template without its flow',
      { org: 'acme', 'flow-files': 'bare.yml' },
      /: Input flow-files: bare\.yml: line 1 has the key "version": put it under template:/,
    ],
    [
      'a flow of two files',
      { org: 'acme', 'flow-files': 'shop.yml\nshop.yml\nbank.yml' },
      /Input flow-files: bank\.yml: a file before it has another flow shop, which it would replace[^]*a name of its own/,
    ],
  ])('says why in one error, and leaves a mark and no process: %s', async (_, inputs, message) => {
    const { end, main } = await serving.start(inputs, { workspace: workspace.folder });
    expect(main).toMatchObject({ exitCode: 64, conclusion: 'failure', outputs: {}, env: mark, lingered: false });
    expect(main.annotations.filter(({ level }) => level === 'error')).toEqual([
      { level: 'error', message: expect.stringMatching(message) },
    ]);
    expect(main.summary).toMatch(/^## 🛑 The evidence service did not start\n\n\*\*Input /);
    const { pid } = main.state;
    if (pid !== undefined) await until(() => !existsSync(`/proc/${pid}`));
    expect((await end())?.conclusion).toBe('success');
  });

  test('is stopped with its service where the job is cancelled', async () => {
    const { end, main } = await serving.start(undefined, { signalAfter: { ms: 150 } });
    expect(main).toMatchObject({ conclusion: 'cancelled', outputs: {}, lingered: false });
    expect(await end()).toMatchObject({ exitCode: 0 });
  });

  test('says that the runner is too old, where its Node is', async () => {
    const old = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '24.1.0' } });`;
    const options = `--import=data:text/javascript,${encodeURIComponent(old)}`;
    const { main } = await serving.start(undefined, { env: { NODE_OPTIONS: options } });
    expect(main).toMatchObject({
      exitCode: 64,
      env: mark,
      annotations: [{ message: expect.stringMatching(/is 24\.1\.0[^]*24\.15[^]*update the runner/) }],
    });
  });
});
