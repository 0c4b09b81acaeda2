import { createHash, createPublicKey } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { draftSummary } from '../../src/statement/index.ts';
import { issuer, openAuthority, workflow } from '../signing/authority.ts';
import { answer, repository, sha, written } from '../statement/build.ts';
import { runWords } from './run-lines.ts';

/* A `keyid` in an envelope and a `hint` in a bundle are signed by nobody: DSSE allows no decision by them. */

const place = mkdtempSync(join(tmpdir(), 'statement-hints-'));
afterAll(() => rmSync(place, { recursive: true }));

const say = (words: string) => runWords(words.split(' '), { cwd: place });
const keep = (name: string, text: string): void => writeFileSync(join(place, name), text);
const verdict = written(draftSummary(answer)).statement;
const about = `--commit ${sha} --repository acme/shop`;

keep('verdict.json', verdict);
for (const type of ['p256', 'ed25519']) await say(`key create ${type} --type ${type}`);
await say('sign --key p256 verdict.json');

const hintOf = (name: string): string => {
  const key = createPublicKey(readFileSync(join(place, `${name}.pub`)));
  return createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('base64');
};

test.each([
  ['the key itself', hintOf('p256')],
  ['another key', hintOf('ed25519')],
  ['nobody that is known', 'SHA256:whoever'],
  ['nobody', ''],
])('names of %s neither harm a good signature nor help another one', async (_, named) => {
  const made = JSON.parse(readFileSync(join(place, 'verdict.sigstore.json'), 'utf8'));
  made.dsseEnvelope.signatures[0].keyid = named;
  made.verificationMaterial.publicKey.hint = named;
  keep('named.json', JSON.stringify(made));
  keep('named.jsonl', JSON.stringify(made.dsseEnvelope));
  for (const file of ['named.json', 'named.jsonl']) {
    const yes = await say(`verify --statement ${file} --key p256.pub ${about}`);
    expect([yes.code, yes.stdout]).toEqual([0, expect.stringContaining(`signed by the key ${hintOf('p256')}, `)]);
    const no = await say(`verify --statement ${file} --key ed25519.pub ${about}`);
    expect([no.code, no.stdout]).toEqual([1, expect.stringContaining('No key of --key made its signature')]);
  }
});

test('a keyid next to a certificate is not looked at', async () => {
  const authority = await openAuthority();
  const witnesses = { log: true, stamp: true, proof: true };
  keep('root.json', authority.root(witnesses));
  const of = { identity: workflow, issuer, repository, repositoryId: '42', commit: sha };
  const made = JSON.parse(await authority.certify(verdict, of, witnesses));
  made.dsseEnvelope.signatures[0].keyid = 'SHA256:whoever';
  keep('certified.json', JSON.stringify(made));
  const words = `verify --statement certified.json --trusted-root root.json ${about} --identity ${workflow} --issuer ${issuer}`;
  expect(await say(words)).toMatchObject({ code: 0 });
});
