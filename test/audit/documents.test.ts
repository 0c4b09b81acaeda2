import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { lineChecks, type Line } from '../../src/audit/facts/line.ts';
import { partText, readPart, repositoriesOf } from '../../src/audit/organization/part.ts';
import { planText, readPlan, sealed } from '../../src/audit/organization/plan.ts';
import { manifestText, readManifest } from '../../src/audit/package/manifest.ts';
import { readPrevious } from '../../src/audit/previous/read-previous.ts';
import { json } from '../../src/audit/reports/json.ts';
import { readAuditReport } from '../../src/audit/series/read-report.ts';
import { root } from '../support/sources.ts';
import { audited, finding as foundIn, planOf, tested } from './organization/plans.ts';
import { opened } from './recompute/packed-story.ts';
import { textOf } from './reports/hostile.ts';
import { finding, sample, world } from './reports/sample.ts';

/*
 * Every field of what an audit reads is another thing, or is not there: how it is read then is compared with a file of
 * test/fixtures/audit/documents. `-u` writes it: look at what changed.
 */

const others: readonly (readonly [name: string, value: unknown])[] = [
  ['null', null],
  ['number', 7.5],
  ['whole', 7],
  ['text', 'x'],
  ['empty', ''],
  ['moment', '2026-11-15T06:00:00Z'],
  ['flag', true],
  ['list', ['x']],
  ['object', { x: 'x' }],
];

/** Each value with one part of it changed: the first two items of a list stand for all. */
function* changesOf(value: unknown, path = ''): Generator<readonly [path: string, how: string, changed: unknown]> {
  if (path !== '') for (const [how, other] of others) if (JSON.stringify(other) !== JSON.stringify(value)) yield [path, how, other];
  if (Array.isArray(value)) {
    for (const [at, part] of value.slice(0, 2).entries())
      for (const [name, how, changed] of changesOf(part, `${path}[]`)) yield [name, how, value.with(at, changed)];
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value)) {
      const name = `${path}.${/^(?:[0-9a-f]{40}|.*[/:].*|\d+)$/.test(key) ? 'KEY' : key}`;
      yield [name, 'gone', Object.fromEntries(Object.entries(value).filter(([other]) => other !== key))];
      for (const [changed, how, other] of changesOf(part, name)) yield [changed, how, { ...value, [key]: other }];
    }
  }
}

/** @param read gives what is wrong */
function tell(values: readonly unknown[], read: (value: unknown) => unknown): string {
  const told = new Map<string, Map<string, Set<string>>>();
  for (const value of values) {
    for (const [path, how, changed] of changesOf(value)) {
      const said = String(outcomeOf(() => read(changed))).replaceAll(/[0-9a-f]{40,64}/g, 'HASH');
      const own = told.get(path) ?? new Map<string, Set<string>>();
      told.set(path, own.set(said, (own.get(said) ?? new Set()).add(how)));
    }
  }
  return Array.from(
    told,
    ([path, own]) => `${path}\n${Array.from(own, ([said, hows]) => `  ${[...hows].join(', ')}: ${said}\n`).join('')}`,
  ).join('');
}

function outcomeOf(read: () => unknown): unknown {
  try {
    return read() ?? 'read';
  } catch (error) {
    return error;
  }
}

const digest = 'ab'.repeat(32);
const isRead = (): undefined => undefined;

async function factsOf(): Promise<readonly Line[]> {
  const { contents } = await opened(brotliDecompressSync(readFileSync(join(root, 'test/fixtures/audit/package.tar.br'))));
  const rare = readFileSync(join(root, 'test/fixtures/audit/rare.ndjson'), 'utf8');
  const texts = [...(contents.get('collected.ndjson')?.toString() ?? '').trim().split('\n'), ...rare.trim().split('\n')];
  return texts.map((text): Line => JSON.parse(text));
}

const organization = planOf([1, 2], { exclusions: 'ab'.repeat(32) });
const { digest: _, ...content } = organization;
const lacking = { rule: 'tag-moved', result: 'not tested', tested: 0, found: 0, why: 'it was refused', lack: 'answer' } as const;
const result = audited(1, {
  findings: [{ ...foundIn('low'), accepted: { reason: 'r', owner: 'o', until: '2027-01-01' } }],
  rules: [tested, lacking],
  previous: { until: '2026-11-01T00:00:00Z', complete: true },
  holes: [{ what: 'w', why: 'y', fix: 'f' }],
});
const shard = organization.shards.findIndex((ids) => ids.includes(1));
const part = partText(
  organization,
  shard,
  (repositoriesOf(organization, shard) ?? []).map(({ id }) => (id === 1 ? result : audited(id))),
);

const documents: Readonly<Record<string, () => Promise<string>>> = {
  facts: async () => {
    const kinds = Map.groupBy(await factsOf(), ({ kind }) => kind);
    return [...kinds].map(([kind, lines]) => `${kind}:\n${tell(lines.slice(0, 5), (value) => lineChecks[kind](value))}`).join('');
  },
  part: async () => tell([JSON.parse(part)], (value) => (readPart(JSON.stringify(value), 'part.json', organization), isRead())),
  plan: async () => tell([content], (value) => (readPlan(planText(sealed(Object(value))), 'plan.json'), isRead())),
  manifest: async () => {
    const { manifest } = await opened(brotliDecompressSync(readFileSync(join(root, 'test/fixtures/audit/package.tar.br'))));
    return tell([manifest], (value) => {
      const read = readManifest(manifestText(Object(value)));
      return typeof read === 'string' ? read : undefined;
    });
  },
  report: async () => {
    const report: unknown = JSON.parse(await textOf(json(sample({ findings: [finding()], world }))));
    return tell([Object.assign(Object(report), { changes: [] })], (value) => {
      const text = JSON.stringify(value);
      return [outcomeOf(() => void readPrevious(text, digest)), outcomeOf(() => void readAuditReport(text, digest))].join(' | ');
    });
  },
};

test.each(Object.entries(documents))('%s', async (name, told) => {
  await expect(await told()).toMatchFileSnapshot(join(root, `test/fixtures/audit/documents/${name}.txt`));
});
