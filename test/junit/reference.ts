import { XMLParser } from 'fast-xml-parser';

/**
 * A second reading of JUnit, written apart from `src/junit` to check it: slow, recursive, over the whole tree that another
 * parser makes. It knows counts and names only (rules 1 to 13, 17, 27, 36, 37 and 40), not times or broken files.
 */
export interface ReferenceRow {
  readonly name: string;
  readonly total: number;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
}

/** An element of a document; `tag` and the names of attributes without prefixes, in small letters. */
export interface Element {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
}

interface Sum {
  readonly total: number;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
  readonly excused: number;
}

/** Documents that fast-xml-parser cannot read make it throw. */
export function referenceRows(document: string, fileName: string): readonly ReferenceRow[] {
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseTagValue: false,
    trimValues: false,
    parseAttributeValue: false,
    removeNSPrefix: true,
    maxNestedTags: 100_000,
    ignoreDeclaration: true,
    ignorePiTags: true,
  });
  const tree: unknown = parser.parse(document);
  return rowsOfTree(elementsOf(tree), fileName);
}

/** The rows of a document that was read by any parser. */
export function rowsOfTree(roots: readonly Element[], fileName: string): readonly ReferenceRow[] {
  const file = { tag: '', attributes: {}, children: roots };
  return rowsIn(parts(file, structure), fileName, undefined);
}

function elementsOf(nodes: unknown): readonly Element[] {
  if (!Array.isArray(nodes)) return [];
  return nodes.flatMap((node: Record<string, unknown>) => {
    const tag = Object.keys(node).find((key) => key !== ':@');
    if (tag === undefined || tag.startsWith('#') || tag.startsWith('?')) return [];
    return [{ tag: tag.toLowerCase(), attributes: attributesOf(node[':@']), children: elementsOf(node[tag]) }];
  });
}

function attributesOf(values: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(values ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]));
}

const structure = ['testsuites', 'testsuite', 'testcase'];
const reds = ['failure', 'error'];
const skips = ['skipped', 'disabled', 'ignored'];
const attempts = ['flakyfailure', 'flakyerror', 'rerunfailure', 'rerunerror'];
const signals = [...reds, ...skips, ...attempts];

/** The elements of these names inside, through wrappers of other names. Elements in a test case come after it. */
function parts(element: Element, names: readonly string[]): readonly Element[] {
  return element.children.flatMap((child) => {
    if (child.tag === 'system-out' || child.tag === 'system-err') return [];
    // Test cases cannot lie in properties, but a failure there is one.
    if (child.tag === 'properties') return parts(child, names.includes('failure') ? reds : []);
    if (!names.includes(child.tag)) return parts(child, names);
    if (child.tag === 'testcase') {
      return [child, ...parts(child, [...structure, ...signals]).filter((part) => !signals.includes(part.tag))];
    }
    return skips.includes(child.tag) || attempts.includes(child.tag) ? [child, ...parts(child, reds)] : [child];
  });
}

/** The content of a suite, or of a list of suites: its own test cases, the sum of the suites inside it, and these one by one. */
interface Holding {
  readonly own: Sum;
  readonly inner: Sum;
  readonly suites: readonly Element[];
}

function holdingOf(element: Element): Holding {
  let own = nothing;
  let inner = nothing;
  const suites: Element[] = [];
  for (const part of parts(element, [...structure, ...reds])) {
    if (part.tag === 'testsuite') {
      suites.push(part);
      inner = plus(inner, sumOf(part));
    } else if (part.tag === 'testsuites') {
      const held = holdingOf(part);
      own = plus(own, held.own);
      inner = plus(inner, held.inner);
      suites.push(...held.suites);
    } else {
      own = plus(own, countOf(part));
    }
  }
  const said = declared(element);
  const isHollow = element.tag === 'testsuite' ? own.total + inner.total === 0 : own.total === 0 && suites.length === 0;
  if (isHollow) return { own: said, inner, suites };
  const red = said.failures + said.errors;
  const isRed = own.failures + own.errors + inner.failures + inner.errors > 0;
  if (isRed || red <= own.excused + inner.excused) return { own, inner, suites };
  const total = Math.max(own.total + inner.total, numberOf(element, 'tests'), red + Math.max(own.skipped + inner.skipped, said.skipped));
  // The tests of the suites inside passed, so they cannot be the ones that failed.
  const ownTotal = Math.max(total - inner.total, red + own.skipped);
  return { own: { ...own, total: ownTotal, failures: said.failures, errors: said.errors }, inner, suites };
}

function rowsIn(elements: readonly Element[], fileName: string, name: string | undefined): readonly ReferenceRow[] {
  const loose = elements
    .filter((element) => element.tag === 'testcase')
    .map(countOf)
    .reduce(plus, nothing);
  const rows = loose.total > 0 ? [toRow(name, loose, fileName)] : [];
  for (const element of elements) {
    if (element.tag === 'testsuite') rows.push(toRow(element.attributes['name'], sumOf(element), fileName));
    if (element.tag !== 'testsuites') continue;
    const { own, suites } = holdingOf(element);
    if (own.total > 0 || suites.length === 0) rows.push(toRow(element.attributes['name'], own, fileName));
    for (const suite of suites) rows.push(toRow(suite.attributes['name'], sumOf(suite), fileName));
  }
  return rows;
}

function sumOf(suite: Element): Sum {
  const { own, inner } = holdingOf(suite);
  return plus(own, inner);
}

const skippedWords = ['disabled', 'notrun', 'skipped', 'ignored', 'suppressed'];
const failedWords = ['failed', 'failure', 'fail', 'timeout', 'timedout'];
const errorWords = ['error', 'killed', 'broken', 'crashed'];

function says(element: Element, ...some: readonly string[]): boolean {
  const words = [element.attributes['status'], element.attributes['result'], element.attributes['success']];
  return words.some((word) => some.includes(word?.toLowerCase().replaceAll(/[ _-]/g, '') ?? ''));
}

function countOf(element: Element): Sum {
  const one = { ...nothing, total: 1 };
  if (element.tag === 'error') return { ...one, errors: 1 };
  if (element.tag === 'failure') return { ...one, failures: 1 };
  const inside = parts(element, [...signals, ...structure]).filter((part) => signals.includes(part.tag));
  const has = (...tags: readonly string[]): boolean => inside.some((part) => tags.includes(part.tag));
  const flaky = inside.filter((part) => part.tag === 'flakyfailure' || part.tag === 'flakyerror').length;
  const base = { ...one, excused: flaky };
  if (inside.some((part) => skips.includes(part.tag) && part.attributes['type'] === 'todo')) {
    return { ...base, skipped: 1, excused: flaky + (has(...reds) ? 1 : 0) };
  }
  if (has('error')) return { ...base, errors: 1 };
  if (has('failure')) return { ...base, failures: 1 };
  if (flaky === 0 && has('rerunfailure', 'rerunerror')) return { ...base, failures: 1 };
  const isSkipped = has(...skips) || says(element, ...skippedWords);
  const isError = says(element, ...errorWords);
  const isFailed = says(element, ...failedWords);
  const isAborted = !isSkipped && says(element, 'aborted', 'interrupted');
  if (isError || isFailed || isAborted || (!isSkipped && says(element, 'false'))) {
    if (flaky > 0) return base;
    return isError || (isAborted && !isFailed) ? { ...base, errors: 1 } : { ...base, failures: 1 };
  }
  return isSkipped ? { ...base, skipped: 1 } : base;
}

function declared(element: Element): Sum {
  const errors = numberOf(element, 'errors');
  const failures = numberOf(element, 'failures');
  const isSaid = says(element, ...errorWords, ...failedWords, 'aborted', 'interrupted', 'false');
  const red = failures + errors === 0 && isSaid ? 1 : failures;
  const skipped = numberOf(element, 'skipped', 'skips', 'skip', 'ignored') + numberOf(element, 'disabled');
  return { failures: red, errors, skipped, total: Math.max(numberOf(element, 'tests'), red + errors + skipped), excused: 0 };
}

/** The first of the attributes that is a number: only digits, one mark and an exponent make one. */
function numberOf(element: Element, ...names: readonly string[]): number {
  for (const name of names) {
    const text = (element.attributes[name] ?? '').trim();
    const plain = /^\d+(?:,\d\d\d)+$/.test(text) ? text.replaceAll(',', '') : text.replace(',', '.');
    if (plain !== '' && Number(plain) >= 0) return Math.ceil(Number(plain));
  }
  return 0;
}

const nothing: Sum = { total: 0, failures: 0, errors: 0, skipped: 0, excused: 0 };

function plus(one: Sum, other: Sum): Sum {
  return {
    total: one.total + other.total,
    failures: one.failures + other.failures,
    errors: one.errors + other.errors,
    skipped: one.skipped + other.skipped,
    excused: one.excused + other.excused,
  };
}

function toRow(name: string | undefined, sum: Sum, fileName: string): ReferenceRow {
  const { total, failures, errors, skipped } = sum;
  return { name: name === undefined || name.trim() === '' ? fileName : name, total, failures, errors, skipped };
}
