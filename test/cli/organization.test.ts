import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runLine } from '../../src/cli/main.ts';
import { openTerminal, type Terminal } from '../../src/cli/terminal.ts';
import { listOrganizations } from '../../src/service/index.ts';
import { field, folder, world, type World } from '../service/support.ts';

let it: World;
let out: string[];
let err: string[];
let json: unknown;
let terminal: Terminal;

beforeEach(async () => {
  it = await world();
  [out, err, json] = [[], [], undefined];
  const [print, complain] = [(line: string) => void out.push(...line.split('\n')), (line: string) => void err.push(line)];
  const jsonLine = async (line: string) => print(line);
  terminal = { ...openTerminal(), columns: 300, out: print, err: complain, json: (value) => void (json = value), jsonLine };
  vi.stubEnv('XDG_CONFIG_HOME', await folder());
});
afterEach(() => vi.unstubAllEnvs());

/** Runs a command; answers its exit code and what it printed. */
async function run(...words: readonly string[]): Promise<string> {
  [out.length, err.length] = [0, 0];
  const code = await runLine(['node', 'compliance-evidence', ...words], terminal, new AbortController().signal);
  return `${code} ${out.join('\n')}`;
}

const onData = (...words: readonly string[]) => run(...words, '--data', it.dataDir);

async function ways(): Promise<readonly (readonly string[])[]> {
  const made = await onData('token', 'create-operator', '--user', 'olga', '--label', 'console');
  expect(made).toMatch(/^0 ce_\S{43}$/);
  return [
    ['--data', it.dataDir],
    ['--base-url', it.service.url, '--api-token', made.slice(2)],
  ];
}

test("organizations are made, archived and restored, on the data and by an operator's token", async () => {
  for (const [index, way] of (await ways()).entries()) {
    const name = `org-${index}`;
    const made = await run('organization', 'create', name, '--user', 'ida', ...way);
    expect(made).toMatch(/^0 ce_\S{43}$/);
    const path = `/organizations/${name}`;
    expect((await it.as(made.slice(2)).get(path)).status).toBe(200);
    expect(await run('organization', 'create', name, '--user', 'eve', ...way)).toMatch(/^(?:64|3) $/);
    expect(err.join()).toContain(`There is an organization '${name}' already.`);
    expect(await run('organization', 'archive', name, ...way)).toBe(
      `0 The organization ${name} can only be read from now on, and nobody writes to it.`,
    );
    const [kept] = (await listOrganizations(it.dataDir)).filter((each) => each.name === name);
    expect(kept?.archived_at).toBeGreaterThan(0);
    expect(await run('organization', 'restore', name, ...way)).toBe(`0 The organization ${name} takes records again.`);
    expect(await run('organization', 'archive', 'nowhere', ...way)).toMatch(/^(?:64|3) $/);
    expect(err.join()).toContain("There is no organization 'nowhere'.");
  }
});

test('organizations are listed for people and for programs', async () => {
  for (const way of await ways()) {
    const list = (...words: readonly string[]) => run('organization', 'list', ...words, ...way);
    expect(await list()).toMatch(/^0 NAME +CREATED +ARCHIVED +MEMBERS +FLOWS[^]*\nacme +just now +1 +0 /);
    await list('-o', 'json');
    expect(field(json, 'organizations.0')).toMatchObject({ name: 'acme', members: 1, flows: 0, archived_at: null });
    expect(await list('-o', 'jsonl')).toMatch(/^0 \{"name":"acme",/);
    expect(await list('-o', 'csv')).toMatch(/^0 "name","created","archived","members",.*\n"acme","\d{4}-[^,]*Z","","1","0",/);
    expect(await list('-o', 'yaml')).toMatch(/^0 organizations:\n {2}- name: "acme"/);
  }
});

test("an operator's token is listed as what it is, and the options of the data alone are wrong usage by the interface", async () => {
  const [, way = []] = await ways();
  expect(await onData('token', 'list')).toMatch(/olga +console +~operators \(reader\)/);
  for (const option of ['--init', '--new-org']) {
    const words = ['token', 'create', '--org', 'acme', '--user', 'ci', '--role', 'reader', option, ...way];
    expect(await run(...words)).toBe('64 ');
    expect(err.join()).toContain('By the interface of a service there is no --token, --init or --new-org');
  }
});
