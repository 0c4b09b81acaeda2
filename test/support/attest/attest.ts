import { createHash } from 'node:crypto';
import { appendFileSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

// Finds the subjects as actions/attest v4 does: files alone, by their name without a folder, and none at all is an error.
const { GITHUB_OUTPUT, INPUT_SUBJECT_PATH, RUNNER_TEMP = '.' } = process.env;
const patterns = (process.env['INPUT_SUBJECT-PATH'] ?? INPUT_SUBJECT_PATH ?? '').split(/[\n,]/).map((line) => line.trim());
const files = patterns
  .filter((pattern) => pattern !== '')
  .flatMap((pattern) => globSync(pattern))
  .filter((path) => statSync(path).isFile());
if (files.length === 0) {
  process.stdout.write(`::error::Could not find subject at path ${patterns.join(' ')}\n`);
  process.exit(1);
}
const subject = files.map((path) => ({
  name: basename(path),
  digest: { sha256: createHash('sha256').update(readFileSync(path)).digest('hex') },
}));
for (const { digest, name } of subject) process.stdout.write(`Subject ${name} sha256:${digest.sha256}\n`);
const bundle = join(RUNNER_TEMP, 'attestation.json');
writeFileSync(bundle, JSON.stringify({ subject }));
if (GITHUB_OUTPUT !== undefined) appendFileSync(GITHUB_OUTPUT, `bundle-path=${bundle}\n`);
