import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contextOf, flowApplyCommand, run } from '../../commands/index.ts';
import { endings, verdictNames } from '../../errors/index.ts';
import { marked } from '../show-view.ts';
import { packageRoot as root, toldInterrupted, wrapped, type Terminal } from '../terminal.ts';
import { runAction, type Annotation, type BundleRun } from './run-bundle.ts';
import { breakShop, openShop, runTests } from './shop.ts';

function showNext(readme: string, terminal: Terminal): void {
  const again = process.env['npm_lifecycle_event'] === 'start' ? 'npm start -- --keep' : 'npx compliance-evidence demo --keep';
  showRows(
    'Next',
    [
      ['Use it', 'put the first workflow of the README into your repository'],
      ['README', readme],
      ['Look', `${again} leaves the service up, and says where its pages are`],
    ],
    terminal,
  );
}

/** `path`: of the page of the trail. */
function showKept({ folder, path, token, url }: Record<'folder' | 'path' | 'token' | 'url', string>, terminal: Terminal): void {
  showRows(
    'The service is still up',
    [
      ['Page', `${url}${path}`],
      ['Sign in', 'open the page, and type the token'],
      ['Token', token],
      ['Files', folder],
      ['Stop it', 'Ctrl+C, which also removes all of it'],
    ],
    terminal,
  );
}

export function showRows(title: string, rows: readonly (readonly [string, string])[], terminal: Terminal): void {
  terminal.out('');
  terminal.out(terminal.style('bold', title));
  const width = Math.max(...rows.map(([name]) => name.length));
  for (const [name, value] of rows) terminal.out(`   ${terminal.style('dim', name.padEnd(width))}  ${value}`);
}

const margin = '   ';

/** The log of a step, the errors that GitHub would show, and how the job ended. */
function showRun({ annotations, exitCode, log, outputs }: BundleRun, terminal: Terminal): void {
  for (const line of log) terminal.out(inMargin(line, terminal));
  for (const annotation of annotations) showAnnotation(annotation, terminal);
  const verdict = outputs.get('verdict') ?? 'none';
  const known = verdictNames.find((name) => name === verdict) ?? 'unknown';
  terminal.out(
    `${margin}${marked(endings[known], terminal)} Verdict ${terminal.style('bold', verdict)}, exit code ${exitCode}: the job ${exitCode === 0 ? 'passes' : 'fails'}.`,
  );
}

function showAnnotation({ file, level, line, message, title }: Annotation, terminal: Terminal): void {
  const place = file === undefined ? '' : ` at ${file}${line === undefined ? '' : `:${line}`}`;
  terminal.out(`${margin}${terminal.style(level === 'error' ? 'red' : 'yellow', level)}${place}: ${title}`);
  // GitHub shows all of it, with the stack trace of a test. The first lines say where to look.
  const lines = message.split('\n').filter((each) => each.trim() !== '');
  for (const each of file === undefined ? lines : lines.slice(0, 2)) terminal.out(inMargin(`  ${each}`, terminal));
}

function inMargin(line: string, { columns }: Terminal): string {
  const [indent = ''] = /^ */.exec(line) ?? [];
  return wrapped(line.trim(), margin + indent, columns);
}

export const org = 'acme';
export const flow = 'checkout-service';
const flowFile = `name: ${flow}
description: The flow of the demo
template:
  version: 1
  trail:
    attestations:
      - name: unit-tests
        type: junit
`;

/**
 * The whole way on one machine: a service, a flow that requires unit tests, a change whose real tests pass and the verdict `compliant`;
 * then a change that breaks a test and the verdict `non-compliant`. Resolves to 0 when both verdicts were right. With `keep` the service
 * runs on until `interrupt`. Nothing is left behind, whatever happens.
 */
export function demo(keep: boolean, interrupt: AbortSignal, terminal: Terminal): Promise<number> {
  return playing('Interrupted. Nothing is left of the demo.', interrupt, terminal, async ({ dataDir, folder, shop }) => {
    step(terminal, 1, 'Starting an evidence service on this machine');
    const { createToken, startService } = await import('../../service/index.ts');
    const service = await startService({ host: '127.0.0.1', port: 0, dataDir });
    try {
      terminal.out(`   ${service.url}/api/v2`);

      step(terminal, 2, 'Making a flow, which requires unit-tests of every change');
      const token = await createToken({ dataDir, user: 'demo', orgs: [org], role: 'admin' });
      await makeFlow(service.url, token, folder, interrupt);
      terminal.out(`   ${flow}`);

      const judge = async (commit: string, attempt: number): Promise<boolean> => {
        const outcome = await runTests(shop, interrupt);
        const inputs = { 'base-url': service.url, 'api-token': token, org, flow, 'test-outcome': outcome };
        const ended = await runAction({ root, shop, folder: join(folder, `run-${attempt}`), commit, attempt, inputs, interrupt });
        showRun(ended, terminal);
        const wanted = attempt === 1 ? 'compliant' : 'non-compliant';
        return ended.outputs.get('verdict') === wanted && ended.exitCode === endings[wanted].exitCode;
      };

      step(terminal, 3, 'A green change: node --test, then the action, as in a job');
      const isGreen = await judge(await openShop(shop, interrupt), 1);

      step(terminal, 4, 'A red change: the same, with a test that it breaks');
      const commit = await breakShop(shop, interrupt);
      const isRed = await judge(commit, 2);

      const went = isGreen && isRed;
      terminal.out('');
      terminal.out(
        went
          ? `${terminal.style(['bold', 'green'], '✔')} The green change let its job pass, the red one failed it.`
          : `${terminal.style(['bold', 'red'], '✘')} The demo did not go as it must: see above.`,
      );
      if (keep) {
        const reader = await createToken({ dataDir, user: 'reader', orgs: [org], role: 'reader' });
        showKept({ url: service.url, path: `/${org}/flows/${flow}/trails/${commit}`, token: reader, folder }, terminal);
        if (!interrupt.aborted) await new Promise<void>((done) => interrupt.addEventListener('abort', () => done(), { once: true }));
      } else if (went) {
        showNext(join(root, 'README.md'), terminal);
      }
      return went ? 0 : 1;
    } finally {
      await service.close();
    }
  });
}

interface Scratch {
  readonly folder: string;
  /** Within the folder: a repository, and what its service keeps. Neither is there yet. */
  readonly shop: string;
  readonly dataDir: string;
}

/** Gives a demo a folder, which goes with it, and says so where it is interrupted. */
export async function playing(
  interrupted: string,
  interrupt: AbortSignal,
  terminal: Terminal,
  play: (scratch: Scratch) => Promise<number>,
): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'compliance-evidence-demo-'));
  try {
    return await play({ folder, shop: join(folder, 'checkout-service'), dataDir: join(folder, 'data') });
  } catch (error) {
    if (!interrupt.aborted) throw error;
    return toldInterrupted(interrupted, terminal);
  } finally {
    // A child that was told to stop may still write.
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

export function step(terminal: Terminal, number: number, what: string): void {
  terminal.out('');
  terminal.out(`${terminal.style(['bold', 'cyan'], `${number}.`)} ${terminal.style('bold', what)}`);
}

export async function makeFlow(url: string, token: string, folder: string, interrupt: AbortSignal): Promise<void> {
  await writeFile(join(folder, 'flow.yml'), flowFile);
  const raw = { 'base-url': url, 'api-token': token, org, file: 'flow.yml' };
  const result = await run(
    flowApplyCommand,
    { raw, naming: (name) => name },
    contextOf({}, folder, interrupt, () => undefined),
  );
  if (result.kind === 'stopped') throw new Error(result.message);
}
