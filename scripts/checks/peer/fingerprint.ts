/**
 * Holds our fingerprints against those of the vendor's own client: of the trees of the tests, and of random ones with random
 * patterns to ignore. Trees that the client cannot fingerprint (it reads some names as broken patterns) are counted apart.
 *
 *     node scripts/checks/peer/fingerprint.ts [number of random trees] [folder to install the client into]
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as fc from 'fast-check';
import { fingerprintOf, ignoreFile } from '../../../src/files/index.ts';
import { trees, withTree, type Entries } from '../../../test/files/trees.ts';
import { installVendorClient } from '../vendor/client.ts';

const [, , number = '40', given] = process.argv;
const folder = given ?? (await mkdtemp(join(tmpdir(), 'peer-fingerprint-')));
const counts = { same: 0, refused: 0, different: 0 };
try {
  const client = await installVendorClient(folder);
  for (const tree of [...trees, ...fc.sample(randomTree(), Number(number)).map((entries) => ({ entries }))]) await compare(client, tree);
} finally {
  if (given === undefined) await rm(folder, { recursive: true, force: true });
}
process.stdout.write(
  `${counts.same} fingerprints are those of the vendor's client; ${counts.refused} it could not take; ${counts.different} differ\n`,
);
process.exitCode = counts.different === 0 && counts.same > trees.length ? 0 : 1;

async function compare(client: string, { entries, sha256 }: { readonly entries: Entries; readonly sha256?: string }): Promise<void> {
  await withTree(entries, async (directory) => {
    const args = ['fingerprint', directory, '--artifact-type', 'dir'];
    const theirs = await promisify(execFile)(client, args, { env: { HOME: directory, PATH: process.env['PATH'] } }).then(
      ({ stdout }) => stdout.trim(),
      () => undefined,
    );
    if (theirs === undefined) return void (counts.refused += 1);
    const ours = await fingerprintOf(directory).then(
      (found) => found.sha256,
      (error: unknown) => String(error),
    );
    if (ours === theirs && (sha256 ?? ours) === ours) return void (counts.same += 1);
    counts.different += 1;
    process.stdout.write(`DIFFERS ${JSON.stringify(entries)}: ${theirs} / ${ours} / ${sha256 ?? ''}\n`);
  });
}

function randomTree(): fc.Arbitrary<Entries> {
  const name = fc.constantFrom(
    'a',
    'b',
    'logs',
    'x.log',
    'y.log',
    'a b',
    'é',
    'e\u0301',
    '日本',
    '-x',
    '.h',
    'A',
    'a.',
    'a-',
    'a0',
    '[id]',
    'a*',
    '#h',
  );
  const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
  const part = fc.constantFrom(
    'a',
    'b',
    'logs',
    '*.log',
    '*',
    '?',
    '[a-z]',
    '[^a]',
    '**',
    '**',
    'a*',
    '\\a',
    '.',
    'é',
    'a b',
    '[!a]',
    '{a,b}',
    '\\[id\\]',
  );
  const pattern = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
  const line = fc.oneof(
    pattern,
    pattern.map((text) => `/${text}`),
    pattern.map((text) => `  ${text}/  # remark`),
    fc.constant('# remark'),
  );
  const entry = fc.oneof(fc.string({ maxLength: 5 }), fc.constant({ directory: true } as const));
  return fc.tuple(fc.array(fc.tuple(path, entry), { maxLength: 12 }), fc.array(line, { maxLength: 3 })).map(([found, lines]) => {
    const entries: Record<string, Entries[string]> = {};
    for (const [at, what] of found) {
      if (Object.keys(entries).every((other) => other !== at && !other.startsWith(`${at}/`) && !at.startsWith(`${other}/`)))
        entries[at] = what;
    }
    return lines.length === 0 ? entries : { ...entries, [ignoreFile]: `${lines.join('\n')}\n` };
  });
}
