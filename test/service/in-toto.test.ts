import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createKey, readPublicKeys, readSigner, signerAmong, type KeyType } from '../../src/signing/index.ts';
import { unusableRow } from '../../src/gate/index.ts';
import { createToken } from '../../src/service/index.ts';
import { readStatement } from '../../src/statement/index.ts';
import { listAt, stringAt, valueAt } from '../../src/text/index.ts';
import { attest, field, folder, green, putFlow, red, sha, token, world, type World } from './support.ts';

afterEach(() => void vi.useRealTimers());

const repository = 'https://code.example/acme/shop';
const about = { git_commit_info: { sha1: sha }, repo_info: { name: 'acme/shop', url: repository } };
const template = 'version: 1\ntrail:\n  attestations:\n    - name: unit\n      type: junit\n';

async function record(it: World, data: object = {}, place = `f/${sha}`): Promise<string> {
  const { body } = await attest(it, place, { ...about, ...data });
  return `/attestations/acme/f/trail/${place.slice(2)}/attestation/${String(field(body, 'attestation_id'))}/statement`;
}

const ofTrail = `/trails/acme/f/${sha}/statement`;

async function text(it: World, path: string, headers: Readonly<Record<string, string>> = { authorization: `Bearer ${token}` }) {
  const answer = await fetch(`${it.service.url}${path.startsWith('/statement-key') ? '' : '/api/v2'}${path}`, { headers });
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
}

async function begun(more: Parameters<typeof world>[1] = {}): Promise<World> {
  const it = await world(undefined, more);
  await putFlow(it, 'f', template);
  return it;
}

/** The token of somebody who may read the log. */
const auditor = ({ dataDir }: World): Promise<string> => createToken({ dataDir, user: 'eve', orgs: ['acme'], role: 'auditor' });

const result = async (it: World, path = ofTrail): Promise<unknown> => {
  const { body } = await it.get(path);
  return [valueAt(body, 'predicate', 'verificationResult'), valueAt(body, 'predicate', 'verifiedLevels')];
};

describe('the statement of a trail', () => {
  test('says what a gate says of its commit, by which records and which template', async () => {
    const it = await begun();
    await record(it);
    const { body, headers } = await it.get(ofTrail);
    expect(headers.get('content-type')).toBe('application/vnd.in-toto+json');
    expect(readStatement(Buffer.from(JSON.stringify(body))).envelope).toBeUndefined();
    const records = listAt((await it.as(await auditor(it)).get('/records/acme?after=0')).body, 'records') ?? [];
    const of = records.find((each) => stringAt(JSON.parse(stringAt(each, 'body') ?? ''), 'kind') === 'attestation');
    const page = `${it.service.url}/acme/flows/f`;
    const id = stringAt(JSON.parse(stringAt(of, 'body') ?? ''), 'id') ?? '';
    expect(body).toMatchObject({
      subject: [{ name: sha, uri: `${repository}/commit/${sha}`, digest: { gitCommit: sha } }],
      predicateType: 'https://slsa.dev/verification_summary/v1',
      predicate: {
        verifier: { id: it.service.url },
        resourceUri: `git+${repository}`,
        policy: { uri: page, digest: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } },
        inputAttestations: [{ uri: `${page}/trails/${sha}?attestation_id=${id}`, digest: { sha256: stringAt(of, 'link') } }],
        verificationResult: 'PASSED',
        verifiedLevels: ['COMPLIANCE_EVIDENCE_COMPLIANT'],
      },
    });
  });

  test('is the same bytes of the same facts at the same time', async () => {
    const it = await begun();
    await record(it);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    expect((await text(it, ofTrail)).text).toBe((await text(it, ofTrail)).text);
  });

  test('says no where evidence does, where it is missing, and where the template requires nothing', async () => {
    const it = await begun();
    await it.form('PUT', '/trails/acme/f', { name: sha, git_commit_info: { sha1: sha, url: `${repository}/-/commit/${sha}` } });
    expect(await result(it)).toEqual(['FAILED', ['FAILED']]);
    await record(it, { junit_results: [red] });
    expect(await result(it)).toEqual(['FAILED', ['FAILED']]);
    await record(it);
    expect(await result(it)).toEqual(['PASSED', ['COMPLIANCE_EVIDENCE_COMPLIANT']]);
    await putFlow(it, 'f', 'version: 1\n');
    expect(await result(it)).toEqual(['FAILED', ['FAILED']]);
  });

  test('has a word of its own for a yes that stands by an override', async () => {
    const it = await begun();
    await record(it, { junit_results: [red] });
    const override = {
      attestation_name: 'unit',
      reason: 'seen',
      new_compliance_status: true,
      original_attestation_type: 'junit',
      ...about,
    };
    const made = await it.json('POST', `/attestations/acme/f/trail/${sha}/override`, override);
    expect(made.status).toBeLessThan(300);
    expect(await result(it)).toEqual(['PASSED', ['COMPLIANCE_EVIDENCE_OVERRIDDEN']]);
  });

  test('says no yes of a commit by the evidence of another one', async () => {
    const it = await begun();
    await record(it, {}, 'f/release');
    expect(await result(it, '/trails/acme/f/release/statement')).toEqual(['PASSED', ['COMPLIANCE_EVIDENCE_COMPLIANT']]);
    const other = 'b'.repeat(40);
    await it.form('PUT', '/trails/acme/f', { name: 'release', git_commit_info: { sha1: other } });
    const { body, status } = await it.get('/trails/acme/f/release/statement');
    // It may be a test merge of the other: nobody here can tell.
    expect([status, field(body, 'message')]).toEqual([409, expect.stringContaining('“Unknown”')]);
  });

  test('names each artifact by its fingerprint', async () => {
    const it = await begun();
    await record(it);
    const fingerprint = 'ab'.repeat(32);
    const artifact = { fingerprint, filename: 'app.bin', build_url: '', commit_url: '', git_commit: sha, trail_name: sha };
    const made = await it.json('POST', '/artifacts/acme/f', { ...artifact, repo_url: '', template_reference_name: 'app' });
    expect(made.status).toBe(201);
    const { body } = await it.get(ofTrail);
    expect(valueAt(body, 'subject')).toEqual(expect.arrayContaining([{ name: 'app', digest: { sha256: fingerprint } }]));
  });

  test('is none where the repository is not known, or is another one by another record', async () => {
    const it = await begun();
    await record(it, { repo_info: { name: 'acme/shop', url: 'git@code.example:acme/shop.git' } });
    const none = await it.get(ofTrail);
    expect([none.status, field(none.body, 'message')]).toEqual([409, expect.stringContaining('no repository')]);
    await record(it);
    await record(it, { attestation_name: 'other', repo_info: { name: 'eve/shop', url: 'https://code.example/eve/shop' } });
    const two = await it.get(ofTrail);
    expect([two.status, field(two.body, 'message')]).toEqual([409, expect.stringContaining('several repositories')]);
  });
});

describe('the statement of a record', () => {
  test('has its counts and the failed tests that it names', async () => {
    const it = await begun();
    const run = { failed_tests: ['checkout › pays'], flaky: 1, workflow: 'ci' };
    const path = await record(it, {
      junit_results: [{ ...red, total: 5 }],
      origin_url: 'https://ci.example/1',
      user_data: { compliance_evidence: run },
    });
    const { body } = await it.get(path);
    expect(body).toMatchObject({
      subject: [{ digest: { gitCommit: sha } }],
      predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
      predicate: {
        result: 'FAILED',
        configuration: [{ name: 'unit' }],
        url: 'https://ci.example/1',
        failures: 1,
        warnings: 1,
        successes: 3,
        failedTests: ['checkout › pays'],
      },
    });
    expect((await text(it, path)).text).toBe((await text(it, path)).text);
  });

  test.each([
    ['no test ran', { junit_results: [{ ...green, skipped: 3 }] }],
    ['contradict themselves', { junit_results: [{ ...green, failures: 2, errors: 2 }] }],
    ['contradicts the tests', { user_data: { compliance_evidence: { failed_tests: ['checkout › pays'] } } }],
    ['durationSeconds is no number', { junit_results: [1, 2].map(() => ({ ...green, duration: 1e308 })) }],
    ['are unusable', { junit_results: [{ ...red, name: `${unusableRow}no file`, total: 1 }] }],
  ])('is none, because: %s', async (why, data) => {
    const it = await begun();
    const { body, status } = await it.get(await record(it, data));
    expect([status, field(body, 'message')]).toEqual([409, expect.stringContaining(why)]);
    expect(field(body, 'message')).toMatch(/ Look at what was recorded there, and record again /);
    const page = await fetch(`${it.service.url}/acme/flows/f/trails/${sha}`, { headers: { authorization: `Bearer ${token}` } });
    expect(page.status).toBe(200);
  });

  test('leads to the page of the run, without what may be secret in its address', async () => {
    const it = await begun();
    const { body } = await it.get(await record(it, { origin_url: 'https://user:secret@ci.example/1?token=secret#a' }));
    expect(valueAt(body, 'predicate', 'url')).toBe('https://ci.example/1');
    expect(JSON.stringify(body)).not.toContain('secret');
  });

  test('is none of other evidence, and of none that is not there', async () => {
    const it = await begun();
    const path = await record(it);
    const { body } = await it.form('POST', `/attestations/acme/f/trail/${sha}/generic`, { attestation_name: 'scan', is_compliant: true });
    const other = await it.get(path.replace(/attestation\/[^/]+/, `attestation/${String(field(body, 'attestation_id'))}`));
    expect([other.status, field(other.body, 'message')]).toEqual([409, expect.stringContaining('holds no test results')]);
    expect((await it.get(path.replace('trail/a', 'trail/b'))).status).toBe(404);
    expect((await it.get(path.replace(/attestation\/[^/]+/, 'attestation/01234567-89ab-cdef-0123-456789ab'))).status).toBe(404);
  });
});

describe('with a key', () => {
  test.each<KeyType>(['p256', 'ed25519'])('statements are signed with %s, and anybody has the public key', async (type) => {
    const home = await folder();
    const file = join(home, 'key.pem');
    createKey(file, type);
    const signer = readSigner('the key', file);
    const it = await begun({ statementSigner: signer, publicUrl: 'https://evidence.example' });
    const ofRecord = await record(it);
    const key = await text(it, '/statement-key.pem', {});
    expect([key.status, key.text]).toEqual([200, await readFile(`${file}.pub`, 'utf8')]);
    for (const path of [ofTrail, ofRecord]) {
      const answer = await text(it, path);
      expect([answer.status, answer.type]).toEqual([200, 'application/vnd.dev.sigstore.bundle.v0.3+json']);
      const { bundle, envelope } = readStatement(Buffer.from(answer.text));
      const keys = readPublicKeys('the key', `${file}.pub`);
      expect(envelope && signerAmong(keys, envelope)).toBe(signer.hint);
      expect(bundle?.verificationMaterial).toEqual({ publicKey: { hint: signer.hint } });
    }
    const { text: said } = await text(it, ofTrail);
    const { statement } = readStatement(Buffer.from(said));
    expect(valueAt(statement, 'predicate', 'verifier', 'id')).toBe('https://evidence.example');
    const page = await fetch(`${it.service.url}/acme/flows/f/trails/${sha}`, { headers: { authorization: `Bearer ${token}` } });
    expect(await page.text()).toContain('href="/statement-key.pem"');
    const secret = (await readFile(file, 'utf8')).split('\n')[1] ?? '';
    expect(it.log.join('\n')).not.toContain(secret);
    const files = (await readdir(it.dataDir, { withFileTypes: true })).filter((each) => each.isFile());
    for (const { name } of files) expect(await readFile(join(it.dataDir, name), 'latin1')).not.toContain(secret);
  });

  test('and without one, there is no public key', async () => {
    const it = await begun();
    expect((await text(it, '/statement-key.pem', { authorization: `Bearer ${token}` })).status).toBe(404);
  });
});

test('pages lead to both statements, which say the same as the interface', async () => {
  const it = await begun();
  const ofRecord = await record(it);
  const open = async (path: string) => await fetch(`${it.service.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  const id = /attestation\/([^/]+)/.exec(ofRecord)?.[1] ?? '';
  const page = `/acme/flows/f/trails/${sha}`;
  for (const [path, link, same] of [
    [page, `${page}/statement`, ofTrail],
    [`${page}?attestation_id=${id}`, `${page}/attestations/${id}/statement`, ofRecord],
  ] as const) {
    expect(await (await open(path)).text()).toContain(`href="${link}"`);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    const saved = await open(link);
    expect(saved.headers.get('content-disposition')).toContain('.statement.json"');
    expect(await saved.text()).toBe((await text(it, same)).text);
    vi.useRealTimers();
  }
});
