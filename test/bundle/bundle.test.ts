import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { allowedLicenses } from '../scripts/licenses.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const dist = join(root, 'dist');
const chunks = new Map(
  readdirSync(dist)
    .filter((name) => name.endsWith('.js'))
    .map((name) => [name, readFileSync(join(dist, name), 'utf8')]),
);
const everything = [...chunks.values()].join('\n');

const times = (text: string): number => everything.split(text).length - 1;

/** Name and version of each package in `licenses.txt`, with its licence and what stands below. */
const licenses = new Map(
  readFileSync(join(dist, 'licenses.txt'), 'utf8')
    .split(/^(?=(?:@[\w.-]+\/)?[\w.-]+ \d+\.\d+\.\d+\n[\w.-]+\n\n)/m)
    .map((entry) => {
      const [title = '', license = '', ...text] = entry.split('\n');
      return [title, { license, text: text.join('\n').trim() }];
    }),
);

interface Package {
  readonly name: string;
  /** The rarer words of each of its scripts. */
  readonly files: readonly ReadonlySet<string>[];
}

/** Names and words of some length: they stay what they are however the bundle is printed. Comments do not count. */
function wordsOf(script: string): ReadonlySet<string> {
  const code = script.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  return new Set(code.match(/[A-Za-z_$][\w$]{9,}/g) ?? []);
}

/** What `dependencies` install, and what that needs in turn. */
function installed(): readonly Package[] {
  const found = new Map<string, Package>();
  const visit = (name: string): void => {
    const folder = join(root, 'node_modules', name);
    if (found.has(name) || !existsSync(join(folder, 'package.json'))) return;
    const scripts = readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && /\.[cm]?js$/.test(entry.name) && !entry.parentPath.slice(folder.length).includes('node_modules'))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
    found.set(name, { name, files: scripts.filter((script) => script.length < 500_000).map(wordsOf) });
    for (const needed of dependenciesOf(folder)) visit(needed);
  };
  for (const name of dependenciesOf(root)) visit(name);
  return [...found.values()];
}

function dependenciesOf(folder: string): readonly string[] {
  const { dependencies = {} }: { dependencies?: Record<string, string> } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return Object.keys(dependencies);
}

/** Packages of which at least one file is in the bundle by its words, whatever the bundler says. */
function foundInBundle(): readonly string[] {
  const packages = installed();
  const holders = new Map<string, Set<string>>();
  for (const { name, files } of packages)
    for (const word of files.flatMap((words) => [...words])) holders.set(word, (holders.get(word) ?? new Set()).add(name));
  const bundled = wordsOf(everything);
  const isBundled = (words: ReadonlySet<string>): boolean => {
    const own = [...words].filter((word) => holders.get(word)?.size === 1);
    return own.length >= 4 && own.filter((word) => bundled.has(word)).length >= own.length * 0.9;
  };
  return packages.filter(({ files }) => files.some(isBundled)).map(({ name }) => name);
}

test('holds one copy of undici', () => {
  for (const mark of ['class ProxyAgent ', 'class ConnectTimeoutError ', 'class RetryAgent ', 'undici.globalDispatcher.1'])
    expect([mark, times(mark)]).toEqual([mark, 1]);
});

test('holds no server, no database, no schema library and no command line', () => {
  for (const mark of [
    'fastify',
    'node:sqlite',
    'DatabaseSync',
    'node-postgres',
    'pg-pool',
    'typebox',
    "Symbol.for('TypeBox",
    'createServer(',
    'commander',
  ])
    expect([mark, times(mark)]).toEqual([mark, 0]);
  expect(everything).not.toMatch(/require\(["'](?:pg|fastify|sqlite3?|better-sqlite3)["']\)/);
  expect(everything).not.toMatch(/(?:from|import\() ?["'](?:pg|fastify|typebox|commander)["']/);
});

test('imports nothing but what Node has', () => {
  const imported = [
    ...everything.matchAll(/^(?:import|export) .*?\bfrom ["']([^"']+)["']|_createRequire\(import\.meta\.url\)\(["']([^"']+)["']/gm),
  ].map(([, one, other]) => one ?? other ?? '');
  const builtIn = new Set(process.getBuiltinModule('module').builtinModules);
  const foreign = imported.filter((name) => !builtIn.has(name.replace(/^node:/, '')) && !/^\.\/?/.test(name));
  expect(imported.length).toBeGreaterThan(10);
  expect([...new Set(foreign)]).toEqual([]);
});

test('evaluates no text as code', () => {
  expect(everything).not.toMatch(/\beval\(["']require["']\)/);
  expect(everything).not.toMatch(/(?<![\w.$])eval\(/);
});

test('loads what one run may not need from chunks of its own', () => {
  const entry = chunks.get('index.js') ?? '';
  for (const mark of ['/repos/{owner}/{repo}/branches', 'class Minimatch', 'Invalid tar header']) {
    const holders = [...chunks].filter(([, text]) => text.includes(mark)).map(([name]) => name);
    expect([mark, entry.includes(mark), holders.length > 0]).toEqual([mark, false, true]);
  }
});

test('holds each module once: what two chunks need is in the entry', () => {
  const modules = [...chunks.values()].flatMap((text) => [
    ...[...text.matchAll(/^\/\*{3}\/ (\d+):$/gm)].map(([, id]) => id),
    ...[...text.matchAll(/^;\/\/ CONCATENATED MODULE: (\.\/.*)$/gm)].map(([, path]) => path),
  ]);
  expect(modules.length).toBeGreaterThan(200);
  expect(modules.filter((module, index) => modules.indexOf(module) < index)).toEqual([]);
});

test('tells the licence of every package that is in it, each a permissive one', () => {
  const found = foundInBundle();
  expect(found.length).toBeGreaterThan(15);
  const named = new Set([...licenses.keys()].map((title) => title.replace(/ \S+$/, '')));
  expect(found.filter((name) => !named.has(name))).toEqual([]);
  for (const [name, { license, text }] of licenses) {
    expect([name, allowedLicenses.has(license)]).toEqual([name, true]);
    expect([name, /permission|licen[cs]e/i.test(text) && text.length > 200]).toEqual([name, true]);
  }
});
