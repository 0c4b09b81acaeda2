import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { jobOfRun, type Command } from '../commands/index.ts';
import { UsageError, wrongUse } from '../errors/index.ts';
import type { RawOptions } from '../options/index.ts';
import { given, inShell, isObject, orNothing } from '../text/index.ts';
import { contextNamed, isSameAddress, readContexts, type Context } from './contexts.ts';
import { note, type Terminal } from './terminal.ts';

export const connectionKeys = ['base-url', 'api-token', 'org', 'flow', 'context'] as const;
type Key = (typeof connectionKeys)[number];
type Values = Readonly<Partial<Record<Key, string>>>;

interface Connection {
  readonly found: Readonly<Partial<Record<Key, { readonly value: string; readonly from: string }>>>;
  readonly notes: readonly string[];
}

export function variableOf(name: string): string {
  return `EVIDENCE_${name.replaceAll('-', '_').toUpperCase()}`;
}

const kosliVariables = { 'base-url': 'KOSLI_HOST', 'api-token': 'KOSLI_API_TOKEN', org: 'KOSLI_ORG', flow: 'KOSLI_FLOW' } as const;

function kosliValues(env: NodeJS.ProcessEnv): Values {
  const values: Values = Object.fromEntries(
    Object.entries(kosliVariables).flatMap(([key, name]) => (env[name]?.trim() ? [[key, env[name].trim()]] : [])),
  );
  if (values['base-url'] !== undefined) return values;
  if (values['api-token'] === undefined) return {};
  throw new UsageError('missing-input', 'KOSLI_API_TOKEN is set, and KOSLI_HOST is not: nobody says where the token may go', {
    fix: 'Set KOSLI_HOST to the address that the token is for, such as https://app.kosli.com; or use EVIDENCE_BASE_URL and EVIDENCE_API_TOKEN',
  });
}

const fileName = 'compliance-evidence.yml';

/** The nearest one of the checkout; away from a checkout only that of the working directory. */
function repositoryPath(cwd: string): string | undefined {
  const folders = [cwd];
  for (let folder = cwd; folder !== dirname(folder); folder = dirname(folder)) folders.push(dirname(folder));
  const top = folders.findIndex((folder) => existsSync(join(folder, '.git')));
  const paths = folders.slice(0, Math.max(top, 0) + 1).map((folder) => join(folder, fileName));
  return paths.find((path) => existsSync(path));
}

async function readRepositoryFile(cwd: string): Promise<{ readonly name: string; readonly says: Values }> {
  const path = repositoryPath(cwd);
  const name = path === undefined ? fileName : relative(cwd, path);
  if (path === undefined) return { name, says: {} };
  const keys = connectionKeys.filter((key) => key !== 'api-token');
  const wrong = (what: string): UsageError =>
    wrongUse(`${name} ${what}`, `Write one line each: ${keys.map((key) => `${key}: …`).join(', ')}`);
  const [{ parse }, { readRegularFile }] = await Promise.all([import('yaml'), import('../files/index.ts')]);
  const file = readRegularFile(path, 64 * 1024);
  if (!Buffer.isBuffer(file)) throw wrong('is no small file that can be read');
  const content: unknown = orNothing(() => parse(file.toString(), { logLevel: 'error' }) ?? {});
  if (!isObject(content)) throw wrong('is no YAML of keys with values');
  const says: Partial<Record<Key, string>> = {};
  for (const [named, value] of Object.entries(content)) {
    const key = keys.find((known) => known === named);
    if (key === undefined) throw wrong(`has ${JSON.stringify(named)}, which nothing reads`);
    if (typeof value !== 'string' || value.trim() === '') throw wrong(`has no text for ${key}`);
    says[key] = value.trim();
  }
  return { name, says };
}

/**
 * By options and variables, then by the file of the repository, then by a context. A token never goes to an address that somebody else
 * chose: that of a variable goes where a variable says, and that of a context to the address that the context was made for. The file of a
 * repository may be a stranger's, so it only chooses among contexts.
 */
export async function connectionFor(said: Values, env: NodeJS.ProcessEnv, cwd: string): Promise<Connection> {
  const found: Partial<Record<Key, { value: string; from: string }>> = {};
  const take = (values: Values, from: (key: Key) => string): void => {
    for (const key of connectionKeys) if (values[key] !== undefined) found[key] ??= { value: values[key], from: from(key) };
  };
  const notes: string[] = [];
  take(said, (key) => `variable ${variableOf(key)}`);
  const isNamed = (['base-url', 'api-token', 'context'] as const).some((key) => said[key] !== undefined);
  const kosli = isNamed ? {} : kosliValues(env);
  take(kosli, (key) => `variable ${key === 'context' ? '' : kosliVariables[key]}`);
  if (kosli['base-url'] !== undefined) notes.push('KOSLI_ variables name the service and what goes with it: no EVIDENCE_ ones do');
  const { name, says } = await readRepositoryFile(cwd);
  const { 'base-url': address, ...others } = says;
  take(others, () => name);
  const [token, isJob] = [found['api-token'] !== undefined, jobOfRun(env) !== undefined];
  const isWhole = found['base-url'] !== undefined && (token || isJob);
  if (token && !isWhole) notes.push('A token goes only where it is said to go in the same way: give base-url by option or variable, too');
  if (token || isWhole) return { found, notes };
  const wish = given({ 'base-url': found['base-url']?.value, org: found.org?.value, context: found.context?.value });
  const isOfFile = wish['base-url'] === undefined && said.context === undefined && address !== undefined;
  const context = contextFor(isOfFile ? { ...wish, 'base-url': address } : wish, isOfFile ? name : undefined, env);
  if (context !== undefined) {
    take({ context: context.name }, () => 'context use');
    take({ 'base-url': context.baseUrl, 'api-token': context.token, org: context.org }, () => `context ${context.name}`);
  }
  return { found, notes };
}

/** `file`: it alone names the address. @throws {UsageError} where a context is not there or is for another address, or several would do. */
function contextFor({ 'base-url': address, context, org }: Values, file: string | undefined, env: NodeJS.ProcessEnv): Context | undefined {
  const contexts = readContexts(env);
  const isFor = ({ baseUrl }: Context): boolean => address === undefined || isSameAddress(baseUrl, address);
  if (context !== undefined) {
    const named = contextNamed(contexts, context);
    if (isFor(named)) return named;
    const fix = 'A token is sent nowhere but to the address that it was made for: leave one of the two out';
    throw new UsageError('conflicting-inputs', `The context ${context} is for ${named.baseUrl}, and ${address ?? ''} is asked for`, {
      fix,
    });
  }
  const fitting = contexts.all.filter(isFor);
  if (fitting.length === 0 && file !== undefined) {
    throw wrongUse(
      `${file} names the address ${address ?? ''}, and there is no context for it`,
      `A file of a repository cannot say where a token goes. If you know that service: compliance-evidence login --base-url ${inShell(address ?? '')} --org ORG`,
    );
  }
  const ofOrg = fitting.filter((each) => each.org === org);
  const among = ofOrg.length > 0 ? ofOrg : fitting;
  const current = among.find((each) => each.name === contexts.current);
  if (current !== undefined || among.length < 2) return current ?? among[0];
  const fix = 'Choose one: --context NAME, or compliance-evidence context use NAME';
  throw new UsageError('conflicting-inputs', `Several contexts would do: ${among.map((each) => each.name).join(', ')}`, { fix });
}

/** The file of a repository names the flow that is asked about, and narrows nothing. */
function takesFlow({ name, options }: Command, said: RawOptions): boolean {
  if (name === 'gate' || name === 'explain') return said['subject'] !== 'commit';
  if (name === 'trail list') return said['all-flows'] === undefined;
  if (name === 'attestation find') return said['commit'] === undefined;
  return options.some(({ required, use }) => use.name === 'flow' && required === true);
}

/** By the names of options: words after a name in a message, which say where its value comes from. Absent if an option gave it. */
export type Origins = Map<string, string>;

/** With what a command needs to ask its service, where options and variables do not say it. Adds where that comes from. */
export async function withConnection(command: Command, said: RawOptions, terminal: Terminal, origins: Origins): Promise<RawOptions> {
  if (!asksService(command, said)) return said;
  const { found, notes } = await connectionFor(said, process.env, process.cwd());
  for (const sentence of notes) note(sentence, terminal);
  if (found['base-url'] === undefined && needsService(command))
    note(
      'Nothing says which service is meant: `compliance-evidence login --base-url ADDRESS --org ORG` keeps one for all commands',
      terminal,
    );
  const taken = command.options.flatMap(({ use }) => {
    const key = connectionKeys.find((known) => known === use.name && (known !== 'flow' || takesFlow(command, said)));
    if (key === undefined || found[key] === undefined) return [];
    if (said[key] === undefined) origins.set(key, ` (${found[key].from})`);
    return [[key, found[key].value] as const];
  });
  return { ...said, ...Object.fromEntries(taken) };
}

/** An audit goes by GitHub's checks where neither an option nor a variable is about a service: then no file and no login names one. */
function asksService(command: Command, said: RawOptions): boolean {
  const isNamed =
    said['evidence'] === 'service' || (said['evidence'] !== 'github' && connectionKeys.some((key) => said[key] !== undefined));
  return needsService(command) || (isNamed && mayAskService(command));
}

function needsService({ options }: Command): boolean {
  return options.some(({ required, use }) => use.name === 'base-url' && required === true);
}

export function mayAskService({ options }: Command): boolean {
  return options.some(({ use }) => use.name === 'base-url');
}
