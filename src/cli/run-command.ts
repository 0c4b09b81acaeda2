import { mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { contextOf, exitCodeOf, jobOfRun, run, shortNames } from '../commands/index.ts';
import type { CiFacts, Command, Event, Result, RunContext } from '../commands/index.ts';
import { flagOf, placeholderOf, type OptionUse, type RawOptions } from '../options/index.ts';
import { placed, publishedWords, stoppedWords } from '../presentation/index.ts';
import { given, inShell, seconds, webAddress } from '../text/index.ts';
import { printJsonReport } from './show-audited.ts';
import { resultJson, showResult } from './show-result.ts';
import type { Origins } from './connection.ts';
import { openPage } from './browser.ts';
import { printListed } from './show-view.ts';
import { note, showStopped, warn, type Terminal } from './terminal.ts';

/** Code hosts that are their own CI system, by the library's name for it. */
const providers = { gitlab: 'gitlab', bitbucket: 'bitbucket', azurePipelines: 'azure-devops' } as const;

/**
 * Reads the variables of a CI system about the build, for a command that records or asks about a commit. Empty on GitHub, whose
 * event says more, and away from any CI system. Values without the form of a commit or of an address are left out.
 */
export async function ciFacts({ options }: Command, env: NodeJS.ProcessEnv, cwd: string): Promise<CiFacts> {
  const isAboutCommit = options.some(({ use }) => use.name === 'commit' && use.kind === 'commit');
  if (!isAboutCommit || env['GITHUB_ACTIONS'] !== undefined) return {};
  const { default: envCi } = await import('env-ci');
  const { branch, buildUrl, commit, isCi, isPr, prBranch, service, tag } = envCi({ env, cwd });
  if (!isCi) return {};
  // For a build of a tag, some systems give the tag as the branch.
  const isTag = tag !== undefined && tag !== '';
  const name = isTag ? undefined : isPr === true ? prBranch : branch;
  const provider = Object.entries(providers).find(([name]) => name === service)?.[1];
  return {
    ...(commit !== undefined && /^[0-9a-f]{40}$/i.test(commit) ? { commit: commit.toLowerCase() } : {}),
    ...(name === undefined || name === '' ? {} : { branch: name }),
    ...given({ buildUrl: webAddress(buildUrl) === undefined ? undefined : buildUrl, provider }),
  };
}

/** Inputs of a step among the sentences of a fix: a value, or lines of their own. Whole steps stand further in, and stay. */
const inputs = /^ {2}([a-z-]+):(?: \|((?:\n {4}.*)+)| (.+))$/gm;

/** An input with its value inside a sentence, at the end of a part of it: before more words the colon belongs to the sentence. */
const inSentence = /(?<![\w`-])([a-z]+(?:-[a-z]+)+): ([\w-]+)(?=[.,;)]|$)/gm;

/** For a terminal, where a command has options in place of inputs. Expressions are for a workflow. */
export function shellAdvice(fix: string, options: readonly OptionUse[]): string {
  const flagNamed = (name: string): string | undefined => {
    const used = options.find(({ positional, use }) => use.name === name && positional !== true);
    return used === undefined ? undefined : `--${flagOf(used.use)}`;
  };
  const written = fix.replace(inputs, (text, name: string, lines: string | undefined, value: string | undefined) => {
    const flag = flagNamed(name);
    if (flag === undefined || text.includes('${{')) return text;
    const values = lines === undefined ? [plain(value ?? '')] : lines.split('\n').flatMap((line) => (line === '' ? [] : line.trim()));
    return values.map((each) => `    ${flag} ${inShell(each)}`).join(' \\\n');
  });
  return written.replace(inSentence, (text, name: string, value: string) => {
    const flag = flagNamed(name);
    return flag === undefined ? text : `${flag} ${value}`;
  });
}

function plain(value: string): string {
  return /^'.*'$/.test(value) ? value.slice(1, -1).replaceAll("''", "'") : value;
}

export function advisedInShell(result: Result, options: readonly OptionUse[]): Result {
  if (result.kind === 'judged' || result.kind === 'explained') {
    const reasons = result.verdict.reasons.map((reason) => ({ ...reason, fix: shellAdvice(reason.fix, options) }));
    return { ...result, verdict: { ...result.verdict, reasons } };
  }
  if (result.kind !== 'stopped' || result.fix === undefined) return result;
  return { ...result, fix: shellAdvice(result.fix, options) };
}

/** Resolves to the exit code. */
export async function runCommand(
  command: Command,
  raw: RawOptions,
  options: { readonly json: boolean; readonly origins: Origins },
  interrupt: AbortSignal,
  terminal: Terminal,
): Promise<number> {
  for (const { use } of command.options) if (use.secret === true) terminal.hide(raw[use.name] ?? '');
  const folder = raw['statement-folder']?.trim() ?? '';
  if (folder !== '') (await import('../commands/run/statements.ts')).clearStatements(folder);
  const job = jobOfRun(process.env);
  if (job !== undefined) terminal.hide(job.requestToken);
  const ci = await ciFacts(command, process.env, process.cwd());
  const inherited = contextOf(process.env, process.cwd(), interrupt, (event) => showEvent(event, terminal), ci);
  let sending: NodeJS.Timeout | undefined;
  const sent: RunContext['sent'] = {
    ...inherited.sent,
    begin(name) {
      inherited.sent.begin(name);
      const begun = performance.now();
      const tell = (): void => terminal.progress(`Sending ${name}: ${seconds(Math.round((performance.now() - begun) / 1000))} so far`);
      sending ??= setInterval(tell, 1000);
    },
    end(...ended) {
      clearInterval(sending);
      inherited.sent.end(...ended);
    },
  };
  const context = { ...inherited, ...ofLine, sent, hide: (secret: string) => terminal.hide(secret) };
  const isReported = command.name === 'audit' && !isGiven(raw['json-file']) && !isGiven(raw['reperform']);
  const report = options.json && isReported ? temporaryReport(context.temporary) : undefined;
  const all = report === undefined ? raw : { ...raw, 'json-file': report };
  try {
    const naming = (name: string): string => namingIn(command, name) + (options.origins.get(name) ?? '');
    const outcome = await run(command, { raw: all, naming, nameLength: 'short', job }, context);
    await stateResult(outcome, all, context, terminal);
    const result = options.json ? outcome : advisedInShell(outcome, command.options);
    if (result.kind === 'stopped') showStopped(stoppedWords(result, 'options'), result.fix, terminal);
    else if (result.kind === 'shown' && result.page !== undefined) await openPage(result.page, terminal);
    else if (result.kind === 'shown' && result.listed !== undefined && result.listed.form !== 'table' && !options.json)
      await printListed(result.listed, result.json, terminal);
    else if (!options.json) showResult(result, terminal);
    else if (result.kind === 'audited') {
      if (result.published !== undefined) terminal.err(publishedWords(result.published));
      await printJsonReport(result.reports, terminal);
    } else if (result.kind === 'viewed' && result.json === undefined) await printJsonReport(result.view.reports ?? [], terminal);
    else terminal.json(resultJson(result));
    return exitCodeOf(result);
  } finally {
    clearInterval(sending);
    if (report !== undefined) rmSync(dirname(report), { recursive: true, force: true });
  }
}

/** Only into a folder that is named. */
async function stateResult(result: Result, raw: RawOptions, context: RunContext, terminal: Terminal): Promise<void> {
  if (!isGiven(raw['statement-folder']) || result.kind === 'shown') return;
  const { writeStatements } = await import('../commands/run/statements.ts');
  const { 'statement-path': path, 'statement-reason': why } = await writeStatements(result, { raw }, context);
  if (path !== undefined) terminal.err(terminal.style('dim', `Statement: ${path}`));
  if (why !== undefined && why !== '') note(`${path === undefined ? 'No statement' : 'Statements'}: ${why}`, terminal);
}

/** Our own service is loaded only where an audit needs it. */
const ofLine: Partial<RunContext> = {
  mayLeave: true,
  shortNames,
  program: dirname(import.meta.dirname),
  openReplay: async (about) => (await import('../service/index.ts')).startReplay(about),
  loadPackageCheck: async () => (await import('../audit/series/check-package-audit.ts')).checkPackageAudit,
};

function isGiven(text: string | undefined): boolean {
  return text !== undefined && text.trim() !== '';
}

/** Printed from a file: an audit's JSON report may be larger than the memory. */
function temporaryReport(folder: string): string {
  return join(mkdtempSync(join(folder, 'compliance-audit-')), 'audit.json');
}

function namingIn({ options }: Command, name: string): string {
  const used = options.find(({ use }) => use.name === name);
  if (used === undefined) return `--${name}`;
  return used.positional === true ? `<${placeholderOf(used.use).toLowerCase()}>` : `--${flagOf(used.use)}`;
}

function showEvent(event: Event, terminal: Terminal): void {
  switch (event.kind) {
    case 'info':
      return terminal.err(terminal.style('dim', event.message));
    case 'progress':
      return terminal.progress(event.message, event.steps);
    case 'notice':
      return note(event.message, terminal);
    case 'warning':
      return warn(placed(event), terminal);
  }
}
