import { mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { contextOf, exitCodeOf, jobOfRun, run, shortNames, type Command, type Event, type RunContext } from '../commands/index.ts';
import { flagOf, type RawOptions } from '../options/index.ts';
import { publishedWords, stoppedWords } from '../presentation/index.ts';
import { ciFacts } from './ci-facts.ts';
import { printReport } from './show-audited.ts';
import { placed } from './placed.ts';
import { advisedInShell } from './shell-advice.ts';
import { resultJson, showResult } from './show-result.ts';
import { showStopped, type Terminal } from './terminal.ts';

/** Runs a command of the registry and shows its result. Resolves to the exit code. */
export async function runCommand(
  command: Command,
  raw: RawOptions,
  options: { readonly json: boolean },
  interrupt: AbortSignal,
  terminal: Terminal,
): Promise<number> {
  for (const { use } of command.options) if (use.secret === true) terminal.hide(raw[use.name] ?? '');
  const job = jobOfRun(process.env);
  if (job !== undefined) terminal.hide(job.requestToken);
  const ci = await ciFacts(command, process.env, process.cwd());
  const inherited = contextOf(process.env, process.cwd(), interrupt, (event) => showEvent(event, terminal), ci);
  const context = {
    ...inherited,
    mayLeave: true,
    shortNames,
    program: builtFolder,
    openReplay,
    loadPackageCheck,
    hide: (secret: string) => terminal.hide(secret),
  };
  const isReported = command.name === 'audit' && !isGiven(raw['json-file']) && !isGiven(raw['reperform']);
  const report = options.json && isReported ? temporaryReport(context.temporary) : undefined;
  const all = report === undefined ? raw : { ...raw, 'json-file': report };
  try {
    const outcome = await run(command, { raw: all, naming: (name) => namingIn(command, name), nameLength: 'short', job }, context);
    const result = options.json ? outcome : advisedInShell(outcome, command.options);
    if (result.kind === 'stopped') showStopped(stoppedWords(result, 'options'), result.fix, terminal);
    else if (!options.json) showResult(result, terminal);
    else if (result.kind === 'audited' || result.kind === 'series') {
      if ('published' in result && result.published !== undefined) terminal.err(publishedWords(result.published));
      await printReport(result.reports.find(({ option }) => option === 'json-file')?.path ?? '', terminal);
    } else terminal.json(resultJson(result));
    return exitCodeOf(result);
  } finally {
    if (report !== undefined) rmSync(dirname(report), { recursive: true, force: true });
  }
}

/** A service of our own, which is loaded where an audit needs it. */
const openReplay: NonNullable<RunContext['openReplay']> = async (about) => (await import('../service/index.ts')).startReplay(about);

const loadPackageCheck: NonNullable<RunContext['loadPackageCheck']> = async () =>
  (await import('../audit/series/check-package-audit.ts')).checkPackageAudit;

/** The folder that holds the built program. */
const builtFolder = dirname(import.meta.dirname);

function isGiven(text: string | undefined): boolean {
  return text !== undefined && text.trim() !== '';
}

/** Path of an audit's JSON report before it is printed: it may be larger than the memory. */
function temporaryReport(folder: string): string {
  return join(mkdtempSync(join(folder, 'compliance-audit-')), 'audit.json');
}

/** How users write an option of a command. */
function namingIn({ options }: Command, name: string): string {
  const used = options.find(({ use }) => use.name === name);
  if (used === undefined) return `--${name}`;
  return used.positional === true ? `<${(used.use.placeholder ?? name).toLowerCase()}>` : `--${flagOf(used.use)}`;
}

function showEvent(event: Event, terminal: Terminal): void {
  switch (event.kind) {
    case 'info':
      return terminal.err(terminal.style('dim', event.message));
    case 'progress':
      return terminal.progress(event.message);
    case 'notice':
      return terminal.err(`${terminal.style('cyan', 'note')}: ${event.message}`);
    case 'warning':
      return terminal.err(`${terminal.style('yellow', 'warning')}: ${placed(event)}`);
  }
}
