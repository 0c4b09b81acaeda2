import { hash, randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { commands, contextOf, exitCodeOf, run, type Column } from '../commands/index.ts';
import { terminalCode, terminalPrefix } from '../text/index.ts';
import { UsageError } from '../errors/index.ts';
import { parseBaseUrl } from '../options/index.ts';
import { stoppedWords } from '../presentation/index.ts';
import { openPage } from './browser.ts';
import { connectionFor, connectionKeys, variableOf } from './connection.ts';
import { changeContexts, contextNamed, contextsPath, isSameAddress, readContexts } from './contexts.ts';
import { printList } from './show-view.ts';
import { table } from './table.ts';
import { note, showStopped, toldInterrupted, type FormOptions, type Shell, type Terminal } from './terminal.ts';

type Wishes = { name?: string } & Partial<Record<'allowInsecureHttp' | 'withBrowser', boolean>>;
export type LoginOptions = Readonly<Record<'baseUrl' | 'org', string> & Wishes>;

/** `undefined` where the user gave up. */
async function askHidden(question: string, interrupt: AbortSignal): Promise<string | undefined> {
  // Without echo, before it asks: what the line editor would show goes nowhere.
  const nowhere = new Writable({ write: (_piece, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  const closed = new Promise<undefined>((resolve) => lines.once('close', () => resolve(undefined)));
  interrupt.addEventListener('abort', () => lines.close(), { once: true });
  // The line editor gets Ctrl+C in place of the process.
  lines.once('SIGINT', () => lines.close());
  process.stderr.write(question);
  try {
    return await Promise.race([closed, lines.question('')]);
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}

/** Makes a secret, and asks by the browser that the service lets it in. The browser hears of its SHA-256 alone. */
async function secretByBrowser(address: string, terminal: Terminal): Promise<string> {
  const secret = `${terminalPrefix}${randomBytes(32).toString('base64url')}`;
  const mark = hash('sha256', secret);
  terminal.err(`Sign in with your browser, and go on there if it shows this code: ${terminalCode(mark)}`);
  await openPage(`${address.replace(/\/api\/v2$/, '')}/sign-in/terminal/${mark}`, terminal);
  return secret;
}

const [betweenMs, patienceMs] = [2000, 600_000];

/** Keeps a token that the service takes, and makes its context the one in use. */
export async function login(
  { allowInsecureHttp = false, baseUrl, name, org, withBrowser = false }: LoginOptions,
  { interrupt, terminal }: Shell,
): Promise<number> {
  const address = parseBaseUrl(baseUrl, { allowInsecureHttp }).href;
  const called = name ?? org;
  const there = readContexts(process.env).all.find((each) => each.name === called);
  if (name === undefined && there !== undefined && !isSameAddress(there.baseUrl, address))
    throw new UsageError('conflicting-inputs', `The context ${called} is for ${there.baseUrl}`, { fix: 'Name this one: --name NAME' });
  // Everybody on the machine sees the arguments of a process.
  const type = () => (process.stdin.isTTY ? askHidden('Token (it is not shown): ', interrupt) : text(process.stdin));
  const typed = withBrowser ? await secretByBrowser(address, terminal) : await type();
  if (typed === undefined) return toldInterrupted('Interrupted. Nothing was kept.', terminal);
  const token = typed.trim();
  const howTo = 'Type or paste it when it is asked for, or hand it over by the standard input: … | compliance-evidence login …';
  if (token === '') throw new UsageError('missing-input', 'No token was given', { fix: howTo });
  terminal.hide(token);
  const command = commands.find((each) => each.name === 'flow list');
  if (command === undefined) throw new RangeError('flows can be listed');
  const raw = { 'base-url': address, 'api-token': token, org, limit: '1', 'allow-insecure-http': String(allowInsecureHttp) };
  const quietly = contextOf(process.env, process.cwd(), interrupt, () => undefined);
  const ask = () => run(command, { raw, naming: (option) => (option === 'api-token' ? 'The token' : `--${option}`) }, quietly);
  const until = withBrowser ? Date.now() + patienceMs : 0;
  let result = await ask();
  while (result.kind === 'stopped' && result.code === 'unauthorized' && Date.now() < until && !interrupt.aborted) {
    await sleep(betweenMs, undefined, { signal: interrupt }).catch(() => {});
    result = await ask();
  }
  if (result.kind === 'stopped') {
    showStopped(`${stoppedWords(result, 'options').replace(/\.?$/, '.')} Nothing was kept.`, result.fix, terminal);
    return exitCodeOf(result);
  }
  const made = { name: called, baseUrl: address, org, token };
  changeContexts(process.env, ({ all }) => ({ all: [...all.filter((each) => each.name !== called), made], current: called }));
  terminal.out(`Logged in to ${address} as the context ${called}, for the organization ${org}`);
  terminal.err(`The token is kept in ${contextsPath(process.env)}, which only you can read.`);
  return 0;
}

/** By default the one in use. */
export function logout(name: string | undefined, terminal: Terminal): number {
  const called = name ?? readContexts(process.env).current;
  if (called === undefined) throw new UsageError('missing-input', 'No context is in use', { fix: 'Name the one to be removed' });
  changeContexts(process.env, (before) => {
    const removed = contextNamed(before, called);
    return { all: before.all.filter((each) => each !== removed), current: before.current === called ? undefined : before.current };
  });
  terminal.out(`Removed the context ${called} and its token`);
  terminal.err('The service still takes that token, from whoever has a copy: `token revoke` takes it back.');
  return 0;
}

export function useContext(name: string, terminal: Terminal): number {
  const { baseUrl, org } = contextNamed(readContexts(process.env), name);
  changeContexts(process.env, (before) => ({ ...before, current: name }));
  terminal.out(`The context ${name} is in use: ${org} at ${baseUrl}`);
  return 0;
}

const contextColumns: readonly Column<{ name: string; org: string; base_url: string; in_use: boolean }>[] = [
  { head: 'IN USE', cell: (each) => (each.in_use ? '*' : '') },
  { head: 'CONTEXT', cell: ({ name }) => name },
  { head: 'ORGANIZATION', cell: ({ org }) => org },
  { head: 'ADDRESS', cell: (each) => each.base_url },
];

export async function listContexts(options: FormOptions, terminal: Terminal): Promise<number> {
  const { all, current } = readContexts(process.env);
  const shown = all.map(({ baseUrl, name, org }) => ({ name, org, base_url: baseUrl, in_use: name === current }));
  await printList('contexts', contextColumns, shown, options, terminal);
  if (shown.length === 0) terminal.err('`compliance-evidence login` makes one');
  return 0;
}

/** The token itself is never shown. */
export async function showConfig({ json = false }: { readonly json?: boolean }, terminal: Terminal): Promise<number> {
  const said = Object.fromEntries(connectionKeys.map((key) => [key, process.env[variableOf(key)]]));
  const { found, notes } = await connectionFor(said, process.env, process.cwd());
  const shown = connectionKeys.map((key) => {
    const { from = null, value = null } = found[key] ?? {};
    return [key, value !== null && key === 'api-token' ? '(set, not shown)' : value, from] as const;
  });
  const rows = shown.map(([key, value, from]) => [key, value ?? 'not set', from ?? '']);
  if (json) terminal.json(Object.fromEntries(shown.map(([key, value, from]) => [key, { value, from }])));
  else terminal.out(table(['OPTION', 'VALUE', 'FROM'], rows, [], terminal.columns));
  for (const sentence of notes) note(sentence, terminal);
  return 0;
}
