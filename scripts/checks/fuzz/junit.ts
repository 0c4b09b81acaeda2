/**
 * Throws documents at the JUnit reader: `npm run fuzz:junit -- [--cases N] [--seed N]`, by default 1,000,000 from seed 1.
 * A case that breaks a promise is written to test/fixtures/junit/fuzz/, whose files the suite reads ever after.
 */
import { hash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkPromises } from '../../../test/junit/promises.ts';

const { values } = parseArgs({ options: { cases: { type: 'string', default: '1000000' }, seed: { type: 'string', default: '1' } } });
const cases = Number(values.cases);
const fixtures = join(import.meta.dirname, '../../../test/fixtures/junit/');

/** Mulberry32: small, fast, and the same everywhere. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const random = randomFrom(Number(values.seed));
const below = (limit: number): number => Math.floor(random() * limit);

function pick<Item>(items: readonly Item[], otherwise: Item): Item {
  return items[below(items.length)] ?? otherwise;
}

const scraps = [
  '<testsuites>', '</testsuites>', '<testsuite name="s" tests="2" failures="1">', '<testsuite>', '</testsuite>', '<testsuite/>', '<testcase name="a" time="1">',
  '<testcase/>', '</testcase>', '<testcase status="failed"/>', '<failure message="m">', '</failure>', '<failure/>', '<error/>', '<error>', '</error>', '<skipped/>',
  '<skipped type="todo"/>', '<flakyFailure/>', '<rerunFailure/>', '<system-out>', '</system-out>', '<properties>', '</properties>', '<wrap>', '</wrap>', '<n:testcase>', '</n:testcase>',
  '<![CDATA[', ']]>', ']]', '<!--', '-->', '--', '<?xml version="1.0"?>', '<?pi', '?>', '<!DOCTYPE a [', ']>', '<!ENTITY a "b">', '<!', '<', '>', '/', '/>', '"', "'", '=', '&', '&amp;',
  '&#27;', '&#xD800;', '&#99999999999;', '&lt;', '\u001B[31m', '\u0000', '\uFEFF', '\uFFFE', '\uD83D\uDE00', 'é', ' ', '\n', '\r\n', '\t', 'text', ' name=', ' time="1,5"', ' a="<"', ' a="</testcase>"',
  ' timestamp="2026-01-02T03:04:05Z"', 'x'.repeat(300), 'é'.repeat(200),
]; // prettier-ignore

const corpus = ['rules', 'fuzz', '.'].flatMap((folder) =>
  readdirSync(join(fixtures, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(fixtures, folder, entry.name))),
);

function soup(): Buffer {
  return Buffer.from(Array.from({ length: 1 + below(30) }, () => pick(scraps, '')).join(''));
}

function mutant(): Buffer {
  let bytes = pick(corpus, Buffer.alloc(0)).subarray(0, 4000);
  for (let left = 1 + below(4); left > 0; left -= 1) {
    const at = below(bytes.length + 1);
    const to = Math.min(bytes.length, at + below(60));
    const other = pick(corpus, Buffer.alloc(0));
    const start = below(other.length + 1);
    const inserted = [
      Buffer.from(pick(scraps, '')),
      Buffer.from([below(256)]),
      other.subarray(start, start + below(200)),
      bytes.subarray(at, to),
      Buffer.alloc(0),
    ];
    const removed = random() < 0.5 ? to : at;
    bytes = Buffer.concat([bytes.subarray(0, at), pick(inserted, Buffer.alloc(0)), bytes.subarray(removed)]);
    if (random() < 0.1) bytes = bytes.subarray(0, below(bytes.length + 1));
  }
  return bytes;
}

const tags = [
  'testsuites',
  'testsuite',
  'testsuite',
  'testcase',
  'testcase',
  'testcase',
  'failure',
  'error',
  'skipped',
  'ignored',
  'flakyFailure',
  'rerunError',
  'system-out',
  'properties',
  'wrap',
];
const words = [
  '1',
  '2',
  '0',
  '0',
  '0',
  'a',
  'failed',
  'disabled',
  'error',
  'aborted',
  'false',
  'todo',
  '1.5',
  '1e0',
  '1,234',
  '-1',
  'NaN',
  '&lt;',
  '',
];
const keys = ['name', 'tests', 'failures', 'errors', 'skipped', 'time', 'status', 'result', 'success', 'type', 'disabled'];

/** A balanced tree of known elements in no sensible order. */
function tree(depth: number): string {
  const tag = pick(tags, 'testcase');
  const own = keys.filter(() => random() < 0.2).map((key) => ` ${key}="${pick(words, '')}"`);
  if (depth === 0 || random() < 0.2) return `<${tag}${own.join('')}/>`;
  const inside = Array.from({ length: below(4) }, () => tree(depth - 1));
  return `<${tag}${own.join('')}>${inside.join(pick(['', '\n', '<!-- > -->', '<![CDATA[<a>]]>'], ''))}</${tag}>`;
}

const kinds = new Map<string, number>();
const started = performance.now();
for (let index = 1; index <= cases; index += 1) {
  const choice = random();
  const bytes = choice < 0.3 ? soup() : choice < 0.7 ? mutant() : Buffer.from(tree(6));
  try {
    const kind = await checkPromises(bytes, 1 + below(64), choice >= 0.7 ? index % 4 === 0 : index % 25 === 0);
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  } catch (error) {
    const name = `${hash('sha256', bytes).slice(0, 16)}.bin`;
    mkdirSync(join(fixtures, 'fuzz'), { recursive: true });
    writeFileSync(join(fixtures, 'fuzz', name), bytes);
    process.stderr.write(`case ${index} broke a promise; written to test/fixtures/junit/fuzz/${name}\n`);
    throw error;
  }
  if (index % 100_000 === 0) process.stdout.write(`${index.toLocaleString('en-US')} cases\n`);
}
const seconds = ((performance.now() - started) / 1000).toFixed(1);
process.stdout.write(
  `${cases.toLocaleString('en-US')} cases from seed ${values.seed} in ${seconds} s: ${JSON.stringify(Object.fromEntries(kinds))}\n`,
);
