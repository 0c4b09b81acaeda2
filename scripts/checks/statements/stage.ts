import { execFile, execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createToken, startService } from '../../../src/service/index.ts';
import { commit, makeRepository, removeRepositories } from '../../../test/support/git.ts';
import { root } from '../../../test/support/sources.ts';

export interface Ended {
  readonly code: number;
  readonly said: string;
}

/** In a folder, which is also its home. */
export async function end(place: string, program: string, args: readonly string[], env = {}): Promise<Ended> {
  const options = { cwd: place, env: { PATH: process.env['PATH'], HOME: place, ...env }, timeout: 120_000, maxBuffer: 2 ** 26 };
  return promisify(execFile)(program, args, options).then(
    ({ stderr, stdout }) => ({ code: 0, said: `${stdout}${stderr}`.trim() }),
    (error: unknown) => {
      const { code, message, stderr, stdout } = Object(error);
      return { code: typeof code === 'number' ? code : -1, said: `${stdout ?? ''}${stderr ?? ''}`.trim() || String(message) };
    },
  );
}

/** Our own command line, from its sources. */
export const ours = (place: string, args: readonly string[], env = {}): Promise<Ended> =>
  end(place, process.execPath, [join(root, 'src/cli/bin.ts'), ...args], env);

export const keyTypes = ['p256', 'ed25519'] as const;

export interface Stage {
  /** With `shop.tar`, `raw-commit` and the folders of statements: signed ones are in a folder of the kind of key. */
  readonly place: string;
  readonly sha: string;
  readonly fingerprint: string;
}

/**
 * A service on loopback is told of test results of a real commit, and asked for the verdict. The statements are in the folders `passed`
 * and `failed`, where the image is a subject of the test results; `commit-only`; and `image-passed`, `image-failed` and
 * `image-again`, which are verdicts of the image in their order. The first two are signed with each kind of key.
 */
export async function setStage(place: string): Promise<Stage> {
  const repository = makeRepository({ origin: 'https://github.com/acme/shop.git' });
  const sha = commit(repository);
  writeFileSync(join(place, 'raw-commit'), execFileSync('git', ['-C', repository, 'cat-file', 'commit', sha]));
  writeFileSync(join(place, 'shop.tar'), 'The image of the shop');
  writeFileSync(join(place, 'other.tar'), 'Another image');
  const fingerprint = hash('sha256', 'The image of the shop');
  const dataDir = join(place, 'data');
  const token = await createToken({ dataDir, user: 'ada', orgs: ['acme'], role: 'member' });
  const service = await startService({ host: '127.0.0.1', port: 0, dataDir });
  const ask = async (code: number, args: string): Promise<void> => {
    const ended = await ours(repository, args.split(' '), {
      EVIDENCE_BASE_URL: service.url,
      EVIDENCE_API_TOKEN: token,
      EVIDENCE_ORG: 'acme',
      EVIDENCE_FLOW: 'shop',
      EVIDENCE_ALLOW_EMPTY_TEMPLATE: 'true',
    });
    if (ended.code !== code) throw new Error(`compliance-evidence ${args} ended with ${ended.code}: ${ended.said}`);
  };
  const run = async (name: string, code: number, trail = name): Promise<void> => {
    const failure = name === 'failed' ? '<failure message="no"/>' : '';
    mkdirSync(join(repository, name));
    const cases = `<testcase name="adds" classname="cart">${failure}</testcase><testcase name="counts" classname="cart"/>`;
    writeFileSync(join(repository, name, 'unit.xml'), `<testsuites><testsuite name="cart">${cases}</testsuite></testsuites>`);
    const [image, page] = [join(place, 'shop.tar'), 'https://github.com/acme/shop/actions/runs/7'];
    const isOfImage = name !== 'commit-only';
    if (isOfImage) await ask(0, `artifact report --trail ${trail} --artifact-path ${image} --build-url ${page}`);
    const about = isOfImage ? ` --artifact-fingerprint ${fingerprint}` : '';
    const folder = `--trail ${trail} --statement-folder ${join(place, name)}${about}`;
    await ask(code, `attest-and-gate --attestation-name unit --junit-paths ${name}/unit.xml ${folder}`);
  };
  const judgeImage = (name: string, code: number): Promise<void> =>
    ask(code, `gate --subject artifact --fingerprint ${fingerprint} --statement-folder ${join(place, name)}`);
  try {
    await run('passed', 0);
    await judgeImage('image-passed', 0);
    await run('commit-only', 0);
    await run('failed', 1);
    await judgeImage('image-failed', 1);
    await run('again', 0, 'failed');
    await judgeImage('image-again', 0);
  } finally {
    await service.close();
    removeRepositories();
  }
  for (const type of keyTypes) {
    for (const words of [
      ['key', 'create', type, '--type', type],
      ['sign', 'passed/tests-statement.json', 'passed/verdict-statement.json', '--key', type, '--out', `${type}-passed`],
      ['sign', 'failed/tests-statement.json', 'failed/verdict-statement.json', '--key', type, '--out', `${type}-failed`],
    ]) {
      const { code, said } = await ours(place, words);
      if (code !== 0) throw new Error(`compliance-evidence ${words.join(' ')} ended with ${code}: ${said}`);
    }
  }
  return { place, sha, fingerprint };
}
