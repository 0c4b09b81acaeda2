import { describe, expect, test } from 'vitest';
import { problems } from './care/tamper.ts';
import { field, putFlow, sha, world } from './support.ts';
import { attestPerson, errorsOf, evaluatedBy, make, ofPerson, recordOf } from './types-support.ts';

describe('evidence of a type', () => {
  test.each([
    ['a rule that yields true', ['.age > 21'], { age: 22 }, true],
    ['a rule that yields false', ['.age > 21'], { age: 21 }, false],
    ['a rule that yields null', ['.nothing'], { age: 1 }, false],
    ['a rule that yields what is not false', ['.age'], { age: 1 }, false],
    ['a rule that yields nothing', ['empty'], { age: 1 }, false],
    ['a rule that yields true twice', ['.[]'], [true, true], true],
    ['a rule that yields true and false', ['.[]'], [true, false], false],
    ['rules of which one says no', ['.age > 21', '.age < 65', 'true'], { age: 70 }, false],
    ['rules that all say yes', ['.age > 21 # a comment', 'def low: 65; .age < low'], { age: 30 }, true],
    ['data that is a text', ['. == "a"'], 'a', true],
    ['data that is a number', ['. == 7'], 7, true],
    ['data that is no', ['. == false'], false, true],
    ['no rule at all', [], { age: 1 }, true],
  ] as const)('is evaluated by %s', async (_, rules, data, compliant) => {
    const it = await world();
    await make(it, evaluatedBy(...rules));
    const answer = await attestPerson(it, data);
    expect(answer.status).toBe(201);
    expect(await recordOf(it, answer)).toMatchObject({
      attestation_type: 'custom:person',
      type_name: 'person',
      type_version: 1,
      attestation_data: data,
      is_compliant: compliant,
    });
    expect((await it.get('/trails/acme/f/t')).body).toMatchObject({ is_compliant: compliant, git_commit_info: { sha1: sha } });
  });

  test.each([
    ['does not have what the schema requires', ofPerson, {}, 'attestation_data', /required property 'age'/],
    ['holds another type than the schema says', ofPerson, { age: '7' }, 'attestation_data.age', /must be number/],
    [
      'holds what the schema does not know',
      { $schema: 'http://json-schema.org/draft-07/schema#', items: [{}, { additionalProperties: false }] },
      [1, { b: 1 }],
      'attestation_data[1]',
      /additional properties: b/,
    ],
    ['only inherits what the schema requires', { required: ['toString'] }, {}, 'attestation_data', /required property 'toString'/],
    ['has no end under the schema', { $ref: '#' }, {}, 'attestation_data', /call stack/],
  ] as const)('is refused when it %s', async (_, schema, data, name, sentence) => {
    const it = await world();
    await make(it, {}, schema);
    expect(errorsOf(await attestPerson(it, data))).toEqual([400, { [name]: expect.stringMatching(sentence) }]);
    expect((await it.get('/attestations/acme')).body).toHaveProperty('data.length', 0);
  });

  test.each([
    ['fails', '.age > ("a" | tonumber)', /by the rule "\.age .*cannot be parsed as a number/i],
    ['says that it fails', 'error("no age")', /no age/],
    ['ends the program', 'halt', /ended before it said anything/],
    ['ends the program with words', '"[true]" | halt_error(0)', /ended before it said anything/],
  ] as const)('is refused when a rule %s', async (_, rule, sentence) => {
    const it = await world();
    await make(it, evaluatedBy('true', rule));
    expect(errorsOf(await attestPerson(it, { age: 1 }))).toEqual([400, { attestation_data: expect.stringMatching(sentence) }]);
  });

  test('of a type that nobody made is refused', async () => {
    const it = await world();
    const answer = await attestPerson(it, {}, 'robot');
    expect([answer.status, field(answer.body, 'message')]).toEqual([404, expect.stringContaining("no custom attestation type 'robot'")]);
    expect((await attestPerson(it, null)).status).toBe(400);
  });

  test('keeps the version that evaluated it, and is not evaluated again by a later one', async () => {
    const it = await world();
    await make(it, evaluatedBy('.age > 21'));
    const first = await attestPerson(it, { age: 30 });
    await make(it, evaluatedBy('.age > 40'));
    expect(await recordOf(it, first)).toMatchObject({ is_compliant: true, type_version: 1 });
    expect((await it.get('/trails/acme/f/t')).body).toMatchObject({ compliance_state: 'COMPLIANT' });
    const second = await attestPerson(it, { age: 30 });
    expect(await recordOf(it, second)).toMatchObject({ is_compliant: false, type_version: 2 });
    expect((await it.get('/trails/acme/f/t')).body).toMatchObject({ compliance_state: 'NON-COMPLIANT' });
    expect(await problems(it.dataDir)).toBe('');
  });

  test('satisfies the entry of its own type in a template, and no other', async () => {
    const it = await world();
    await make(it);
    for (const [type, state] of [
      ['custom:person', 'COMPLIANT'],
      ['custom:robot', 'INCOMPLETE'],
    ] as const) {
      await putFlow(it, 'f', `version: 1\ntrail: {attestations: [{name: who, type: "${type}"}]}\n`);
      await attestPerson(it, {});
      expect(field((await it.get('/trails/acme/f/t')).body, 'compliance_state')).toBe(state);
    }
  });

  test('can be overridden under its type', async () => {
    const it = await world();
    await make(it, evaluatedBy('false'));
    await attestPerson(it, {});
    const override = { attestation_name: 'who', reason: 'r', new_compliance_status: true, original_attestation_type: 'custom:person' };
    expect((await it.json('POST', '/attestations/acme/f/trail/t/override', override)).status).toBe(200);
    expect((await it.get('/trails/acme/f/t')).body).toMatchObject({ compliance_state: 'COMPLIANT' });
  });

  test('of one organization knows nothing of the types of another', async () => {
    const it = await world();
    await make(it);
    expect((await it.get('/custom-attestation-types/other')).status).toBe(403);
  });
});
