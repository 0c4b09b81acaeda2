import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkoutOf, contextOf, flowApplyCommand, run } from '../../commands/index.ts';
import { exitCodes } from '../../errors/index.ts';
import type { Terminal } from '../terminal.ts';
import { failingResults, passingResults } from './make-results.ts';
import { runBundle, type BundleRun } from './run-bundle.ts';

const flowFile = `name: checkout-service
description: The flow of the demo
template:
  version: 1
  trail:
    attestations:
      - name: unit-tests
        type: junit
`;
const inputs = { org: 'acme', flow: 'checkout-service', 'attestation-name': 'unit-tests', 'required-attestations': 'unit-tests' };

/**
 * The whole way on one machine: a service, a flow that requires unit tests, a real test run as evidence and the verdict
 * `compliant`; then a failing test and `non-compliant`. Resolves to 0 when both came as they must.
 */
export async function demo(keep: string | undefined, interrupt: AbortSignal, terminal: Terminal): Promise<number> {
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  const folder = keep === undefined ? await mkdtemp(join(tmpdir(), 'compliance-evidence-demo-')) : resolve(keep);
  await mkdir(folder, { recursive: true });
  const { createToken, startService } = await import('../../service/index.ts');
  const dataDir = join(folder, 'data');
  step(terminal, 1, 'Starting an evidence service on this machine');
  const service = await startService({ host: '127.0.0.1', port: 0, dataDir });
  try {
    terminal.out(`   ${service.url}/api/v2`);

    step(terminal, 2, 'Making a token, and the flow checkout-service, which requires unit-tests of every change');
    const token = await createToken({ dataDir, user: 'demo', orgs: ['acme'], role: 'admin' });
    await makeFlow(service.url, token, folder, interrupt);

    step(terminal, 3, 'Running real tests of this repository');
    const green = await passingResults(root, folder, interrupt);
    const runner = await runnerOf(root, folder);
    const run = async (attempt: string, file: string): Promise<BundleRun> =>
      runBundle({
        ...runner,
        root,
        interrupt,
        folder: join(folder, `run-${attempt}`),
        inputs: { ...inputs, 'base-url': service.url, 'api-token': token, 'junit-paths': file },
        github: { ...runner.github, GITHUB_RUN_ATTEMPT: attempt },
      });

    step(terminal, 4, 'Running the action, as a job would: it records the results and asks for the verdict');
    const first = await run('1', green);
    show(first, terminal);

    step(terminal, 5, 'The other side: the same change, run again, with one failing test');
    const second = await run('2', await failingResults(folder, interrupt));
    show(second, terminal);

    const went =
      first.exitCode === 0 &&
      first.outputs.get('verdict') === 'compliant' &&
      second.exitCode === exitCodes['non-compliant'] &&
      second.outputs.get('verdict') === 'non-compliant';
    terminal.out('');
    terminal.out(
      went
        ? `${terminal.style(['bold', 'green'], '✔')} A green run let the job pass, a red one failed it.`
        : `${terminal.style(['bold', 'red'], '✘')} The demo did not go as it must: see above.`,
    );
    if (keep !== undefined) terminal.out(`   Kept in ${folder}`);
    return went ? 0 : 1;
  } finally {
    await service.close();
    if (keep === undefined) await rm(folder, { recursive: true, force: true });
  }
}

function step(terminal: Terminal, number: number, what: string): void {
  terminal.out('');
  terminal.out(`${terminal.style(['bold', 'cyan'], `${number}.`)} ${terminal.style('bold', what)}`);
}

function show({ exitCode, log, outputs, summary }: BundleRun, terminal: Terminal): void {
  for (const line of log) terminal.out(`   ${terminal.style('dim', line)}`);
  terminal.out('');
  // The summary is escaped for GitHub's markdown; a terminal shows the characters themselves.
  const plain = summary.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
  for (const line of plain.trimEnd().split('\n')) terminal.out(`   │ ${line}`);
  terminal.out('');
  const failed = exitCode === 0 ? terminal.style('green', 'the job passes') : terminal.style('red', 'the job fails');
  terminal.out(`   verdict ${terminal.style('bold', outputs.get('verdict') ?? 'none')}, exit code ${exitCode}: ${failed}`);
}

async function makeFlow(url: string, token: string, folder: string, interrupt: AbortSignal): Promise<void> {
  await writeFile(join(folder, 'flow.yml'), flowFile);
  const raw = { 'base-url': url, 'api-token': token, org: 'acme', file: 'flow.yml' };
  const result = await run(
    flowApplyCommand,
    { raw, naming: (name) => name },
    contextOf({}, folder, interrupt, () => undefined),
  );
  if (result.kind === 'stopped') throw new Error(result.message);
}

/** What a runner would say of a push of this clone's HEAD; without a clone, of a commit that only the event knows. */
async function runnerOf(root: string, folder: string): Promise<{ workspace: string; github: Record<string, string>; event: unknown }> {
  const checkout = await checkoutOf(root);
  const sha = checkout?.commit.sha1 ?? randomBytes(20).toString('hex');
  const name = checkout?.repository?.name ?? 'acme/checkout-service';
  const url = new URL(checkout?.repository?.url ?? `https://github.com/${name}`);
  const branch = checkout?.commit.branch ?? 'main';
  return {
    workspace: checkout === undefined ? folder : root,
    event: { ref: `refs/heads/${branch}`, after: sha, repository: { id: 1, full_name: name, html_url: url.href } },
    github: {
      GITHUB_EVENT_NAME: 'push',
      GITHUB_SHA: sha,
      GITHUB_REF: `refs/heads/${branch}`,
      GITHUB_REF_NAME: branch,
      GITHUB_SERVER_URL: url.origin,
      GITHUB_REPOSITORY: name,
      GITHUB_REPOSITORY_ID: '1',
      GITHUB_WORKFLOW: 'CI',
      GITHUB_JOB: 'test',
      GITHUB_RUN_ID: '1',
      GITHUB_RUN_NUMBER: '1',
      GITHUB_ACTOR: 'demo',
    },
  };
}
