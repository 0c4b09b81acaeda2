import { XMLParser } from 'fast-xml-parser';

/**
 * A second reading of JUnit, written apart from `src/junit` to check it: slow, recursive, over the whole tree that
 * fast-xml-parser makes. It knows counts and names only (rules 1 to 13, 17, 27 and 37), not times or broken files.
 */
export interface ReferenceRow {
  readonly name: string;
  readonly total: number;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
}

interface Element {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
}

interface Sum {
  readonly total: number;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
  readonly flaky: number;
}

/** Documents that fast-xml-parser cannot read make it throw. */
export function referenceRows(document: string, fileName: string): readonly ReferenceRow[] {
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseTagValue: false,
    parseAttributeValue: false,
    removeNSPrefix: true,
    maxNestedTags: 100_000,
    ignoreDeclaration: true,
    ignorePiTags: true,
  });
  const tree: unknown = parser.parse(document);
  const file = { tag: '', attributes: {}, children: elementsOf(tree) };
  return rowsIn(parts(file, ['testsuites', 'testsuite', 'testcase']), fileName, undefined);
}

function elementsOf(nodes: unknown): readonly Element[] {
  if (!Array.isArray(nodes)) return [];
  return nodes.flatMap((node: Record<string, unknown>) => {
    const tag = Object.keys(node).find((key) => key !== ':@');
    if (tag === undefined || tag.startsWith('#') || tag.startsWith('?')) return [];
    return [{ tag, attributes: attributesOf(node[':@']), children: elementsOf(node[tag]) }];
  });
}

function attributesOf(values: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(values ?? {}).map(([name, value]) => [name, String(value)]));
}

const outputs = ['system-out', 'system-err', 'properties'];
const signals = ['failure', 'error', 'skipped', 'disabled', 'ignored', 'flakyFailure', 'flakyError', 'rerunFailure', 'rerunError'];

/** The elements of these names inside, through wrappers of other names; what lies in a test case follows it. */
function parts(element: Element, names: readonly string[]): readonly Element[] {
  return element.children.flatMap((child) => {
    if (outputs.includes(child.tag)) return [];
    if (!names.includes(child.tag)) return parts(child, names);
    if (child.tag !== 'testcase') return [child];
    return [child, ...parts(child, ['testsuite', 'testcase', ...signals]).filter((part) => !signals.includes(part.tag))];
  });
}

function rowsIn(elements: readonly Element[], fileName: string, name: string | undefined): readonly ReferenceRow[] {
  const loose = add(elements.filter((element) => element.tag !== 'testsuite' && element.tag !== 'testsuites').map(countOf));
  const rows = loose.total > 0 ? [toRow(name, loose, fileName)] : [];
  for (const element of elements) {
    const own = element.attributes['name'];
    if (element.tag === 'testsuite') rows.push(toRow(own, sumOf(element), fileName));
    if (element.tag !== 'testsuites') continue;
    const inside = parts(element, ['testsuite', 'testcase', 'failure', 'error']);
    rows.push(...(inside.length === 0 ? [toRow(own, declared(element), fileName)] : rowsIn(inside, fileName, own)));
  }
  return rows;
}

function sumOf(suite: Element): Sum {
  const inside = parts(suite, ['testsuite', 'testcase', 'failure', 'error']);
  const sum = add(inside.map((element) => (element.tag === 'testsuite' ? sumOf(element) : countOf(element))));
  const said = declared(suite);
  if (sum.total === 0) return said;
  const red = said.failures + said.errors;
  if (sum.failures + sum.errors > 0 || red <= sum.flaky) return sum;
  const total = Math.max(sum.total, numberOf(suite, 'tests'), red + Math.max(sum.skipped, said.skipped));
  return { ...sum, total, failures: said.failures, errors: said.errors };
}

function countOf(element: Element): Sum {
  const one = { total: 1, failures: 0, errors: 0, skipped: 0, flaky: 0 };
  if (element.tag === 'error') return { ...one, errors: 1 };
  if (element.tag === 'failure') return { ...one, failures: 1 };
  const inside = parts(element, [...signals, 'testcase', 'testsuite']).filter((part) => signals.includes(part.tag));
  const has = (...tags: readonly string[]): boolean => inside.some((part) => tags.includes(part.tag));
  const flaky = inside.filter((part) => part.tag === 'flakyFailure' || part.tag === 'flakyError').length;
  const words = [element.attributes['status'], element.attributes['result']].map((word) => word?.toLowerCase() ?? '');
  const says = (...some: readonly string[]): boolean => words.some((word) => some.includes(word));
  const base = { ...one, flaky };
  const skips = ['skipped', 'disabled', 'ignored'];
  if (inside.some((part) => skips.includes(part.tag) && part.attributes['type'] === 'todo')) return { ...base, skipped: 1 };
  if (has('error')) return { ...base, errors: 1 };
  if (has('failure')) return { ...base, failures: 1 };
  if (flaky === 0 && has('rerunFailure', 'rerunError')) return { ...base, failures: 1 };
  if (flaky === 0 && says('error')) return { ...base, errors: 1 };
  if (flaky === 0 && says('failed', 'failure', 'fail')) return { ...base, failures: 1 };
  if (flaky > 0 && says('error', 'failed', 'failure', 'fail')) return base;
  if (has(...skips) || says('disabled', 'notrun', 'skipped', 'ignored', 'suppressed')) return { ...base, skipped: 1 };
  return base;
}

function declared(suite: Element): Sum {
  const failures = numberOf(suite, 'failures');
  const errors = numberOf(suite, 'errors');
  const skipped = numberOf(suite, 'skipped', 'skips', 'skip', 'ignored') + numberOf(suite, 'disabled');
  return { failures, errors, skipped, total: Math.max(numberOf(suite, 'tests'), failures + errors + skipped), flaky: 0 };
}

function numberOf(element: Element, ...names: readonly string[]): number {
  const texts = names.map((name) => element.attributes[name]).filter((text) => text !== undefined && /^\s*\d[\d,]*\s*$/.test(text));
  return Number(texts[0]?.replaceAll(',', '') ?? 0);
}

function add(sums: readonly Sum[]): Sum {
  const plus = (one: Sum, other: Sum): Sum => ({
    total: one.total + other.total,
    failures: one.failures + other.failures,
    errors: one.errors + other.errors,
    skipped: one.skipped + other.skipped,
    flaky: one.flaky + other.flaky,
  });
  return sums.reduce(plus, { total: 0, failures: 0, errors: 0, skipped: 0, flaky: 0 });
}

function toRow(name: string | undefined, sum: Sum, fileName: string): ReferenceRow {
  const { total, failures, errors, skipped } = sum;
  return { name: name === undefined || name.trim() === '' ? fileName : name, total, failures, errors, skipped };
}
