import { describe, expect, test } from 'vitest';
import { attest, field, putFlow, red, sha, world } from './support.ts';

const template = `version: 1
trail:
  attestations:
    - name: unit
      type: junit
    - name: review
      type: "*"
`;

describe('a flow', () => {
  test('is created, then updated, and what is not said stays', async () => {
    const it = await world();
    const first = await it.form(
      'PUT',
      '/flows/acme/template_file',
      { name: 'f', description: 'one', visibility: 'public' },
      { field: 'template_file', content: template },
    );
    const second = await it.form('PUT', '/flows/acme/template_file', { name: 'f', visibility: null });
    expect([first.status, second.status]).toEqual([201, 200]);
    expect((await it.get('/flows/acme/f')).body).toMatchObject({
      name: 'f',
      org: 'acme',
      description: 'one',
      visibility: 'public',
      template,
    });
  });

  test.each([
    ['a name with a slash', { name: 'a/b' }, 'name'],
    ['another visibility', { name: 'f', visibility: 'secret' }, 'visibility'],
    ['an unknown field', { name: 'f', tags: {} }, 'tags'],
  ])('with %s is refused', async (_, data, path) => {
    const it = await world();
    const { status, body } = await it.form('PUT', '/flows/acme/template_file', data);
    expect([status, Object.keys(Object(field(body, 'errors')))]).toEqual([400, [path]]);
  });

  test('is told which values a field can have', async () => {
    const it = await world();
    const { body } = await it.form('PUT', '/flows/acme/template_file', { name: 'f', visibility: 'secret' });
    expect(field(body, 'errors.visibility')).toBe('must be "public" or "private". [input: "secret"]');
  });
});

describe('a template', () => {
  test('that is wrong in many places is told all of them, each with its path and line', async () => {
    const it = await world();
    const wrong = [
      'version: 2',
      'trails: {}',
      'trail:',
      '  attestations:',
      '    - name: unit',
      '      type: junitt',
      '    - name: ""',
      '      type: junit',
      '    - type: junit',
      '  artifacts:',
      '    - name: cli',
      '      attestations:',
      '        - {name: a, type: junit}',
      '        - {name: a, type: junit}',
      '    - name: cli',
    ].join('\n');
    const { status, body } = await putFlow(it, 'f', wrong);
    expect(status).toBe(400);
    expect(Object.keys(Object(field(body, 'errors'))).toSorted()).toEqual([
      'trail.artifacts[0].attestations[1].name (line 14)',
      'trail.artifacts[1].name (line 15)',
      'trail.attestations[0].type (line 6)',
      'trail.attestations[1].name (line 7)',
      'trail.attestations[2].name (line 9)',
      'trails (line 2)',
      'version (line 1)',
    ]);
    expect((await it.get('/flows/acme/f')).status).toBe(404);
  });

  test.each([
    ['no YAML', 'trail: [', /line 1/],
    ['a key twice', 'version: 1\nversion: 1\n', /line 2/],
    ['an alias', 'trail:\n  attestations: &a []\n  artifacts: *a\n', /line 3/],
    ['a list', '- a', /./],
    ['no UTF-8', new Uint8Array([0xff, 0xfe]), /template_file/],
  ])('that is %s is refused', async (_, content, where) => {
    const it = await world();
    const { status, body } = await it.form('PUT', '/flows/acme/template_file', { name: 'f' }, { field: 'template_file', content });
    expect(status).toBe(400);
    expect(Object.keys(Object(field(body, 'errors'))).join()).toMatch(where);
  });

  test('says of a name that no test of it need run', async () => {
    const it = await world();
    const entries = (least: string) =>
      `trail:\n  attestations:\n    - {name: unit, type: junit, min_tests: ${least}}\n    - {name: lint, type: junit}\n`;
    expect((await putFlow(it, 'f', entries('0'))).status).toBe(201);
    await attest(it, 'f/t');
    expect(field((await it.get('/trails/acme/f/t')).body, 'template.trail.attestations')).toEqual([
      { name: 'unit', type: 'junit', min_tests: 0 },
      { name: 'lint', type: 'junit' },
    ]);
    const { body, status } = await putFlow(it, 'f', entries('5'));
    expect([status, Object.keys(Object(field(body, 'errors')))]).toEqual([400, ['trail.attestations[0].min_tests (line 3)']]);
  });

  test.each(['', 'version: 1', 'trail:', 'trail: {attestations: null}', '# nothing'])('that demands nothing is %j', async (content) => {
    const it = await world();
    expect(
      (await it.form('PUT', '/flows/acme/template_file', { name: 'f' }, { field: 'template_file', name: 't.yml', content })).status,
    ).toBe(201);
    expect((await it.get('/flows/acme/f')).body).toMatchObject({ template: content });
  });

  test('of more than 256 KiB is refused', async () => {
    const it = await world();
    expect((await putFlow(it, 'f', `#${'x'.repeat(256 * 1024)}`)).status).toBe(413);
  });

  test('of the flow counts from the next record on, and changes nothing that was decided', async () => {
    const it = await world();
    await attest(it, 'f/t');
    await putFlow(it, 'f', template);
    const before = await it.get('/trails/acme/f/t');
    expect(before.body).toMatchObject({ compliance_state: 'COMPLIANT', template: { trail: { attestations: [] } } });
    await attest(it, 'f/t');
    const after = await it.get('/trails/acme/f/t');
    expect(after.body).toMatchObject({
      compliance_state: 'INCOMPLETE',
      template: { version: 1, content: template, trail: { attestations: [{ name: 'unit' }, { name: 'review' }] } },
    });
    expect(field(after.body, 'compliance_status.flow_template_id')).not.toBe(field(before.body, 'compliance_status.flow_template_id'));
  });
});

describe('a trail', () => {
  const details = {
    description: 'd',
    user_data: { a: [1] },
    git_commit_info: { sha1: sha },
    external_urls: { x: { href: 'https://x.example' } },
    origin_url: 'https://ci.example',
  };

  test("is begun with its flow's template, and is incomplete until it has what that demands", async () => {
    const it = await world();
    await putFlow(it, 'f', template);
    const begun = await it.form('PUT', '/trails/acme/f', {
      name: 't',
      ...details,
      repo_info: { name: 'acme/app', url: 'https://github.com/acme/app' },
    });
    expect(begun.status).toBe(201);
    const { body } = await it.get('/trails/acme/f/t');
    expect(body).toMatchObject({
      name: 't',
      ...details,
      repo_ids: [expect.stringMatching(/^[a-f0-9-]{32}$/)],
      compliance_state: 'INCOMPLETE',
      is_compliant: false,
      flow: { name: 'f', tags: {} },
      template: { content: template },
      events: [{ type: 'trail_reported' }],
      compliance_status: {
        status: 'INCOMPLETE',
        attestations_statuses: [
          { attestation_name: 'unit', attestation_type: 'junit', status: 'MISSING', is_compliant: false, unexpected: false },
          { attestation_name: 'review', status: 'MISSING' },
        ],
      },
      html_url: `${it.service.url}/acme/flows/f/trails/t`,
    });
    expect(field(body, 'compliance_status.evaluated_at')).toBe(field(body, 'last_modified_at'));
  });

  test('is updated: what is absent stays, and its events are told in order', async () => {
    const it = await world();
    await attest(it, 'f/t', { junit_results: [red] });
    expect((await it.form('PUT', '/trails/acme/f', { name: 't', ...details })).status).toBe(200);
    expect((await it.form('PUT', '/trails/acme/f', { name: 't', description: 'e', user_data: null })).status).toBe(200);
    const { body } = await it.get('/trails/acme/f/t');
    expect(body).toMatchObject({ ...details, description: 'e', compliance_state: 'NON-COMPLIANT' });
    expect([0, 1, 2, 3].map((index) => field(body, `events.${index}.type`))).toEqual([
      'trail_reported',
      'trail_attestation_reported',
      'trail_updated',
      'trail_updated',
    ]);
    const times = [0, 1, 2, 3].map((index) => Number(field(body, `events.${index}.timestamp`)));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  test("keeps a template of its own when its flow's changes", async () => {
    const it = await world();
    await putFlow(it, 'f', 'version: 1\n');
    await it.form('PUT', '/trails/acme/f', { name: 't' }, { field: 'template_file', content: template });
    await putFlow(it, 'f', 'trail: {attestations: [{name: other, type: junit}]}');
    await attest(it, 'f/t');
    expect((await it.get('/trails/acme/f/t')).body).toMatchObject({ template: { content: template }, compliance_state: 'INCOMPLETE' });
  });

  test('needs its flow', async () => {
    const it = await world();
    expect((await it.form('PUT', '/trails/acme/nothing', { name: 't' })).status).toBe(404);
  });
});
