import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readAuditFile } from '../../../src/audit/file/read-audit-file.ts';
import { valueAt } from '../../../src/text/index.ts';

const schema: unknown = JSON.parse(readFileSync(new URL('../../../docs/compliance-audit.schema.json', import.meta.url), 'utf8'));
const ajv = new Ajv({ allErrors: true, strict: false });
formats.default(ajv);
if (typeof schema !== 'object' || schema === null) throw new Error('The schema is no object');
const isOfSchema = ajv.compile(schema);

const read = (text: string): boolean => 'file' in readAuditFile(text);
const sha = 'a'.repeat(40);
const entry = (more: string): string =>
  `accepted: [{ key: "a:commit:${sha}", reason: r, owner: o, since: 2026-01-01, until: 2026-02-01, ${more} }]`;
const exclusion = (more: string): string => `exclusions: [{ reason: r, owner: o, ${more} }]`;

const good = [
  '{}',
  'version: 1',
  'flows: { unit: }',
  'flows: { unit: {}, a.b~c_d-1: { paths: [src/**, "!src/docs/**"], branches: [main, release/*], from: 2026-01-31, head-is-enough: true, approvals: [production] } }',
  'people: [{ account: 583231, emails: [a@b.c, "49699333+dependabot[bot]@users.noreply.github.com"] }]',
  'bots: [{ account: 49699333, paths: [package.json, "**/package-lock.json"] }]',
  'emergency: { label: hot fix, days: 3 }',
  'production: [prod-*, live]',
  'controls: [ci/**]',
  'ticket: { patterns: ["SHOP-\\\\d+"] }',
  'ticket: { patterns: ["[A-Z]{2,5}-\\\\d+", "https://acme\\\\.example/\\\\d{3}"], in: [branch, title, body, commits, jira], from: 2026-01-31 }',
  'ticket: { patterns: [A], except: [{ accounts: [1], paths: [a], branches: [main], labels: [x], reason: r }] }',
  'frameworks: { SOC 2: { CC8.1: { name: n, owner: o, demand: d, rules: [pushed-directly], evidence: [unit tests] } } }',
  exclusion(`commits: ["${sha}"]`),
  exclusion('pull-requests: [12, 13]'),
  exclusion('paths: [docs, "**/*.md"]'),
  entry(''),
];

const bad = [
  '',
  '[]',
  'text',
  'version: 2',
  'version: "1"',
  'flow: {}',
  'flows:',
  'flows: {}',
  'flows: []',
  'flows: { "a b": }',
  'flows: { -a: }',
  'flows: { unit: [] }',
  'flows: { unit: x }',
  'flows: { unit: { path: [a] } }',
  'flows: { unit: { paths: } }',
  'flows: { unit: { paths: [] } }',
  'flows: { unit: { paths: a } }',
  'flows: { unit: { paths: [""] } }',
  'flows: { unit: { paths: [" a"] } }',
  'flows: { unit: { paths: [/a] } }',
  'flows: { unit: { paths: ["!a"] } }',
  'flows: { unit: { paths: [a, "!"] } }',
  'flows: { unit: { paths: [a, "!/b"] } }',
  `flows: { unit: { paths: [${'a'.repeat(257)}] } }`,
  'flows: { unit: { paths: [1] } }',
  'flows: { unit: { branches: [] } }',
  'flows: { unit: { from: 2026-02-30 } }',
  'flows: { unit: { from: 2026-1-1 } }',
  'flows: { unit: { from: 2026-01-01T00:00:00Z } }',
  'flows: { unit: { from: 20260101 } }',
  'flows: { unit: { head-is-enough: yes } }',
  'flows: { unit: { approvals: [] } }',
  'flows: { unit: { approvals: [" "] } }',
  'people: []',
  'people: { 1: [a@b.c] }',
  'people: [{ account: 1 }]',
  'people: [{ emails: [a@b.c] }]',
  'people: [{ account: "1", emails: [a@b.c] }]',
  'people: [{ account: 0, emails: [a@b.c] }]',
  'people: [{ account: 1.5, emails: [a@b.c] }]',
  'people: [{ account: 9007199254740993, emails: [a@b.c] }]',
  'people: [{ account: octocat, emails: [a@b.c] }]',
  'people: [{ account: 1, emails: [] }]',
  'people: [{ account: 1, emails: [nobody] }]',
  'people: [{ account: 1, emails: [a@b.c], login: octocat }]',
  'bots: [{ account: 1 }]',
  'bots: [{ account: 1, paths: [] }]',
  'emergency: {}',
  'emergency: { label: x }',
  'emergency: { label: x, days: 0 }',
  'emergency: { label: x, days: 91 }',
  'emergency: { label: "", days: 1 }',
  'production: production',
  'controls: []',
  'ticket:',
  'ticket: {}',
  'ticket: { patterns: [] }',
  'ticket: { patterns: ["(a+)+"] }',
  'ticket: { patterns: [".*"] }',
  `ticket: { patterns: [${'a'.repeat(257)}] }`,
  `ticket: { patterns: [${Array.from({ length: 21 }, (_, index) => `a${index}`).join()}] }`,
  'ticket: { patterns: [A], in: [] }',
  'ticket: { patterns: [A], in: [comments] }',
  'ticket: { patterns: [A], except: [{ reason: r }] }',
  'ticket: { patterns: [A], except: [{ paths: [a] }] }',
  'frameworks: {}',
  'frameworks: { SOC 2: {} }',
  'frameworks: { "<b>": { CC8.1: { name: n, owner: o, rules: [a] } } }',
  'frameworks: { SOC 2: { "=1": { name: n, owner: o, rules: [a] } } }',
  'frameworks: { SOC 2: { CC8.1: { name: n, rules: [a] } } }',
  'frameworks: { SOC 2: { CC8.1: { name: n, owner: o } } }',
  'frameworks: { SOC 2: { CC8.1: { name: n, owner: o, rules: [A] } } }',
  'exclusions: []',
  'exclusions: [{ reason: r, owner: o }]',
  'exclusions: [{ commits: ["a"], reason: r, owner: o }]',
  `exclusions: [{ commits: ["${sha}"], owner: o }]`,
  `exclusions: [{ commits: ["${sha}"], reason: r }]`,
  `exclusions: [{ commits: ["${sha}"], reason: "  ", owner: o }]`,
  exclusion(`commits: ["${sha.toUpperCase()}"]`),
  exclusion('commits: []'),
  exclusion('pull-requests: ["12"]'),
  exclusion('pull-requests: [0]'),
  exclusion('paths: []'),
  exclusion('paths: [a], until: 2026-01-01'),
  entry('forever: true'),
  ...['key', 'reason', 'owner', 'since', 'until'].map((key) => entry('').replace(new RegExp(`${key}: [^,]*, `), '')),
  entry('').replace('a:commit:', 'A:'),
  entry('').replace('2026-02-01', '2026-02-31'),
  entry('').replace('until: 2026-02-01', 'until: soon'),
];

/** Faults that a schema cannot express: they depend on more than one value, or on the syntax of patterns. */
const onlyTheReader = [
  'ticket: { patterns: ["\\\\d+-\\\\d+-\\\\d+"] }',
  'ticket: { patterns: ["[z-a]"] }',
  'ticket: { patterns: ["A?"] }',
  'a: &a [*a]',
  'flows: { unit: , unit: }',
  'flows: { unit: { paths: [!src/** ] } }',
  'flows: { unit: { paths: ["[a"] } }',
  'flows: { unit: { paths: ["{a"] } }',
  'flows: { unit: { paths: ["**.js"] } }',
  'flows: { unit: { paths: [a/../b] } }',
  'flows: { unit: { paths: ["./a"] } }',
  'people: [{ account: 1, emails: [a@b.c] }, { account: 2, emails: [A@b.c] }]',
  entry('').replace('2026-02-01', '2026-01-01'),
  `${entry('').slice(0, -1)}, ${entry('').slice(entry('').indexOf('{'))}`,
];

describe('the published schema', () => {
  it.each(good)('allows what the reader reads: %s', (text) => {
    expect({ schema: isOfSchema(parse(text)), reader: read(text) }).toEqual({ schema: true, reader: true });
  });

  it.each(bad)('refuses what the reader refuses: %s', (text) => {
    expect({ schema: isOfSchema(parse(text)), reader: read(text) }).toEqual({ schema: false, reader: false });
  });

  it.each(onlyTheReader)('leaves to the reader what it cannot say: %s', (text) => {
    expect(read(text)).toBe(false);
  });

  it('knows the keys that the reader knows', () => {
    const fault = readAuditFile('zzz: 1');
    const known = Object.keys(Object(valueAt(schema, 'properties')));
    expect('fault' in fault && known.filter((key) => !fault.fault.includes(key))).toEqual([]);
  });
});
