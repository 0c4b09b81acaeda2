import { describe, expect, test } from 'vitest';
import { allowedLicenses } from '../../scripts/build/licenses.ts';
import { readBundle, sourcesWith } from './bundled.ts';

const { chunks, everything } = readBundle('dist');

const times = (text: string): number => everything.split(text).length - 1;

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
    '~kind',
    'createServer(',
    'commander',
  ])
    expect([mark, times(mark)]).toEqual([mark, 0]);
  expect(everything).not.toMatch(/require\(["'`](?:pg|fastify|sqlite3?|better-sqlite3)["'`]\)/);
  expect(everything).not.toMatch(/(?:from|import\() ?["'`](?:pg|fastify|typebox|commander)["'`]/);
});

test('evaluates no text as code', () => {
  expect(everything).not.toMatch(/\beval\(["']require["']\)/);
  expect(everything).not.toMatch(/(?<![\w.$])eval\(/);
});

test('loads what one run may not need from chunks of its own', () => {
  const entry = chunks.get('index.js') ?? '';
  for (const mark of [
    '/repos/{owner}/{repo}/branches',
    'class Minimatch',
    'Invalid tar header',
    'compliance-evidence/claims',
    'Keep one of these lines',
    'Let git forget results, so',
  ]) {
    const holders = [...chunks].filter(([, text]) => text.includes(mark)).map(([name]) => name);
    expect([mark, entry.includes(mark), holders.length > 0]).toEqual([mark, false, true]);
  }
});

test('sends a request to the service without what undici has for others', () => {
  const holder = (mark: string): string | undefined => [...chunks].find(([, text]) => text.includes(mark))?.[0];
  const others = ['class MockAgent ', 'class RetryAgent ', 'class WebSocket ', 'class EventSource '].map(holder);
  expect(others).not.toContain(undefined);
  expect(others).not.toContain(holder('class ProxyAgent '));
  expect(others).not.toContain(holder('class Pool '));
});

/** Webpack makes a chunk of what two need where it is 20 kB: the writing of statements, and what that needs of `text`, are less. */
test('holds each module once, but for those of statements, which an audit has too: what two chunks need is in the entry', () => {
  const others = [...chunks.values()].filter((text) => text.length > 20_000 || !text.includes('in-toto.io/Statement/v1'));
  const within = (pattern: RegExp): readonly string[] => others.flatMap((text) => [...new Set(text.match(pattern))]);
  expect(others).toHaveLength(chunks.size - 1);
  const twice = (found: readonly string[]): readonly string[] => found.filter((one, index) => found.indexOf(one) < index);
  const modules = within(/(?<=[{,])\d+:(?=\(+(?:\w|[$,])*(?:\)=>|=>))(?!\S{0,30}\.d\(\w,\{[^}]*=>canonical(?:ize)?\b)/g);
  expect(modules.length).toBeGreaterThan(200);
  expect(twice(modules)).toEqual([]);
  // Webpack joins modules into one. A sentence that the sources have once shows where each module is.
  const sentences = within(/(?<=[`"'])[\w ,.:;()-]{50,}(?=[`"'])/g);
  expect(sentences.length).toBeGreaterThan(200);
  expect(twice(sentences).filter((text) => sourcesWith(text) < 2)).toEqual([]);
});

describe.each(['dist', 'dist/serve'])('%s', (folder) => {
  const bundle = readBundle(folder);

  test('imports nothing but what Node has', () => {
    expect(bundle.imported()).toContain('node:fs');
    expect(bundle.foreignImports()).toEqual([]);
  });

  test('tells the licence of every package that is in it, each a permissive one', () => {
    const found = bundle.foundPackages();
    expect(found.length).toBeGreaterThan(15);
    const named = new Set([...bundle.licenses.keys()].map((title) => title.replace(/ \S+$/, '')));
    expect(found.filter((name) => !named.has(name))).toEqual([]);
    for (const [name, { license, text }] of bundle.licenses) {
      expect([name, allowedLicenses.has(license)]).toEqual([name, true]);
      expect([name, /permission|licen[cs]e/i.test(text) && text.length > 200]).toEqual([name, true]);
    }
  });
});

test('tells the licences of what is compiled into jq.wasm', () => {
  const [, jq] = [...readBundle('dist/serve').licenses].find(([title]) => title.startsWith('jq-wasm ')) ?? [];
  for (const owner of ['Owen Ou', 'Stephen Dolan', 'International Business Machines', 'The NetBSD Foundation', 'K.Kosako'])
    expect([owner, jq?.text.includes(owner)]).toEqual([owner, true]);
});

test('starts and ends the service of a job without the service: that is in the process of its own', () => {
  const serve = readBundle('dist/serve').chunks;
  const holders = (mark: string): readonly string[] => [...serve].filter(([, text]) => text.includes(mark)).map(([name]) => name);
  expect(['main.js', 'post.js', 'child.js', 'rules-thread.js', 'reading-thread.js'].filter((name) => !serve.has(name))).toEqual([]);
  for (const mark of ['fastify', 'node:sqlite', 'undici.globalDispatcher', '@octokit', 'createServer(']) {
    const found = holders(mark);
    expect([mark, found.includes('main.js'), found.includes('post.js')]).toEqual([mark, false, false]);
  }
  expect(holders('node:sqlite')).not.toEqual([]);
  for (const name of ['main.js', 'post.js']) expect((serve.get(name) ?? '').length).toBeLessThan(100_000);
});
