import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { draftSummary, statementType, subjectsOf } from '../../src/statement/index.ts';
import { issuer, openAuthority, workflow } from '../signing/authority.ts';
import { answer, commit, repository, sha, written } from '../statement/build.ts';
import { runWords } from './run-lines.ts';

const place = mkdtempSync(join(tmpdir(), 'attested-'));
afterAll(() => rmSync(place, { recursive: true }));

it('what actions/attest makes of our outputs is verified by the bytes of the commit, and the answer says so where its SHA-1 is asked', async () => {
  const [raw, witnesses] = ['tree and parents', { log: true, stamp: true, proof: true }];
  const objectSha256 = createHash('sha256').update(raw).digest('hex');
  const { checksums, predicate, predicateType } = written(draftSummary(answer), subjectsOf({ ...commit, objectSha256 }, []));
  const [sha256, name] = checksums.trim().split('  ');
  const made = { _type: statementType, subject: [{ name, digest: { sha256 } }], predicateType, predicate: JSON.parse(predicate) };
  const authority = await openAuthority();
  const of = { identity: workflow, issuer, repository, repositoryId: '42', commit: sha };
  const files = {
    root: authority.root(witnesses),
    bundle: await authority.certify(JSON.stringify(made), of, witnesses),
    raw,
    other: 'another',
    empty: '',
  };
  for (const [file, text] of Object.entries(files)) writeFileSync(join(place, file), text);
  const signed = ['--trusted-root', 'root', '--repository', 'acme/shop', '--identity', workflow, '--issuer', issuer];
  const verify = (...about: readonly string[]) => runWords(['verify', '--statement', 'bundle', ...signed, ...about], { cwd: place });
  expect(await verify('--subject-file', 'raw', '--source-digest', sha)).toMatchObject({ code: 0 });
  expect(await verify('--subject-file', 'other', '--source-digest', sha)).toMatchObject({ code: 1 });
  mkdirSync(join(place, 'nothing'));
  for (const name of ['empty', 'nothing'])
    expect(await verify('--subject-file', name, '--source-digest', sha)).toMatchObject({
      code: 64,
      stderr: expect.stringContaining(`${name} is empty: every empty one has the same fingerprint`),
    });
  expect(await verify('--commit', sha)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining(`names no commit: compare the file that git cat-file commit ${sha} writes`),
  });
});

it('the provenance that GitHub signed itself is no statement of ours, whoever is demanded', async () => {
  const kept = (name: string): string => join(import.meta.dirname, '../fixtures/sigstore', name);
  const by = 'https://github.com/actions/attest-build-provenance';
  const signed = ['--trusted-root', kept('github-and-public.jsonl'), '--repository', by, '--issuer', issuer];
  const about = [
    '--commit',
    'ba965ac88abfc6fa49344893ed19e5bf479a07d6',
    '--identity',
    `${by}/.github/workflows/prober.yml@refs/heads/main`,
  ];
  expect(await runWords(['verify', '--statement', kept('github-private.sigstore.json'), ...signed, ...about])).toMatchObject({
    code: 4,
    stderr: expect.stringContaining('.predicateType is none of https://in-toto.io/attestation/test-result/v0.1'),
  });
});
