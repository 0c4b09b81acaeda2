import { expect, test } from 'vitest';
import { operations, type OperationName } from '../../src/contract/index.ts';
import { mounted } from './mounted.ts';
import { field } from './support.ts';
import { approval, artifact, attestation, found, junit, pagination, rule, trail, type Said } from './interface-tables.ts';

const ok = ['responses', '200', 'content', 'application/json', 'schema'];

test.each<readonly [string, OperationName, readonly string[], Said]>([
  ['a page of trails', 'listTrails', [...ok, 'anyOf', '0'], { 'data*[]': trail, pagination }],
  ['the plain list of trails', 'listTrails', [...ok, 'anyOf', '1', 'items'], trail],
  ['the attestations of a commit', 'findAttestations', [...ok, 'anyOf', '0', 'additionalProperties', 'items'], attestation],
  ['a page of attestations', 'findAttestations', [...ok, 'anyOf', '1'], { 'data*[]': attestation, pagination }],
  ['artifacts', 'listArtifacts', [...ok, 'items'], artifact],
  ['notification rules', 'listNotifications', [...ok, 'items'], rule],
  ['one notification rule', 'getNotification', ok, rule],
  ['test results', 'attestJunit', ['requestBody', 'content', 'multipart/form-data', 'schema', 'properties', 'data_json'], junit],
  ['what a search finds', 'searchSha', ok, found],
  ['approvals', 'listApprovals', [...ok, 'items'], approval],
])('the document has every field of the interface in %s', async (_, name, place, said) => {
  expect(faultsOf(place.reduce<unknown>(at, await operationSaid(name)), said, '')).toEqual([]);
});

test('the document has the defaults of the interface', async () => {
  const [trails, artifacts] = [await operationSaid('listTrails'), await operationSaid('listArtifacts')];
  const defaults = (of: unknown) =>
    Object.fromEntries(listOf(at(of, 'parameters')).map((each) => [field(each, 'name'), field(each, 'schema.default')]));
  expect(defaults(trails)).toMatchObject({ page: 1, per_page: undefined });
  expect(defaults(artifacts)).toMatchObject({ page: 1, per_page: 15 });
  const rows = [
    ...ok,
    'anyOf',
    '0',
    'properties',
    'data',
    'items',
    'properties',
    'compliance_status',
    'properties',
    'attestations_statuses',
  ];
  expect([...rows, 'items', 'properties', 'unexpected', 'default'].reduce<unknown>(at, trails)).toBe(false);
});

let whole: unknown;

async function operationSaid(name: OperationName): Promise<unknown> {
  whole ??= (await (await mounted()).inject('/api/v2/openapi.json')).json();
  const { method, path } = operations[name];
  return ['paths', `/api/v2${path.replace(/:(\w+)/g, '{$1}')}`, method.toLowerCase()].reduce(at, whole);
}

/** The places where a schema does not say what the interface says. */
function faultsOf(schema: unknown, said: Said, where: string): readonly string[] {
  if (said === 'any') return schema === undefined ? [`${where} is not there`] : [];
  const parts = partsOf(schema);
  if (typeof said === 'string') {
    const types = parts.map((part) => field(part, 'type'));
    const isSaid = types.some((type) => type !== 'null') && types.every((type) => said.split(' | ').includes(String(type)));
    return isSaid ? [] : [`${where} is ${types.join(' | ') || 'not there'}, and not ${said}`];
  }
  if (isWords(said)) {
    const words = parts.flatMap((part) => field(part, 'enum') ?? field(part, 'type'));
    const isTyped = parts.every((part) => typeof field(part, 'type') === 'string');
    return isTyped && new Set(words).symmetricDifference(new Set<unknown>(said)).size === 0
      ? []
      : [`${where} is one of ${words.join()}, and not of ${said.join()}`];
  }
  const one = parts.find((part) => field(part, 'type') === 'object');
  const required = listOf(field(one, 'required'));
  return Object.entries(said).flatMap(([key, of]) => {
    const name = key.replace(/\*|\[\]/g, '');
    const inner = at(field(one, 'properties'), name);
    const items = key.endsWith('[]')
      ? at(
          partsOf(inner).find((part) => field(part, 'type') === 'array'),
          'items',
        )
      : inner;
    const missing = key.includes('*') && !required.includes(name) ? [`${where}.${name} is not required`] : [];
    return [...missing, ...faultsOf(items, of, `${where}.${name}`)];
  });
}

const isWords = (said: Said): said is readonly string[] => Array.isArray(said);

/** The alternatives of a schema, those of its alternatives too. */
function partsOf(schema: unknown): readonly unknown[] {
  const any = field(schema, 'anyOf');
  if (Array.isArray(any)) return any.flatMap(partsOf);
  return schema === undefined ? [] : [schema];
}

function at(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? new Map<string, unknown>(Object.entries(value)).get(name) : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
