import { describe, expect, test } from 'vitest';
import { createToken, verifyData } from '../../src/service/index.ts';
import { field, putPolicy, world, type Answer, type World } from './support.ts';

const schema = '_schema: https://docs.example/schemas/policy/v1\n';
const provenance = `${schema}artifacts:\n  provenance:\n    required: true\n`;
const full = `${schema}
artifacts:
  provenance:
    required: true
    exceptions:
      - if: \${{ matches(artifact.name, "^datadog:.*") }}
  trail-compliance:
    required: true
  attestations:
    - name: unit
      type: junit
      if: \${{ exists(flow) and flow.tags.risk-level == "high" }}
    - type: custom:coverage
      must_be_compliant: false
    - name: go
      type: decision
      for_control: C1
`;

const errorsOf = ({ body }: Answer): Readonly<Record<string, unknown>> => Object(field(body, 'errors'));
const versions = (body: unknown): readonly unknown[] => {
  const list = field(body, 'versions');
  return Array.isArray(list) ? list : [];
};

describe('a policy', () => {
  test('is answered whole when it is created, and is the same when it is asked for', async () => {
    const it = await world();
    const answer = await putPolicy(it, 'prod', full, { description: 'what runs', comment: 'first', type: 'env' });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      name: 'prod',
      description: 'what runs',
      archived: false,
      created_by: 'ada',
      created_at: expect.any(Number),
      last_modified_at: field(answer.body, 'created_at'),
      consuming_envs: [],
      versions: [{ version: 1, comment: 'first', timestamp: field(answer.body, 'created_at'), created_by: 'ada', policy_yaml: full }],
    });
    expect((await it.get('/policies/acme/prod')).body).toEqual(answer.body);
    expect((await it.get('/policies/acme')).body).toEqual([answer.body]);
  });

  test('has another version for another file, the oldest first, and none for the same', async () => {
    const it = await world();
    const first = await putPolicy(it, 'prod', full, { description: 'one' });
    await createToken({ dataDir: it.dataDir, user: 'bob', orgs: ['acme'], role: 'member', token: 'of-bob' });
    const second = await putPolicy(it.as('of-bob'), 'prod', provenance, { comment: 'less' });
    expect([second.status, versions(second.body)]).toEqual([
      200,
      [
        versions(first.body)[0],
        { version: 2, comment: 'less', timestamp: field(second.body, 'last_modified_at'), created_by: 'bob', policy_yaml: provenance },
      ],
    ]);
    // Fields that were not sent again stay.
    expect([field(second.body, 'description'), field(second.body, 'created_by')]).toEqual(['one', 'ada']);
    const third = await putPolicy(it, 'prod', provenance, { description: 'three' });
    expect([versions(third.body).length, field(third.body, 'description')]).toEqual([2, 'three']);
    const fourth = await putPolicy(it, 'prod', undefined, { description: '' });
    expect([fourth.status, versions(fourth.body).length, field(fourth.body, 'description')]).toEqual([200, 2, '']);
    expect(versions((await putPolicy(it, 'prod', full)).body).map((each) => field(each, 'version'))).toEqual([1, 2, 3]);
  });

  test('with many versions is answered with all of them', async () => {
    const it = await world();
    for (let index = 0; index < 23; index += 1) await putPolicy(it, 'prod', `${provenance}# ${index}\n`);
    const numbers = versions((await it.get('/policies/acme/prod')).body).map((each) => field(each, 'version'));
    expect(numbers).toEqual(Array.from({ length: 23 }, (_, index) => index + 1));
  });

  test('is not there until it is created', async () => {
    const it = await world();
    expect((await it.get('/policies/acme')).body).toEqual([]);
    const { body, status } = await it.get('/policies/acme/prod');
    expect([status, field(body, 'message')]).toEqual([
      404,
      "There is no policy 'prod' in the organization 'acme'. Check its name, or create it.",
    ]);
    const without = await putPolicy(it, 'prod', undefined);
    expect([without.status, errorsOf(without)]).toEqual([400, { policy_file: 'is missing: add it.' }]);
    expect((await it.get('/policies/acme')).body).toEqual([]);
  });

  test('stands in the list by its name', async () => {
    const it = await world();
    for (const name of ['prod', 'dev', 'Alpha']) await putPolicy(it, name, provenance);
    const { body } = await it.get('/policies/acme');
    expect(Array.isArray(body) ? body.map((each) => field(each, 'name')) : []).toEqual(['Alpha', 'dev', 'prod']);
  });

  test('is what the records say', async () => {
    const it = await world();
    await putPolicy(it, 'prod', full, { description: 'one' });
    await putPolicy(it, 'prod', provenance);
    await putPolicy(it, 'prod', undefined, { description: 'two' });
    await it.restart();
    const report = await verifyData({ dataDir: it.dataDir });
    expect([report.problem, report.organizations.map(({ problem }) => problem)]).toEqual([undefined, [undefined]]);
  });
});

describe('a policy file is refused, with the line of what is wrong,', () => {
  const inArtifacts = (yaml: string) => `${schema}artifacts:\n${yaml}`;
  test.each([
    ['without its schema', 'artifacts:\n  provenance:\n    required: true\n', /^_schema \(line 1\)$/, /is missing/],
    ['of another version', provenance.replace('/v1', '/v2'), /^_schema \(line 1\)$/, /v1/],
    ['with a key that there is not', inArtifacts('  provenence: {}\n'), /^artifacts\.provenence \(line 3\)$/, /is not a field/],
    ['with a word for yes or no', inArtifacts('  provenance:\n    required: "yes"\n'), /required \(line 4\)$/, /true or false/],
    ['that requires nothing', schema, /^artifacts \(line 1\)$/, /requires nothing/],
    ['that requires nothing any more', provenance.replace('true', 'false'), /^artifacts \(line 2\)$/, /requires nothing/],
    ['of an attestation without a type', inArtifacts('  attestations:\n    - name: unit\n'), /attestations\[0\]\.type/, /is missing/],
    ['of a type that there is not', inArtifacts('  attestations:\n    - name: unit\n      type: pull-request\n'), /type \(line 5\)$/, /./],
    [
      'of any type of any name',
      inArtifacts(`  attestations:\n    - type: "*"\n`),
      /attestations\[0\]\.type \(line 4\)$/,
      /any type of any name/,
    ],
    [
      'with a control of no decision',
      inArtifacts('  attestations:\n    - type: junit\n      for_control: C1\n'),
      /for_control \(line 5\)$/,
      /decision alone/,
    ],
    [
      'with an exception without a condition',
      inArtifacts('  provenance:\n    required: true\n    exceptions:\n      - {}\n'),
      /exceptions\[0\]\.if/,
      /is missing/,
    ],
    [
      'with a condition that is not wrapped',
      inArtifacts('  attestations:\n    - type: junit\n      if: exists(flow)\n'),
      /if \(line 5\)$/,
      /is no expression/,
    ],
    [
      'with a condition that is no question',
      inArtifacts('  attestations:\n    - type: junit\n      if: ${{ flow.name }}\n'),
      /if \(line 5\)$/,
      /no question of yes or no/,
    ],
    [
      'with a condition that nobody can read',
      inArtifacts('  attestations:\n    - type: junit\n      if: ${{ flow.name == }}\n'),
      /if \(line 5\)$/,
      /cannot be read/,
    ],
    [
      'with an exception that nobody can read',
      inArtifacts('  trail-compliance:\n    required: true\n    exceptions:\n      - if: ${{ github.sha }}\n'),
      /trail-compliance\.exceptions\[0\]\.if \(line 6\)$/,
      /cannot be read/,
    ],
    ['that is no YAML', 'artifacts: [', /^line 1$/, /./],
    ['with an alias', `${schema}artifacts: &a\n  provenance: *a\n`, /^line 3$/, /alias/],
    ['that is a list', '- a\n', /./, /object/],
  ])('%s', async (_, yaml, path, sentence) => {
    const it = await world();
    const answer = await putPolicy(it, 'prod', yaml);
    expect(answer.status).toBe(400);
    const [[where, why] = ['', '']] = Object.entries(errorsOf(answer));
    expect(where).toMatch(path);
    expect(String(why)).toMatch(sentence);
    expect((await it.get('/policies/acme')).body).toEqual([]);
  });

  test('that is not UTF-8, and one that is too large', async () => {
    const it = await world();
    const send = (content: Uint8Array<ArrayBuffer>) =>
      it.form('PUT', '/policies/acme', { name: 'prod' }, { json: 'payload', field: 'policy_file', content });
    expect(errorsOf(await send(new Uint8Array([0xff, 0xfe])))).toEqual({ policy_file: 'must be YAML in UTF-8.' });
    expect((await send(new Uint8Array(256 * 1024 + 1).fill(0x23))).status).toBe(413);
  });
});

describe('what goes along with a policy', () => {
  test.each([
    [{ name: 'no spaces' }, 'name'],
    [{ name: 'prod', type: 'flow' }, 'type'],
    [{ name: 'prod', descriptoin: 'x' }, 'descriptoin'],
    [{}, 'name'],
  ])('is refused by its field: %j', async (payload, path) => {
    const it = await world();
    const answer = await it.form('PUT', '/policies/acme', payload, { json: 'payload', field: 'policy_file', content: provenance });
    expect([answer.status, Object.keys(errorsOf(answer))]).toEqual([400, [path]]);
  });

  test('is the part payload of the form', async () => {
    const it = await world();
    const answer = await it.form('PUT', '/policies/acme', { name: 'prod' }, { field: 'policy_file', content: provenance });
    expect([answer.status, errorsOf(answer)]).toEqual([400, { data_json: 'send payload and at most one policy_file.' }]);
    const json = await it.json('PUT', '/policies/acme', { name: 'prod' });
    expect([json.status, errorsOf(json)]).toEqual([400, { payload: 'is missing: add it.' }]);
  });
});

test('a reader may not make a policy', async () => {
  const it: World = await world();
  await createToken({ dataDir: it.dataDir, user: 'eve', orgs: ['acme'], role: 'reader', token: 'of-eve' });
  expect((await putPolicy(it.as('of-eve'), 'prod', provenance)).status).toBe(403);
});
