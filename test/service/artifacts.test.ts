import { Check } from 'typebox/schema';
import { describe, expect, test } from 'vitest';
import { Artifact } from '../../src/contract/index.ts';
import { attest, field, green, putFlow, red, sha, world, type Answer, type Client } from './support.ts';

const fingerprint = 'ab'.repeat(32);
const another = 'cd'.repeat(32);

/** Reports an artifact on the trail `t` of the flow `f`, unless said otherwise. */
function report(to: Client, more: Readonly<Record<string, unknown>> = {}, flow = 'f'): Promise<Answer> {
  const whole = { fingerprint, filename: 'shop.tgz', build_url: 'https://ci.example/b', commit_url: '', trail_name: 't', ...more };
  return to.json('POST', `/artifacts/acme/${flow}`, whole);
}

const template = `version: 1
trail:
  attestations:
    - name: review
      type: junit
  artifacts:
    - name: image
      attestations:
        - name: scan
          type: junit
`;

const list = async (to: Client, query = ''): Promise<readonly unknown[]> => {
  const { body } = await to.get(`/artifacts/acme${query}`);
  return Array.isArray(body) ? body : [];
};
const stateOf = async (to: Client, of = fingerprint): Promise<unknown> =>
  field((await to.get(`/artifacts/acme/f/fingerprint/${of}`)).body, 'state');

describe('an artifact', () => {
  test('is kept with all that was said of it', async () => {
    const it = await world();
    const said = {
      commit_url: 'https://ci.example/c',
      repo_url: 'https://ci.example/r',
      git_commit: sha,
      git_commit_info: { sha1: sha, message: 'Fix it', author: 'ada' },
      repo_info: { name: 'acme/shop', url: 'https://ci.example/r', provider: 'github' },
      template_reference_name: 'image',
      description: 'What is shipped',
      external_urls: { log: { href: 'https://ci.example/l' } },
      annotations: { team: 'x' },
      user_data: { a: [1] },
    };
    const { body, status } = await report(it, said);
    expect([status, field(body, 'message')]).toEqual([201, 'OK']);
    const [kept] = await list(it);
    expect(kept).toMatchObject({
      ...said,
      id: field(body, 'artifact_id'),
      fingerprint,
      filename: 'shop.tgz',
      build_url: 'https://ci.example/b',
      flow_name: 'f',
      trail_name: 't',
      created_by: 'ada',
      state: 'COMPLIANT',
      evidence: {},
      deployments: [],
      releases: [],
      created_at: expect.stringMatching(/^\d+\.\d+$/),
      html_url: expect.stringContaining('/acme/flows/f/artifacts/'),
    });
    expect(Check(Artifact, kept)).toBe(true);
    const asked = { current: { status: 'COMPLIANT', template_version: 1 }, template_version: 1, own_template: false };
    expect((await it.get(`/artifacts/acme/f/fingerprint/${fingerprint}`)).body).toEqual({ ...Object(kept), ...asked });
    expect(field((await it.get('/trails/acme/f/t')).body, 'events')).toMatchObject([
      { type: 'trail_reported' },
      {
        type: 'artifact_creation_reported',
        artifact_fingerprint: fingerprint,
        artifact_name: 'shop.tgz',
        template_reference_name: 'image',
        git_commit: sha,
      },
    ]);
  });

  test('that is reported again keeps its id and the time of its first report, and says what was said last', async () => {
    const it = await world();
    const first = await report(it, { description: 'one', user_data: { a: 1 } });
    const before = (await list(it))[0];
    const second = await report(it, { filename: 'renamed.tgz' });
    const [kept, more] = await list(it);
    expect([second.status, field(second.body, 'artifact_id'), more]).toEqual([201, field(first.body, 'artifact_id'), undefined]);
    expect(kept).toMatchObject({
      id: field(before, 'id'),
      created_at: field(before, 'created_at'),
      filename: 'renamed.tgz',
      user_data: {},
    });
    expect(Number(field(kept, 'last_modified_at'))).toBeGreaterThan(Number(field(before, 'last_modified_at')));
    expect(field(kept, 'description')).toBeUndefined();
  });

  test('is another one on another trail, and without a trail; then nothing decides it', async () => {
    const it = await world();
    const ids = [];
    for (const trail_name of ['t', 'u', null]) ids.push(field((await report(it, { trail_name })).body, 'artifact_id'));
    expect(new Set(ids).size).toBe(3);
    expect((await list(it)).map((each) => [field(each, 'trail_name'), field(each, 'state')])).toEqual([
      [null, null],
      ['u', 'COMPLIANT'],
      ['t', 'COMPLIANT'],
    ]);
    expect(field((await it.get(`/artifacts/acme/f/fingerprint/${fingerprint}?trail=t`)).body, 'id')).toBe(ids[0]);
  });

  test.each([
    ['a short fingerprint', { fingerprint: 'ab' }, 'fingerprint'],
    ['no file name', { filename: undefined }, 'filename'],
    ['a name that no template has', { template_reference_name: 'a b' }, 'template_reference_name'],
    ['an unknown field', { is_good: true }, 'is_good'],
    ['a link that runs', { build_url: 'javascript:alert(1)' }, 'build_url'],
    ['a commit that is none', { git_commit: 'main' }, 'git_commit'],
  ])('with %s is refused, and nothing is begun', async (_, more, path) => {
    const it = await world();
    const { body, status } = await report(it, more);
    expect([status, Object.keys(Object(field(body, 'errors')))]).toEqual([400, [path]]);
    expect((await it.get('/flows/acme')).body).toEqual([]);
  });

  test.each([
    ['no JSON', '{"fingerprint":', 400],
    ['a key twice', '{"fingerprint":"a","fingerprint":"b"}', 400],
    ['more than 8 MiB', `"${'x'.repeat(9 * 1024 * 1024)}"`, 413],
  ])('as a body of %s is refused', async (_, body, status) => {
    expect((await (await world()).json('POST', '/artifacts/acme/f', body)).status).toBe(status);
  });

  test('as a form is refused, and the answer says what to send', async () => {
    const { body, status } = await (await world()).form('POST', '/artifacts/acme/f', { fingerprint });
    expect([status, field(body, 'message')]).toEqual([400, expect.stringContaining('application/json')]);
  });
});

describe('the artifacts of an organization', () => {
  test('are listed the latest first, fifteen on a page, of a flow or of a repository', async () => {
    const it = await world();
    for (let n = 0; n < 17; n += 1) {
      const repo_info = { name: n % 2 === 0 ? 'acme/even' : 'acme/odd', url: '' };
      await report(it, { fingerprint: n.toString(16).padStart(64, '0'), filename: `file-${n}`, repo_info }, n === 0 ? 'first' : 'f');
    }
    const names = async (query: string) => (await list(it, query)).map((each) => field(each, 'filename'));
    const from = (start: number, step: number, count: number) =>
      Array.from({ length: count }, (_, index) => `file-${start - index * step}`);
    expect(await names('')).toEqual(from(16, 1, 15));
    expect(await names('?page=2')).toEqual(['file-1', 'file-0']);
    expect(await names('?page=3')).toEqual([]);
    expect(await names('?per_page=2&page=2')).toEqual(['file-14', 'file-13']);
    expect(await names('?flow_name=first')).toEqual(['file-0']);
    expect(await names('?repo_name=acme/odd&per_page=3&page=2')).toEqual(['file-9', 'file-7', 'file-5']);
    expect(await names('?repo_name=acme/none')).toEqual([]);
    expect(await names('?repo_name=&per_page=1')).toEqual(['file-16']);
    expect((await it.get('/artifacts/acme?flow_name=none')).status).toBe(404);
    expect((await it.get('/artifacts/acme?flow_name=')).status).toBe(400);
  });

  test('are of no other organization', async () => {
    const it = await world();
    await report(it);
    expect((await it.get('/artifacts/globex')).status).toBe(403);
    const { body, status } = await it.get(`/artifacts/acme/f/fingerprint/${another}`);
    expect([status, field(body, 'message')]).toEqual([404, expect.stringContaining(another)]);
  });
});

describe('an artifact on a trail with a template', () => {
  test('is missing, then incomplete, then decided by the evidence about it and about its trail', async () => {
    const it = await world();
    await putFlow(it, 'f', template);
    await attest(it, 'f/t', { attestation_name: 'review' });
    const image = async (): Promise<unknown> =>
      field((await it.get('/trails/acme/f/t')).body, 'compliance_status.artifacts_statuses.image');
    expect(await image()).toMatchObject({ status: 'MISSING' });
    await report(it, { template_reference_name: 'image' });
    expect([await image(), await stateOf(it)]).toMatchObject([{ status: 'INCOMPLETE', artifact_fingerprint: fingerprint }, 'INCOMPLETE']);
    await attest(it, 'f/t', { attestation_name: 'scan', artifact_fingerprint: fingerprint, junit_results: [red] });
    expect(await stateOf(it)).toBe('NON-COMPLIANT');
    await attest(it, 'f/t', { attestation_name: 'scan', artifact_fingerprint: fingerprint, junit_results: [green] });
    expect([await stateOf(it), field((await it.get('/trails/acme/f/t')).body, 'compliance_state')]).toEqual(['COMPLIANT', 'COMPLIANT']);
    expect((await list(it))[0]).toMatchObject({
      evidence: { scan: { evidence_type: 'junit', is_compliant: true, has_audit_package: false, attestation_id: expect.any(String) } },
    });
    await attest(it, 'f/t', { attestation_name: 'review', junit_results: [red] });
    expect(await stateOf(it)).toBe('NON-COMPLIANT');
  });

  test('is decided by evidence of its name and commit that came before it, and by none of another commit', async () => {
    const it = await world();
    await putFlow(it, 'f', template);
    await attest(it, 'f/t', { attestation_name: 'review' });
    await attest(it, 'f/t', { attestation_name: 'scan', target_artifacts: ['image'], git_commit_info: { sha1: sha } });
    await report(it, { template_reference_name: 'image', git_commit: sha });
    expect(await stateOf(it)).toBe('COMPLIANT');
    await report(it, { template_reference_name: 'image', git_commit: 'd'.repeat(40), fingerprint: another });
    expect([await stateOf(it, another), await stateOf(it)]).toEqual(['INCOMPLETE', 'COMPLIANT']);
  });

  test('that the template does not name counts all the same', async () => {
    const it = await world();
    await report(it, { template_reference_name: 'extra' });
    await attest(it, 'f/t', { artifact_fingerprint: fingerprint, junit_results: [red] });
    expect(field((await it.get('/trails/acme/f/t')).body, 'compliance_status')).toMatchObject({
      status: 'NON-COMPLIANT',
      artifacts_statuses: { extra: { status: 'NON-COMPLIANT', unexpected: true } },
    });
  });
});

test('evidence about an artifact that was not reported on the trail is refused', async () => {
  const it = await world();
  await report(it, { trail_name: 'u' });
  for (const where of ['f/t', 'f/u2', 'g/u']) {
    const { body, status } = await attest(it, where, { artifact_fingerprint: fingerprint });
    expect([status, field(body, 'message')]).toEqual([404, expect.stringContaining(fingerprint)]);
  }
  expect((await attest(it, 'f/u', { artifact_fingerprint: fingerprint })).status).toBe(201);
  expect(field((await it.get('/trails/acme/f/u')).body, 'events.2')).toMatchObject({
    type: 'artifact_attestation_reported',
    artifact_fingerprint: fingerprint,
  });
});

test('a reader reports no artifact', async () => {
  const it = await world();
  const { createToken } = await import('../../src/service/index.ts');
  const reader = await createToken({ dataDir: it.dataDir, user: 'eve', orgs: ['acme'], role: 'reader' });
  expect((await report(it.as(reader))).status).toBe(403);
});
