import { createHash } from 'node:crypto';
import { appendFileSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const { GITHUB_OUTPUT, RUNNER_TEMP = '.' } = process.env;
const input = (name: string): string => process.env[`INPUT_${name}`] ?? process.env[`INPUT_${name.replaceAll('-', '_')}`] ?? '';

// Finds the subjects as actions/attest v4 does: lines of checksums, or files alone, by their name without a folder; none at all is an error.
const listed = input('SUBJECT-CHECKSUMS')
  .split('\n')
  .flatMap((line) => (/^[0-9a-f]{64} [ *]\S/.test(line) ? { name: line.slice(66), digest: { sha256: line.slice(0, 64) } } : []));
const patterns = input('SUBJECT-PATH')
  .split(/[\n,]/)
  .map((line) => line.trim());
const files = patterns
  .filter((pattern) => pattern !== '')
  .flatMap((pattern) => globSync(pattern))
  .filter((path) => statSync(path).isFile());
if (files.length === 0 && listed.length === 0) {
  process.stdout.write(`::error::Could not find subject at path ${patterns.join(' ')}\n`);
  process.exit(1);
}
const found = files.map((path) => ({
  name: basename(path),
  digest: { sha256: createHash('sha256').update(readFileSync(path)).digest('hex') },
}));
const subject = [...listed, ...found];
for (const { digest, name } of subject) process.stdout.write(`Subject ${name} sha256:${digest.sha256}\n`);
const predicate = input('PREDICATE-PATH');
if (predicate !== '') process.stdout.write(`Predicate ${input('PREDICATE-TYPE')} ${readFileSync(predicate, 'utf8')}\n`);
const bundle = join(RUNNER_TEMP, 'attestation.json');
writeFileSync(bundle, JSON.stringify({ subject }));
if (GITHUB_OUTPUT !== undefined) appendFileSync(GITHUB_OUTPUT, `bundle-path=${bundle}\n`);
