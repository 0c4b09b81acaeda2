import { appendFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { contextOf, flowApplyCommand, run } from '../../commands/index.ts';
import { UsageError } from '../../errors/index.ts';
import type { Terminal } from '../terminal.ts';
import { openEphemeral, type EphemeralSettings } from './open.ts';
import { startBackground } from './start-background.ts';

export interface EphemeralOptions {
  readonly org: string | undefined;
  readonly host: string;
  readonly port: number;
  readonly flow: readonly string[];
  readonly timeLimit: string;
}

/**
 * `serve --ephemeral`: a service that is gone when it ends. In a job of GitHub Actions it goes on in the background, and
 * the outputs `url` and `token` say where it is; elsewhere it says so itself, and runs until it is told to stop.
 */
export async function serveEphemeral(options: EphemeralOptions, interrupt: AbortSignal, terminal: Terminal): Promise<number> {
  const { GITHUB_ACTIONS, GITHUB_OUTPUT, RUNNER_TEMP } = process.env;
  const { host, port } = options;
  const settings = { org: readOrg(options.org), host, port, within: RUNNER_TEMP || tmpdir(), timeLimit: readTime(options.timeLimit) };
  return GITHUB_ACTIONS === 'true' && GITHUB_OUTPUT !== undefined && GITHUB_OUTPUT !== ''
    ? inJob(settings, options.flow, GITHUB_OUTPUT, interrupt, terminal)
    : inForeground(settings, options.flow, interrupt, terminal);
}

async function inJob(
  settings: EphemeralSettings,
  flows: readonly string[],
  outputs: string,
  interrupt: AbortSignal,
  terminal: Terminal,
): Promise<number> {
  const { baseUrl, stop, token } = await startBackground(settings);
  try {
    // A command to the runner, and so not for the terminal, which makes them harmless. Nothing shows the token before.
    process.stdout.write(`::add-mask::${token}\n`);
    terminal.hide(token);
    for (const flow of flows) await apply(flow, { baseUrl, token, org: settings.org }, interrupt);
    await appendFile(outputs, `url=${baseUrl}\ntoken=${token}\n`);
  } catch (error) {
    stop();
    throw error;
  }
  terminal.out(`compliance-evidence is ready at ${baseUrl}, for the rest of this job`);
  return 0;
}

async function inForeground(
  settings: EphemeralSettings,
  flows: readonly string[],
  interrupt: AbortSignal,
  terminal: Terminal,
): Promise<number> {
  const { baseUrl, close, over, token } = await openEphemeral(settings, interrupt);
  try {
    for (const flow of flows) await apply(flow, { baseUrl, token, org: settings.org }, interrupt);
    terminal.out(`EVIDENCE_BASE_URL=${baseUrl}`);
    terminal.out(`EVIDENCE_API_TOKEN=${token}`);
    await over;
  } finally {
    await close();
  }
  return 0;
}

async function apply(
  file: string,
  { baseUrl, org, token }: { readonly baseUrl: string; readonly org: string; readonly token: string },
  interrupt: AbortSignal,
): Promise<void> {
  const raw = { 'base-url': baseUrl, 'api-token': token, org, file };
  const context = contextOf({}, process.cwd(), interrupt, () => undefined);
  const result = await run(flowApplyCommand, { raw, naming: (name) => name }, context);
  if (result.kind === 'stopped')
    throw new UsageError('invalid-input', `--flow ${file}: ${result.message}`, result.fix === undefined ? {} : { fix: result.fix });
}

function readOrg(org: string | undefined): string {
  if (org !== undefined && org !== '') return org;
  throw new UsageError('missing-input', '--org is missing: the organization that the service has', { fix: 'Add --org NAME' });
}

/** Milliseconds. */
function readTime(text: string): number {
  const [, number, unit] = /^([1-9]\d{0,3})([smh])$/.exec(text) ?? [];
  const units = new Map([
    ['s', 1_000],
    ['m', 60_000],
    ['h', 3_600_000],
  ]);
  const time = Number(number) * (units.get(unit ?? '') ?? Number.NaN);
  // What a timer can wait for.
  if (time < 2 ** 31) return time;
  throw new UsageError('invalid-input', `--time-limit is not a time: ${text}`, {
    fix: 'Write a number with s, m or h, at most 500h: 90s, 5m, 6h',
  });
}
