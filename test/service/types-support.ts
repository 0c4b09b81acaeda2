import { field, sha, type Answer, type World } from './support.ts';

export const path = '/custom-attestation-types/acme';
export const ofPerson = { type: 'object', required: ['age'], properties: { age: { type: 'number' } } };

/** Makes the type `person`, unless said otherwise. `schema` is a value, or the text of one. */
export function make(it: World, more: object = {}, schema?: unknown): Promise<Answer> {
  const content = typeof schema === 'string' ? schema : JSON.stringify(schema);
  const upload = schema === undefined ? undefined : { field: 'type_schema', name: 'schema.json', content };
  return it.form('POST', path, { name: 'person', ...more }, upload);
}

export const evaluatedBy = (...rules: readonly string[]): object => ({ evaluator: { content_type: 'jq', rules } });

/** Posts data of the type `person` to the trail `f/t`. */
export function attestPerson(
  it: World,
  attestation_data: unknown,
  type_name = 'person',
  headers: Record<string, string> = {},
): Promise<Answer> {
  const data = { attestation_name: 'who', type_name, attestation_data, git_commit_info: { sha1: sha } };
  return it.form('POST', '/attestations/acme/f/trail/t/custom', data, undefined, headers);
}

export const recordOf = async (it: World, answer: Answer): Promise<unknown> =>
  field((await it.get(`/attestations/acme?attestation_id=${String(field(answer.body, 'attestation_id'))}`)).body, 'data.0');

export const errorsOf = (answer: Answer): unknown => [answer.status, field(answer.body, 'errors')];
