import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError, endings } from '../errors/index.ts';
import { openPrinter, renderEnding } from '../github/index.ts';
import { readServeInputs } from './inputs.ts';
import { startChild } from './start-child.ts';

/** The files by which a step hands values on: to later steps as outputs or environment, to its own last step as state. */
type CommandFile = 'GITHUB_OUTPUT' | 'GITHUB_ENV' | 'GITHUB_STATE';

/** Writes values where the runner looks for them. Throws a UsageError where it gave no file. */
function handOn(file: CommandFile, values: Readonly<Record<string, string>>, env: NodeJS.ProcessEnv): void {
  const path = env[file];
  if (path === undefined || path === '') {
    throw new UsageError('missing-input', `${file} is not set: it names the file that the runner reads`, {
      fix: 'Use the action in a job of GitHub Actions; elsewhere run `compliance-evidence serve --ephemeral`',
    });
  }
  // No value can hold a mark that cannot be guessed, and so end itself early.
  const mark = `end_${randomUUID()}`;
  appendFileSync(
    path,
    Object.entries(values)
      .map(([name, value]) => `${name}<<${mark}\n${value}\n${mark}\n`)
      .join(''),
  );
}

const { env } = process;
process.stdout.on('error', () => undefined);
const printer = openPrinter((text) => process.stdout.write(text));
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
    handOn('GITHUB_STATE', { folder, pid: String(child.pid) }, env);
    const { baseUrl, token } = await child.ready();
    // Nothing shows the token before.
    printer.hide(token);
    handOn('GITHUB_OUTPUT', { url: baseUrl, token }, env);
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
  const message = error instanceof Error ? error.message : String(error);
  printer.annotate({ level: 'error', message: `The evidence service did not start: ${message}${fix === undefined ? '' : `\n${fix}`}` });
  const ending = error instanceof UsageError ? 'usage' : 'unknown';
  process.exitCode = endings[ending].exitCode;
  writeSummary(renderEnding(message, fix ?? '', ending, 'The evidence service did not start'));
  try {
    handOn('GITHUB_ENV', { COMPLIANCE_EVIDENCE_SERVE_FAILED: 'true' }, env);
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
