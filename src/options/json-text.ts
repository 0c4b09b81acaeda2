import { isExactNumber, jsonProblem } from '../text/index.ts';

/** Deepest nesting of a caller's JSON: later code calls itself once for each level, and the stack is limited. */
export const deepest = 64;

export type JsonText =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'too-deep' }
  /** Readers disagree about its value: `a.b is there twice: say it once.` */
  | { readonly kind: 'unclear'; readonly why: string }
  | { readonly kind: 'no-json'; readonly why: string };

/** Its length is checked before, and its depth after it. */
const unbounded = { depth: Infinity, values: Infinity, names: Infinity };

/** Reads JSON that a caller wrote, if every reader would read the same in it: no object has a name twice. `parse` may keep numbers as they are written. */
export function readJson(text: string, parse: (text: string) => unknown = JSON.parse): JsonText {
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    return { kind: 'no-json', why: error instanceof Error ? error.message : String(error) };
  }
  const problem = jsonProblem(text, unbounded);
  if (problem !== undefined) return { kind: 'unclear', why: [problem.path, problem.sentence].filter((part) => part !== '').join(' ') };
  return isTooDeep(value) ? { kind: 'too-deep' } : { kind: 'json', value };
}

/** Goes level by level, and stops at the deepest that is allowed. */
function isTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return true;
    level = level.flatMap((part) => (typeof part === 'object' && part !== null && !isExactNumber(part) ? Object.values(part) : []));
  }
  return false;
}
