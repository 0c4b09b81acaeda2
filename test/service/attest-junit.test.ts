import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import Schema from 'typebox/schema';
import { AttestationCreated } from '../../src/contract/index.ts';
import { attest, field, green, red, sha, world } from './support.ts';

test('records an attestation on a flow and trail that do not exist yet', async () => {
  const it = await world();
  const answer = await attest(it, 'checkout/t1', { git_commit_info: { sha1: sha, message: 'm' }, origin_url: 'https://ci.example/1' });
  expect(answer.status).toBe(201);
  expect(answer.body).toEqual({
    message: 'OK',
    attestation_id: expect.stringMatching(/^[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{8}$/),
    head: expect.stringMatching(/^[a-f0-9]{64}$/),
  });
  expect(Schema.Check(AttestationCreated, answer.body)).toBe(true);
  const trail = await it.get('/trails/acme/checkout/t1');
  expect(trail.body).toMatchObject({
    name: 't1',
    created_by: 'ada',
    compliance_state: 'COMPLIANT',
    git_commit_info: { sha1: sha },
    origin_url: 'https://ci.example/1',
    compliance_status: {
      attestations_statuses: [{ attestation_name: 'unit', attestation_id: field(answer.body, 'attestation_id'), unexpected: true }],
    },
  });
  expect((await it.get('/flows/acme/checkout')).body).toMatchObject({ name: 'checkout', template: 'version: 1\n' });
});

test('shows every field that was sent, at the top of the record', async () => {
  const it = await world();
  const sent = {
    git_commit_info: { sha1: sha, author: 'A <a@b>', branch: 'main', timestamp: 5.5, parents: ['b'.repeat(40)] },
    repo_info: { id: '7', name: 'acme/app', url: 'https://github.com/acme/app', provider: 'github' },
    origin_url: 'https://ci.example/1',
    description: 'ünï ☃ \u0000',
    target_artifacts: ['cli', 'web'],
    external_urls: { docs: { href: 'https://docs.example' } },
    annotations: { team: 'a' },
    user_data: { 'a.b': [1, { c: null }], __proto: 1 },
  };
  await attest(it, 'f/t', sent, { content: '<x/>', name: 'r.xml' });
  const { body } = await it.get(`/attestations/acme?commit_list=${sha}`);
  expect(field(body, `${sha}.0`)).toMatchObject({
    ...sent,
    junit_results: [green],
    attestation_name: 'unit',
    attestation_type: 'junit',
    is_compliant: true,
    reported_by: 'ada',
    has_audit_package: true,
    schema_version: 1,
    flow_name: 'f',
    trail_name: 't',
    evidence_archive_fingerprint: createHash('sha256').update('<x/>').digest('hex'),
    html_url: expect.stringMatching(/\/acme\/flows\/f\/trails\/t\?attestation_id=/),
  });
  expect(JSON.stringify(body)).not.toMatch(/token|idempotency/);
});

test("repeats no more than the start of a long commit message in the trail's events, and keeps the whole in the record", async () => {
  const it = await world();
  const message = 'x'.repeat(100_000);
  await attest(it, 'f/t', { git_commit_info: { sha1: sha, message, of_its_own: message } });
  const { body } = await it.get('/trails/acme/f/t');
  expect(String(field(body, 'events.1.git_commit_info.message'))).toHaveLength(4096);
  expect(Object.keys(Object(field(body, 'events.1.git_commit_info'))).toSorted()).toEqual([
    'author',
    'author_username',
    'branch',
    'message',
    'parents',
    'sha1',
    'timestamp',
    'url',
  ]);
  expect(field((await it.get(`/attestations/acme?commit_list=${sha}`)).body, `${sha}.0.git_commit_info`)).toEqual({
    sha1: sha,
    message,
    of_its_own: message,
  });
});

test('takes an attachment under any name, and keeps what is harmless of it', async () => {
  const it = await world();
  const name = `../${'☃'.repeat(9)}\u0001${'𝔘'.repeat(200)}`;
  expect((await attest(it, 'f/t', { git_commit_info: { sha1: sha } }, { content: 'x', name })).status).toBe(201);
  const path = String(field((await it.get('/attestations/acme')).body, 'data.0.evidence_archive_path'));
  expect(path.split('/')).toHaveLength(4);
  expect(path).toContain('☃☃');
});

test('keeps the bytes of an attachment, and none of a request that was refused', async () => {
  const it = await world();
  const content = Uint8Array.from({ length: 300_000 }, (_, index) => index % 251);
  expect((await attest(it, 'f/t', {}, { content })).status).toBe(201);
  expect((await attest(it, 'f/t', { origin_url: 'no address' }, { content })).status).toBe(400);
  expect((await attest(it, 'f/t', { artifact_fingerprint: 'b'.repeat(64) }, { content })).status).toBe(404);
  const blobs = join(it.dataDir, 'blobs');
  const kept = (await readdir(blobs)).filter((name) => name !== 'incoming');
  expect(kept).toHaveLength(1);
  expect(new Uint8Array(await readFile(join(blobs, kept[0] ?? '')))).toEqual(content);
  expect(await readdir(join(blobs, 'incoming'))).toEqual([]);
});

test.each([
  ['a failure', [green, red], false],
  ['an error', [{ ...green, errors: 1 }], false],
  ['only skipped tests', [{ ...green, skipped: 3 }], false],
  ['no rows', [], false],
])('is compliant or not by its rows: %s', async (_, rows, compliant) => {
  const it = await world();
  await attest(it, 'f/t', { junit_results: rows });
  expect((await it.get('/trails/acme/f/t')).body).toMatchObject({
    is_compliant: compliant,
    compliance_state: compliant ? 'COMPLIANT' : 'NON-COMPLIANT',
  });
});

describe('an artifact that the trail does not know', () => {
  test('is refused, and nothing is made', async () => {
    const it = await world();
    const answer = await attest(it, 'f/t', { artifact_fingerprint: 'b'.repeat(64) });
    expect(answer.status).toBe(404);
    expect(field(answer.body, 'message')).toContain(`no artifact with the fingerprint ${'b'.repeat(64)}`);
    expect((await it.get('/flows/acme/f')).status).toBe(404);
  });

  test('can be spoken for by its name in the template', async () => {
    const it = await world();
    await attest(it, 'f/t', { target_artifacts: ['cli'], junit_results: [red], git_commit_info: { sha1: sha } });
    expect((await it.get('/trails/acme/f/t')).body).toMatchObject({
      compliance_state: 'NON-COMPLIANT',
      compliance_status: {
        attestations_statuses: [],
        artifacts_statuses: { cli: { status: 'MISSING', attestations_statuses: [{ attestation_name: 'unit' }] } },
      },
      events: [{ type: 'trail_reported' }, { type: 'trail_attestation_for_artifact_reported', target_artifact: 'cli' }],
    });
  });
});

test('takes in 50 attestations at once to one new trail, and each is there', async () => {
  const it = await world();
  const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => attest(it, 'f/t', { attestation_name: `n${index}` })));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 201));
  const { body } = await it.get('/trails/acme/f/t');
  expect(field(body, 'compliance_status.attestations_statuses')).toHaveLength(50);
  const listing = await it.get('/attestations/acme?per_page=100');
  expect(listing.body).toHaveProperty('data.length', 50);
  const times = Array.from({ length: 50 }, (_, index) => field(listing.body, `data.${index}.created_at`));
  expect(new Set(times).size).toBe(50);
  expect((await it.get('/trails/acme/f')).body).toHaveLength(1);
});
