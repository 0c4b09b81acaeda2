import { appendFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError, endings, messageOf } from '../errors/index.ts';
import { renderEnding } from '../github/index.ts';
import { openPrinter } from '../github/printer.ts';
import { readServeInputs } from './inputs.ts';
import { startChild } from './start-child.ts';

/** The runner's files by which a step hands values on. */
const runnerFiles = { output: 'GITHUB_OUTPUT', environment: 'GITHUB_ENV', state: 'GITHUB_STATE' } as const;

/** Throws a UsageError where the runner gave no file: the log is no place for a token. */
function handOn(to: keyof typeof runnerFiles, values: Readonly<Record<string, string>>): void {
  const file = runnerFiles[to];
  if ((env[file] ?? '') === '') {
    throw new UsageError('missing-input', `${file} is not set: it names the file that the runner reads`, {
      fix: 'Use the action in a job of GitHub Actions; elsewhere run `compliance-evidence serve --ephemeral`',
    });
  }
  for (const [name, value] of Object.entries(values)) printer.handOn(to, name, value);
}

const { env } = process;
process.stdout.on('error', () => undefined);
const printer = openPrinter();
const interrupt = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupt.abort());

try {
  await serve();
} catch (error) {
  fail(error);
}
printer.finish();
process.stdout.write('', () => process.exit());

async function serve(): Promise<void> {
  requireNode(process.versions.node);
  const { flowFiles, org, timeLimit } = readServeInputs(env);
  const folder = mkdtempSync(join(env['RUNNER_TEMP'] || tmpdir(), 'compliance-evidence-'));
  const directory = env['GITHUB_WORKSPACE'] || process.cwd();
  const child = startChild({ org, host: '127.0.0.1', port: 0, folder, flowFiles, directory, timeLimit }, interrupt.signal);
  try {
    handOn('state', { folder, pid: String(child.pid) });
    const { baseUrl, token } = await child.ready();
    // Nothing shows the token before.
    printer.hide(token);
    handOn('output', { url: baseUrl, token });
    printer.line(`compliance-evidence is ready at ${baseUrl}, for the rest of this job`);
    child.release();
  } catch (error) {
    child.kill();
    throw error;
  }
}

/** Says why, and leaves a mark for the messages of later steps: what they were to ask is not there. */
function fail(error: unknown): void {
  const fix = error instanceof UsageError ? error.fix : undefined;
  const message = messageOf(error);
  printer.annotate({ level: 'error', message: `The evidence service did not start: ${message}${fix === undefined ? '' : `\n${fix}`}` });
  const ending = error instanceof UsageError ? 'usage' : 'unknown';
  process.exitCode = endings[ending].exitCode;
  writeSummary(renderEnding(message, fix ?? '', ending, 'The evidence service did not start'));
  try {
    handOn('environment', { COMPLIANCE_EVIDENCE_SERVE_FAILED: 'true' });
  } catch {
    // The error is said, and the step fails without the mark too.
  }
}

/** For people, who see there why later steps of the job failed too. A failure to write it changes nothing. */
function writeSummary(text: string): void {
  const file = env['GITHUB_STEP_SUMMARY'];
  if (file === undefined || file === '') return;
  try {
    appendFileSync(file, printer.clean(text));
  } catch {
    // The error is in the log.
  }
}

function requireNode(version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 24 || (major === 24 && minor >= 15)) return;
  throw new UsageError('node-version', `the Node that runs this action is ${version}, and the service needs 24.15 or newer`, {
    fix: 'The runner brings that Node along: update the runner',
  });
}
