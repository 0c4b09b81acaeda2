import type { UnsafeInteger } from './unsafe-integers.ts';

/** The message of a program that was about to use an unsafe integer: its index in the list. */
export const usedUnsafe = /^unsafe integer (\d+)$/;

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
 * Definitions in front of a program that replace everything in jq that compares and calculates. If one of the integers is used
 * there, the program ends, and no `try` in it catches that: jq would go on with the nearest double. Operators are functions in
 * jq, and jq takes the nearest definition of a name. `.` stays the data.
 */
export function guards(integers: readonly UnsafeInteger[]): string {
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
