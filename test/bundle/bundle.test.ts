import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
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
const bundledLines = new Set(everything.split('\n').map((line) => line.trim()));

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

/** Every installed package by its directory, nested ones too. */
function installed(folder = join(root, 'node_modules')): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory() || entry.name.startsWith('.')) return [];
    const path = join(folder, entry.name);
    if (entry.name.startsWith('@')) return installed(path);
    const nested = join(path, 'node_modules');
    return [...(existsSync(join(path, 'package.json')) ? [path] : []), ...(existsSync(nested) ? installed(nested) : [])];
  });
}

/** Long lines of a package's scripts: where many of a file's are in the bundle, the file is. */
function* longLines(folder: string): Generator<readonly string[]> {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    const inside = path.slice(folder.length);
    if (!entry.isFile() || !/\.[cm]?js$/.test(entry.name) || inside.includes('node_modules') || statSync(path).size > 500_000) continue;
    const lines = readFileSync(path, 'utf8')
      .split('\n')
      .map((line) => line.trim());
    yield lines.filter(
      (line) => line.length >= 30 && !/\b(?:import|export|require|exports|__\w+)\b/.test(line) && !/^(?:\/\/|\*|\/\*)/.test(line),
    );
  }
}

/** Packages of which at least one file is in the bundle line by line, whatever the bundler says. */
function foundInBundle(): readonly string[] {
  return installed()
    .filter((folder) => {
      for (const lines of longLines(folder)) {
        if (lines.length >= 5 && lines.filter((line) => bundledLines.has(line)).length >= lines.length * 0.9) return true;
      }
      return false;
    })
    .map((folder) => {
      const { name, version }: { name: string; version: string } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      return `${name} ${version}`;
    });
}

test('holds one copy of undici', () => {
  for (const mark of ['class ProxyAgent ', 'class ConnectTimeoutError ', 'class RetryAgent ', "Symbol.for('undici.globalDispatcher.1')"])
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
  for (const mark of ['/repos/{owner}/{repo}/branches', 'class Minimatch', 'ustar']) {
    const holders = [...chunks].filter(([, text]) => text.includes(mark)).map(([name]) => name);
    expect([mark, entry.includes(mark), holders.length > 0]).toEqual([mark, false, true]);
  }
});

test('tells the licence of every package that is in it, each a permissive one', () => {
  const found = foundInBundle();
  expect(found.length).toBeGreaterThan(20);
  expect(found.filter((name) => !licenses.has(name))).toEqual([]);
  for (const [name, { license, text }] of licenses) {
    expect([name, allowedLicenses.has(license)]).toEqual([name, true]);
    expect([name, /permission|licen[cs]e/i.test(text) && text.length > 200]).toEqual([name, true]);
  }
});
