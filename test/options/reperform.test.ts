import { expect, test } from 'vitest';
import { UsageError } from '../../src/errors/index.ts';
import { auditOptions, openReader, uses, type RawOptions, type ReperformSettings } from '../../src/options/index.ts';
import { readReperform } from '../../src/options/read-audits.ts';

const given = { 'base-url': 'https://evidence.example', 'api-token': 'a-token', org: 'acme', reperform: 'audit.tgz' };

function read(raw: RawOptions): ReperformSettings {
  const reader = openReader(uses(auditOptions), { raw, naming: (name) => `--${name}` });
  return readReperform(reader);
}

function complaints(raw: RawOptions): readonly string[] {
  try {
    read(raw);
  } catch (error) {
    if (error instanceof UsageError) return error.parts.length === 0 ? [error.message] : error.parts.map(({ message }) => message);
    throw error;
  }
  return [];
}

test('a package is performed again with the tokens, the heads and the file of the auditor', () => {
  expect(read({ ...given, 'github-token': 'ghs_x', witness: 'heads.txt', 'keep-collected': 'new.ndjson' })).toMatchObject({
    kind: 'reperform',
    package: 'audit.tgz',
    githubToken: 'ghs_x',
    witness: { kind: 'file', path: 'heads.txt' },
    keepCollected: 'new.ndjson',
  });
});

const others = auditOptions.map(({ name }) => name).filter((name) => !Object.hasOwn(given, name));
const allowed = new Set(['timeout', 'oidc-audience', 'allow-insecure-http', 'github-token', 'witness', 'keep-collected']);

test.each(others.filter((name) => !allowed.has(name)))('the option %s is refused with it by name', (name) => {
  const option = auditOptions.find((one) => one.name === name);
  const value = option?.kind === 'boolean' ? 'true' : option?.kind === 'choice' ? (option.choices.at(-1) ?? '') : 'x';
  const other = 'default' in (option ?? {}) && option !== undefined && 'default' in option && option.default === value ? 'x' : value;
  expect(complaints({ ...given, [name]: other })).toEqual([
    `--${name} does nothing with reperform: the package says what is asked, and no report is written`,
  ]);
});

test('defaults are no options that were given', () => {
  expect(complaints(given)).toEqual([]);
});
