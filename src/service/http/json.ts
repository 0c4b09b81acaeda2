import { limits } from '../../contract/index.ts';
import { Refusal } from '../evidence/refusal.ts';
import { jsonProblem, mayBeRounded, parseExact, valueAt } from '../../text/index.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });
const bounds = { depth: limits.jsonDepth, values: limits.jsonValues, names: limits.jsonNames };

/**
 * The JSON of a form's `data_json`, or of a body: UTF-8, within the bounds, without values that JSON cannot carry on or that two
 * readers would read in two ways. All JSON that clients send is read here.
 */
export function parseJson(bytes: Uint8Array, part = 'data_json'): unknown {
  let value: unknown;
  try {
    const text = utf8.decode(bytes);
    const problem = jsonProblem(text, bounds);
    if (problem !== undefined) throw invalidJson(part, problem.path === '' ? part : problem.path, problem.sentence);
    value = withExactNumbers(JSON.parse(text), text);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal('invalid-request', `${part} is not JSON in UTF-8.`, {
      cause: error,
      errors: { [part]: 'must be a JSON object.' },
    });
  }
  return value;
}

/** The fields whose meaning only the sender knows. Everywhere else the schema says which numbers are valid. */
const asSent = ['attestation_data', 'user_data'];

/** Keeps the digits of numbers that a double would round, in the fields that have no schema. */
function withExactNumbers(value: unknown, text: string): unknown {
  const named = asSent.filter((name) => valueAt(value, name) !== undefined);
  if (named.length === 0 || !mayBeRounded(text)) return value;
  const exact = parseExact(text);
  return { ...Object(value), ...Object.fromEntries(named.map((name) => [name, valueAt(exact, name)])) };
}

function invalidJson(part: string, path: string, sentence: string): Refusal {
  return new Refusal('invalid-request', `${part} is not taken: ${path} ${sentence}`, { errors: { [path]: sentence } });
}
