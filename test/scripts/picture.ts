/**
 * Draws the README's picture of a job summary from real output: real test runs, the real service and the bundle.
 *
 *     node test/scripts/picture.ts docs/job-summary.png
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { marked } from 'marked';
import { runBundle } from '../../src/cli/demo/run-bundle.ts';
import { createToken, startService } from '../../src/service/index.ts';
import { screenshot } from './screenshot.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const target = resolve(process.argv[2] ?? join(root, 'docs', 'job-summary.png'));
const folder = mkdtempSync(join(tmpdir(), 'picture-'));
const template =
  'version: 1\ntrail:\n  attestations:\n    - {name: unit-tests, type: junit}\n    - {name: browser-tests, type: junit}\n    - {name: licence-check, type: junit}\n';
const style = `h2 { font-size: 21px; padding-bottom: 6px; border-bottom: 1px solid #d1d9e0; margin: 0 0 12px; } h3 { font-size: 17px; margin: 20px 0 8px; } h4 { margin: 16px 0 6px; }
table { border-collapse: collapse; margin: 8px 0; } th, td { border: 1px solid #d1d9e0; padding: 5px 12px; } tr:nth-child(2n) td { background: #f6f8fa; }
ul { padding-left: 22px; } pre { background: #f6f8fa; border-radius: 6px; padding: 12px; font-size: 12px; }`;

try {
  const markdown = await summary();
  await screenshot(target, { style, body: await marked.parse(markdown, { gfm: true }), height: 1500 });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** One red step of a flow that demands three attestations: one is green from another job, one is missing. */
async function summary(): Promise<string> {
  const dataDir = join(folder, 'data');
  const token = await createToken({ dataDir, user: 'ada', orgs: ['acme'], role: 'admin' });
  const service = await startService({ host: '127.0.0.1', port: 0, dataDir, publicUrl: 'https://evidence.example.com' });
  try {
    const form = new FormData();
    form.append('data_json', JSON.stringify({ name: 'checkout-service' }));
    form.append('template_file', new Blob([template]), 'template.yml');
    await fetch(`${service.url}/api/v2/flows/acme/template_file`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
    const green = join(folder, 'green.xml');
    const red = join(folder, 'red.xml');
    tests(['run', 'test/text', 'test/git', 'test/compliance'], green);
    const suite = join(folder, 'refund.test.ts');
    writeFileSync(
      suite,
      "import { expect, test } from 'vitest';\ntest('an empty basket costs nothing', () => expect([].length).toBe(0));\ntest('a refund is rounded once', () => expect(Math.round(1.005 * 100) / 100).toBe(1.01));\n",
    );
    tests(['run', '--root', folder, 'refund.test.ts'], red);
    const sha = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
    const step = async (name: string, paths: string): Promise<string> => {
      const run = await runBundle({
        root,
        workspace: root,
        folder: join(folder, name),
        inputs: {
          'base-url': service.url,
          'api-token': token,
          org: 'acme',
          flow: 'checkout-service',
          'attestation-name': name,
          'junit-paths': paths,
        },
        github: {
          GITHUB_EVENT_NAME: 'push',
          GITHUB_SHA: sha,
          GITHUB_REF: 'refs/heads/main',
          GITHUB_SERVER_URL: 'https://github.com',
          GITHUB_REPOSITORY: 'acme/checkout-service',
          GITHUB_REPOSITORY_ID: '1',
          GITHUB_WORKFLOW: 'CI',
          GITHUB_JOB: name,
          GITHUB_RUN_ID: '1',
          GITHUB_RUN_ATTEMPT: '1',
        },
        event: {},
        interrupt: new AbortController().signal,
      });
      return run.summary;
    };
    await step('browser-tests', green);
    return await step('unit-tests', `${green}\n${red}`);
  } finally {
    await service.close();
  }
}

function tests(args: readonly string[], file: string): void {
  try {
    execFileSync(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args, '--reporter=junit', `--outputFile=${file}`], {
      cwd: root,
      stdio: 'ignore',
    });
  } catch {
    // One of the runs is meant to be red; what it says stands in its file.
  }
  readFileSync(file);
}
