import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { loadJq } from 'jq-wasm';
import { messageOf } from '../../errors/index.ts';
import { comparedInteger, dataProblems, schemaProblem, unsafeIntegers } from './schema.ts';
import type { Checked, Definition, Evaluation, Problems, UnsafeInteger } from './schema.ts';

/** The message of a program that was about to use an unsafe integer: its index in the list. */
const usedUnsafe = /^unsafe integer (\d+)$/;

const comparisons = { _equal: '==', _notequal: '!=', _less: '<', _lesseq: '<=', _greater: '>', _greatereq: '>=' };
const calculations = { _plus: '+', _minus: '-', _multiply: '*', _divide: '/', _mod: '%' };

/** Functions of jq that compare the content of their input. */
const ordering = ['sort', 'unique', 'min', 'max'];
const orderingBy = ['sort_by', 'group_by', 'unique_by', 'min_by', 'max_by'];
const searching = ['index', 'rindex', 'indices', 'contains', 'inside', 'bsearch'];

/** Functions of jq that calculate with their input, or with their arguments. */
const ofInput =
  'abs acos acosh asin asinh atan atanh cbrt ceil cos cosh erf erfc exp exp10 exp2 expm1 fabs floor frexp gamma gmtime isfinite isinfinite isnan isnormal j0 j1 length lgamma lgamma_r localtime log log10 log1p log2 logb modf nearbyint normals finites rint round significand sin sinh sqrt tan tanh tgamma todate todateiso8601 trunc y0 y1'.split(
    ' ',
  );
const ofOne = ['range', 'strftime', 'strflocaltime', 'flatten', 'nth'];
const ofTwo = 'atan2 copysign drem fdim fmax fmin fmod hypot jn ldexp nextafter nexttoward pow range remainder scalb scalbln yn'.split(' ');
const ofThree = ['fma', 'range'];

/**
 * Definitions in front of a program that replace all in jq that compares and calculates. If it uses one of the integers, the program ends,
 * and no `try` catches that: jq would go on with the nearest double. Operators are functions, and the nearest definition of a name counts.
 * `.` stays the data.
 */
function guards(integers: readonly UnsafeInteger[]): string {
  const keyed = JSON.stringify(integers.map(({ source }, index) => ({ source, index })));
  return [
    // In the form in which jq writes them.
    `(${keyed} | map({(.source | fromjson | tojson): .index}) | add) as $unsafe_integers |`,
    'def guarded: (.. | numbers | tojson | select(in($unsafe_integers)) | "unsafe integer \\($unsafe_integers[.])" | halt_error), .;',
    'def holds_numbers: [limit(1; .. | numbers)] | length > 0;',
    'def compared($a; $b): [if ($a | holds_numbers) and ($b | holds_numbers) then ($a, $b) | guarded else empty end];',
    'def calculated($a; $b): [if ($a | type) == "array" then ($a, $b) | guarded else ($a, $b) | numbers | guarded end];',
    ...kept(),
    ...Object.keys(comparisons).map((name) => `def ${name}(a; b): b as $b | a as $a | compared($a; $b) as $_ | kept${name}($a; $b);`),
    ...Object.keys(calculations).map((name) => `def ${name}(a; b): b as $b | a as $a | ${guardOf(name)} as $_ | kept${name}($a; $b);`),
    'def _negate: [numbers | guarded] as $_ | kept_negate;',
    ...ordering.map((name) => `def ${name}: [if length > 1 then guarded else empty end] as $_ | kept_${name};`),
    ...orderingBy.map((name) => `def ${name}(f): [if length > 1 then .[] | [f] | guarded else empty end] as $_ | kept_${name}(f);`),
    ...searching.map((name) => `def ${name}(x): x as $x | compared(.; $x) as $_ | kept_${name}($x);`),
    ...ofInput.map((name) => `def ${name}: [numbers | guarded] as $_ | kept_${name};`),
    ...ofOne.map((name) => `def ${name}($a): [(., $a) | numbers | guarded] as $_ | kept_${name}($a);`),
    ...ofTwo.map((name) => `def ${name}($a; $b): [($a, $b) | numbers | guarded] as $_ | kept_${name}($a; $b);`),
    ...ofThree.map((name) => `def ${name}($a; $b; $c): [($a, $b, $c) | numbers | guarded] as $_ | kept_${name}($a; $b; $c);`),
    // These are made of operators, and are defined again with those above.
    'def add(f): reduce f as $x (null; . + $x);',
    'def add: add(.[]);',
    'def IN(s): any(s == .; .);',
    'def IN(src; s): any(src == s; .);',
  ].join('\n');
}

/** The original functions of jq under other names. */
function kept(): readonly string[] {
  const operators = { ...comparisons, ...calculations };
  return [
    ...Object.entries(operators).map(([name, operator]) => `def kept${name}($a; $b): $a ${operator} $b;`),
    'def kept_negate: -(.);',
    ...[...ordering, ...ofInput].map((name) => `def kept_${name}: ${name};`),
    ...[...orderingBy, ...searching, ...ofOne].map((name) => `def kept_${name}(f): ${name}(f);`),
    ...ofTwo.map((name) => `def kept_${name}($a; $b): ${name}($a; $b);`),
    ...ofThree.map((name) => `def kept_${name}($a; $b; $c): ${name}($a; $b; $c);`),
  ];
}

/** Lists are concatenated and objects are merged without a comparison; values that are taken out of a list are compared. */
function guardOf(name: string): string {
  return name === '_minus' ? 'calculated($a; $b)' : '[($a, $b) | numbers | guarded]';
}

/** Part of every JavaScript engine. Its types come with those of browsers, which we do not use here. */
declare const WebAssembly: { readonly Module: new (bytes: Uint8Array) => object };

/** Next to this file in the bundle, otherwise in its package. */
const bundled = fileURLToPath(import.meta.url).replace(/[^\\/]+$/, 'jq.wasm');
const wasmFile = existsSync(bundled) ? bundled : createRequire(import.meta.url).resolve('jq-wasm/jq.wasm');
const wasmModule = new WebAssembly.Module(readFileSync(wasmFile));

type Outcome = { readonly said: 'values'; readonly text: string } | { readonly said: 'error'; readonly message: string };

/** Runs a program on JSON text; an empty text only checks the program. One instance of at most 256 MB each: a full one is unusable. */
async function runJq(program: string, input: string): Promise<Outcome> {
  const jq = await loadJq({ wasmModule });
  try {
    const { exitCode, stderr, stdout } = jq.raw(input, program, ['-c']);
    return exitCode === 0
      ? { said: 'values', text: stdout }
      : { said: 'error', message: stderr === '' ? `jq ended with ${exitCode}` : stderr };
  } catch {
    return { said: 'error', message: 'it needs more memory than there is for it' };
  }
}

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
    if (outcome.said === 'error') return `is no jq expression: ${jqProblem(outcome.message)}`;
  }
  return undefined;
}

/** The message of jq about a mistake, in one line, for example `syntax error, unexpected end of file at line 1, column 4`. */
function jqProblem(said: string): string {
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
  if (outcome.said === 'error') return { outcome: 'unreadable', problems: { [path]: `cannot be judged: ${jqProblem(outcome.message)}` } };
  const results = resultsIn(outcome.text, rules.length);
  const failed = results?.findIndex((result) => typeof result === 'string') ?? -1;
  if (results === undefined)
    return { outcome: 'unreadable', problems: { [path]: 'cannot be judged: a rule ended before it said anything.' } };
  if (failed === -1) return { outcome: 'evaluated', compliant: results.every((result) => result === true) };
  const why = `cannot be judged by the rule ${JSON.stringify(rules[failed]?.slice(0, 200))}: ${jqProblem(String(results[failed]))}`;
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
    return { [path]: `cannot be held to the schema of its type: ${jqProblem(messageOf(error))}` };
  }
}

/**
 * All rules as one program, because starting jq costs more than a rule. Each says whether it yields something and all of it is `true`, or
 * why it failed. The line break after a rule ends a comment in it. `before`: definitions for the rules alone.
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
