import type { Checked, Definition, Evaluation, Problems } from './definition.ts';
import { runJq } from './jq.ts';
import { guards, usedUnsafe } from './guards.ts';
import { comparedInteger, dataProblems, schemaProblem } from './schema.ts';
import { unsafeIntegers, type UnsafeInteger } from './unsafe-integers.ts';

/** The problems of a type's schema and rules, a sentence for each field; nothing if they can be used. */
export async function problemsOf({ expressions, rules, schema }: Checked): Promise<Problems> {
  const problems = new Map<string, string>();
  const wrong = schema === undefined ? undefined : schemaProblem(schema);
  if (wrong !== undefined) problems.set('type_schema', wrong);
  const programs = [
    ...rules.map((program, index) => [`evaluator.rules[${index}]`, program] as const),
    ...expressions.map((program, index) => [`summary[${index}].expression`, program] as const),
  ];
  for (const [path, program] of programs) {
    const problem = await programProblem(program);
    if (problem !== undefined) problems.set(path, problem);
  }
  return Object.fromEntries(problems);
}

/** Compiled alone first, so that line and column are its own; then in the form that is run, where directives are not allowed. */
async function programProblem(program: string): Promise<string | undefined> {
  for (const text of [program, together([program])]) {
    const outcome = await runJq(text, '');
    if (outcome.said === 'error') return `is no jq expression: ${messageOf(outcome.message)}`;
  }
  return undefined;
}

/** The message of jq about a mistake, in one line, for example `syntax error, unexpected end of file at line 1, column 4`. */
function messageOf(said: string): string {
  const [line = ''] = said.split('\n');
  return `${line
    .replace(/^jq: error(?: \(at [^)]*\))?: /, '')
    .replace('at <top-level>, ', 'at ')
    .replace(/[:.\s]+$/, '')
    .slice(0, 500)
    .toWellFormed()}.`;
}

/** Evaluates data, which is JSON text. It must be valid under the schema, and each rule must yield only `true`. */
export async function evaluate({ rules, schema }: Definition, data: string, path: string): Promise<Evaluation> {
  const unsafe = unsafeIntegers(data, path);
  const invalid = schema === undefined ? undefined : validated(schema, data, path, unsafe);
  if (invalid !== undefined) return { outcome: 'unreadable', problems: invalid };
  if (rules.length === 0) return { outcome: 'evaluated', compliant: true };
  const outcome = await runJq(together(rules, unsafe.length === 0 ? '' : guards(unsafe)), data);
  const used = outcome.said === 'error' ? unsafe[Number(usedUnsafe.exec(outcome.message)?.[1])] : undefined;
  if (used !== undefined) return { outcome: 'unreadable', problems: tooLarge(used, 'a rule compares or calculates with') };
  if (outcome.said === 'error') return { outcome: 'unreadable', problems: { [path]: `cannot be judged: ${messageOf(outcome.message)}` } };
  const results = resultsIn(outcome.text, rules.length);
  const failed = results?.findIndex((result) => typeof result === 'string') ?? -1;
  if (results === undefined)
    return { outcome: 'unreadable', problems: { [path]: 'cannot be judged: a rule ended before it said anything.' } };
  if (failed === -1) return { outcome: 'evaluated', compliant: results.every((result) => result === true) };
  const why = `cannot be judged by the rule ${JSON.stringify(rules[failed]?.slice(0, 200))}: ${messageOf(String(results[failed]))}`;
  return { outcome: 'unreadable', problems: { [path]: why } };
}

function tooLarge({ path, source }: UnsafeInteger, use: string): Problems {
  const why = `is an integer that ${use}, and no reader of JSON that calculates can hold it exactly: send it as text.`;
  return { [path]: `${source.slice(0, 40)} ${why}` };
}

/** A schema that refers to itself without end overflows the stack. */
function validated(schema: string, data: string, path: string, unsafe: readonly UnsafeInteger[]): Problems | undefined {
  try {
    const parsed: unknown = JSON.parse(data);
    const compared = unsafe.length === 0 ? undefined : comparedInteger(schema, parsed, unsafe);
    return compared === undefined ? dataProblems(schema, parsed, path) : tooLarge(compared, 'the schema of its type compares');
  } catch (error) {
    return { [path]: `cannot be held to the schema of its type: ${messageOf(error instanceof Error ? error.message : String(error))}` };
  }
}

/**
 * All rules as one program, because starting jq costs more than running a rule. For each rule the program says whether it yields
 * something and all of it is `true`; or, in words, why it failed. The line break after a rule ends a comment in it. `before`
 * holds definitions for the rules alone.
 */
function together(rules: readonly string[], before = ''): string {
  const each = rules.map((rule) => `(try verdict(\n${rule}\n\n) catch (tostring | .[:500]))`);
  return `def verdict(rule): reduce rule as $value ([0, true]; [.[0] + 1, .[1] and $value == true]) | .[0] > 0 and .[1];\n${before}\n[${each.join(',\n')}]`;
}

/** One result for each rule, or nothing if the program ended otherwise. */
function resultsIn(text: string, count: number): readonly (boolean | string)[] | undefined {
  if (text === '') return undefined;
  const values: unknown = JSON.parse(text);
  if (!Array.isArray(values) || values.length !== count) return undefined;
  const results = values.filter((value) => typeof value === 'boolean' || typeof value === 'string');
  return results.length === count ? results : undefined;
}
