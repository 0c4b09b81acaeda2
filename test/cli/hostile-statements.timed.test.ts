import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openAuthority, issuer, workflow } from '../signing/authority.ts';
import { answer, repository, sha, written } from '../statement/build.ts';
import { draftSummary } from '../../src/statement/index.ts';
import { hostileFiles } from '../statement/hostile.ts';
import { runWords } from './run-lines.ts';

const place = mkdtempSync(join(tmpdir(), 'hostile-'));
afterAll(() => rmSync(place, { recursive: true }));
const say = (words: string) => runWords(words.split(' '), { cwd: place });

const authority = await openAuthority();
const witnesses = { log: true, stamp: true, proof: true };
const of = { identity: workflow, issuer, repository, repositoryId: '42', commit: sha };
const { statement } = written(draftSummary(answer));
await say('key create key');
writeFileSync(join(place, 'roots.jsonl'), Array.from({ length: 8 }, () => authority.root(witnesses)).join('\n'));
const about = `--commit ${sha} --repository acme/shop`;
const ways = [`--key key.pub ${about}`, `--trusted-root roots.jsonl ${about} --identity ${workflow} --issuer ${issuer}`];
// Loading is not measured.
for (const way of ways) await say(`verify --statement key.pub ${way}`);

/** In milliseconds. */
async function refused(text: string, way: string): Promise<number> {
  writeFileSync(join(place, 'hostile.json'), text);
  // The better of two: the machine may be busy with others.
  const times: number[] = [];
  for (const _ of [1, 2]) {
    const start = performance.now();
    const { code, stderr, stdout } = await say(`verify --statement hostile.json ${way}`);
    times.push(performance.now() - start);
    expect([1, 4]).toContain(code);
    expect(stdout + stderr).toMatch(/hostile\.json: |error: /);
    expect(stdout + stderr).not.toMatch(/\n\s+at |internal|JavaScript/);
    expect((stdout + stderr).length).toBeLessThan(5_000);
  }
  return Math.min(...times);
}

it.each(hostileFiles(10_000_000))('a hostile file of 10 MB is refused within a second, in both ways: %s', async (_, text) => {
  for (const way of ways) expect(await refused(text, way)).toBeLessThan(1_000);
});

const entry = (index: number) => ({
  logId: { keyId: '' },
  kindVersion: {},
  integratedTime: String(index + 1),
  inclusionPromise: {},
  inclusionProof: { checkpoint: {} },
});
const nested = (bytes: number): string => Buffer.from('3082'.repeat(bytes / 2), 'hex').toString('base64');
it.each<[string, object]>([
  ['entries of a log without anything in them', { tlogEntries: Array.from({ length: 190 }, (_, index) => entry(index)) }],
  ['more entries than are looked at', { tlogEntries: Array.from({ length: 100_000 }, (_, index) => entry(index)) }],
  ['time stamps', { timestampVerificationData: { rfc3161Timestamps: Array.from({ length: 900 }, () => ({ signedTimestamp: 'MAA=' })) } }],
  ['a certificate in itself', { certificate: { rawBytes: nested(20_000) } }],
  ['a certificate of 7 MB', { certificate: { rawBytes: nested(5_000_000) } }],
])('a bundle with %s is refused within a second', async (_, material) => {
  const bundle = await authority.certify(statement, of, witnesses, { material });
  expect(await refused(bundle, ways[1] ?? '')).toBeLessThan(1_000);
});
