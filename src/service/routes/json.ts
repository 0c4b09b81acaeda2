import { Refusal } from '../evidence/refusal.ts';

/** Deeper than this no evidence is nested, and every reader after us can follow. */
const deepest = 64;

/** JSON from bytes: UTF-8, of a bounded depth, and nothing in it that JSON cannot carry on. */
export function parseJson(bytes: Uint8Array): unknown {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new Refusal('invalid-request', 'data_json is not JSON in UTF-8.', {
      cause: error,
      errors: { data_json: 'must be a JSON object.' },
    });
  }
  const problem = problemOf(value);
  if (problem !== undefined) throw new Refusal('invalid-request', `data_json ${problem}`, { errors: { data_json: problem } });
  return value;
}

/** Walks without recursion, for the depth is the attacker's choice. */
function problemOf(root: unknown): string | undefined {
  let level: unknown[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return `is nested deeper than ${deepest} levels: make it flatter.`;
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value === 'number' && !Number.isFinite(value)) return 'has a number that is too large for any reader of JSON.';
      if (typeof value === 'string' && !value.isWellFormed()) return 'has half of a surrogate pair, which is no text.';
      if (typeof value !== 'object' || value === null) continue;
      for (const [key, inner] of Object.entries(value)) next.push(key, inner);
    }
    level = next;
  }
  return undefined;
}
