import { Check } from 'typebox/schema';
import { describe, expect, test } from 'vitest';
import { CustomType } from '../../src/contract/index.ts';
import { problems } from './care/tamper.ts';
import { field, world } from './support.ts';
import { attestPerson, errorsOf, evaluatedBy, make, ofPerson, path, recordOf } from './types-support.ts';

describe('a type', () => {
  test('is shown with all that was said of it, by itself and in the list', async () => {
    const it = await world();
    const summary = [{ name: 'Age', expression: '.age' }];
    const answer = await make(it, { description: 'over 21', ...evaluatedBy('.age > 21', '.age < 65'), summary }, ofPerson);
    expect([answer.status, answer.body]).toEqual([201, { message: 'OK', version: 1 }]);
    const { body } = await it.get(`${path}/person`);
    expect(Check(CustomType, body)).toBe(true);
    expect(body).toEqual({
      name: 'person',
      description: 'over 21',
      archived: false,
      org: 'acme',
      created_by: 'ada',
      created_at: expect.any(Number),
      last_modified_at: field(body, 'created_at'),
      versions: [
        {
          version: 1,
          timestamp: field(body, 'created_at'),
          created_by: 'ada',
          type_schema: ofPerson,
          evaluator: { content_type: 'jq', rules: ['.age > 21', '.age < 65'] },
          summary,
        },
      ],
    });
    expect((await it.get(path)).body).toEqual([body]);
    expect(await problems(it.dataDir)).toBe('');
  });

  test('needs no more than a name', async () => {
    const it = await world();
    expect((await make(it)).status).toBe(201);
    expect(field((await it.get(`${path}/person`)).body, 'versions')).toMatchObject([
      { type_schema: null, evaluator: { content_type: 'default' }, summary: null },
    ]);
  });

  test('gets a new version only when something of it changed, and shows the newest first', async () => {
    const it = await world();
    const versions: unknown[] = [];
    for (const [more, schema] of [
      [evaluatedBy('.age > 21'), ofPerson],
      [evaluatedBy('.age > 21'), ofPerson],
      [evaluatedBy('.age > 21'), `{"properties": {"age": {"type": "number"}},\n "required": ["age"], "type": "object"}`],
      [{ ...evaluatedBy('.age > 21'), description: null }, ofPerson],
      [{ ...evaluatedBy('.age > 21'), description: 'd' }, ofPerson],
      [{ ...evaluatedBy('.age > 18'), description: 'd' }, ofPerson],
      [{ ...evaluatedBy('.age > 18'), description: 'd' }, true],
      [{ ...evaluatedBy('.age > 18'), description: 'd' }, undefined],
    ] as const)
      versions.push(field((await make(it, more, schema)).body, 'version'));
    expect(versions).toEqual([1, 1, 1, 1, 2, 3, 4, 5]);
    const { body } = await it.get(`${path}/person`);
    expect([0, 1, 2, 3, 4].map((at) => field(body, `versions.${at}.version`))).toEqual([5, 4, 3, 2, 1]);
    expect(Number(field(body, 'last_modified_at'))).toBe(field(body, 'versions.0.timestamp'));
    expect(Number(field(body, 'created_at'))).toBe(field(body, 'versions.4.timestamp'));
    const one = await it.get(`${path}/person?version=1`);
    expect(one.body).toEqual({
      name: 'person',
      archived: false,
      org: 'acme',
      versions: [field(body, 'versions.4')],
    });
  });

  test('that is not there, or not in that version, is 404 and named', async () => {
    const it = await world();
    await make(it);
    const none = await it.get(`${path}/robot`);
    expect([none.status, field(none.body, 'message')]).toEqual([404, expect.stringContaining("'robot' in the organization 'acme'")]);
    const version = await it.get(`${path}/person?version=2`);
    expect([version.status, field(version.body, 'message')]).toEqual([404, expect.stringMatching(/no version 2 .*'person'.* are 1 to 1/)]);
    expect((await it.get(`${path}/person?version=0`)).status).toBe(400);
    expect((await it.json('PUT', `${path}/robot/archive`, null)).status).toBe(404);
  });

  test('list is by name, and of more than a page', async () => {
    const it = await world();
    const names = Array.from({ length: 120 }, (_, index) => `type-${String(index).padStart(3, '0')}`);
    for (const name of names.toReversed()) await make(it, { name });
    await make(it, { name: 'type-050', description: 'again' });
    const { body } = await it.get(path);
    expect(names.map((_, index) => field(body, `${index}.name`))).toEqual(names);
    expect([49, 50, 51].map((index) => Object.keys(Object(field(body, `${index}.versions`))).length)).toEqual([1, 2, 1]);
    expect(field(body, '50.versions.0')).toMatchObject({ version: 2 });
  });

  test('that was taken out of use is shown by its name only, and taken up again by making it again', async () => {
    const it = await world();
    await make(it, evaluatedBy('.ok'));
    const green = await attestPerson(it, { ok: true });
    expect((await it.json('PUT', `${path}/person/archive`, null)).status).toBe(200);
    expect((await it.json('PUT', `${path}/person/archive`, null)).status).toBe(200);
    expect((await it.get(path)).body).toEqual([]);
    expect((await it.get(`${path}/person`)).body).toMatchObject({ archived: true, versions: [{ version: 1 }] });
    const refused = await attestPerson(it, { ok: true });
    expect([refused.status, field(refused.body, 'message')]).toEqual([400, expect.stringMatching(/'person'.* is archived/)]);
    expect(await recordOf(it, green)).toMatchObject({ is_compliant: true, type_version: 1 });
    expect((await make(it, evaluatedBy('.ok'))).body).toEqual({ message: 'OK', version: 1 });
    expect((await it.get(path)).body).toMatchObject([{ name: 'person', archived: false }]);
    expect((await attestPerson(it, { ok: true })).status).toBe(201);
    expect(await problems(it.dataDir)).toBe('');
  });
});

describe('a type that cannot judge anything is not made, and says why:', () => {
  test.each([
    [
      'a rule that is no jq',
      { ...evaluatedBy('.a', '.age >') },
      undefined,
      'evaluator.rules[1]',
      /unexpected end of file at line 1, column/,
    ],
    [
      'a function that jq does not have',
      evaluatedBy('.age\n| foo(1)'),
      undefined,
      'evaluator.rules[0]',
      /foo\/1 is not defined at line 2, column 3/,
    ],
    ['a module', evaluatedBy('import "a" as a; .'), undefined, 'evaluator.rules[0]', /module not found/],
    ['a rule that ends the program it is run in', evaluatedBy('true), (true'), undefined, 'evaluator.rules[0]', /syntax error/],
    ['a summary that is no jq', { summary: [{ name: 'n', expression: '|' }] }, undefined, 'summary[0].expression', /syntax error/],
    ['an unknown keyword', {}, { requried: ['a'] }, 'type_schema', /unknown keyword: "requried"/],
    ['an unknown type', {}, { type: 'objekt' }, 'type_schema', /data\/type must be equal to one of/],
    [
      'an unknown dialect',
      {},
      { $schema: 'http://json-schema.org/draft-04/schema#' },
      'type_schema',
      /\$schema must be .*2020-12.*draft-07/,
    ],
    [
      'a reference to elsewhere',
      {},
      { $ref: 'https://schemas.example/x' },
      'type_schema',
      /can't resolve reference https:\/\/schemas.example\/x/,
    ],
    ['a pattern that is none', {}, { pattern: '(' }, 'type_schema', /Unterminated group/],
    ['a schema that is no JSON', {}, '{"type":', 'type_schema', /must be a JSON object/],
    ['a schema that is a list', {}, [], 'type_schema', /is an object, or true or false/],
    ['a schema that answers later', {}, { $async: true }, 'type_schema', /cannot be asynchronous/],
  ] as const)('%s', async (_, more, schema, name, sentence) => {
    const it = await world();
    const answer = await make(it, more, schema);
    expect(errorsOf(answer)).toEqual([400, { [name]: expect.stringMatching(sentence) }]);
    expect((await it.get(path)).body).toEqual([]);
  });

  test.each([
    ['name', { name: '-x' }],
    ['name', { name: undefined }],
    ['surplus', { surplus: 1 }],
    ['summary[0].expression', { summary: [{ name: 'n' }] }],
    ['evaluator.rules', { evaluator: { rules: Array<string>(101).fill('.') } }],
  ])('%s of %j', async (name, more) => {
    const it = await world();
    const answer = await make(it, more);
    expect([answer.status, Object.keys(Object(field(answer.body, 'errors')))]).toEqual([400, expect.arrayContaining([name])]);
  });
});
