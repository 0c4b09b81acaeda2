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
  total: number;
  failures: number;
  errors: number;
  skipped: number;
  flaky: number;
}

export function referenceRows(document: string, fileName: string): readonly ReferenceRow[] {
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseTagValue: false,
    parseAttributeValue: false,
    removeNSPrefix: true,
    htmlEntities: false,
    maxNestedTags: 100_000,
    ignoreDeclaration: true,
    ignorePiTags: true,
  });
  const tree: unknown = parser.parse(document);
  const roots = elementsOf(tree);
  return [...looseRow(roots, fileName), ...roots.flatMap((root) => rowsOf(root, fileName))];
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

/** Elements whose content is data, not structure. */
const closed = new Set(['system-out', 'system-err', 'properties']);

/** The elements inside, those in wrappers of unknown name included. */
function inside(element: Element): readonly Element[] {
  return element.children.flatMap((child) => (isKnown(child.tag) ? [child] : closed.has(child.tag) ? [] : inside(child)));
}

function isKnown(tag: string): boolean {
  return ['testsuite', 'testsuites', 'testcase', 'failure', 'error'].includes(tag);
}

function rowsOf(root: Element, fileName: string): readonly ReferenceRow[] {
  if (root.tag === 'testsuite') return [toRow(root.attributes['name'], sumOf(root), fileName)];
  if (root.tag === 'testcase') return [];
  const children = inside(root);
  if (root.tag !== 'testsuites') return children.flatMap((child) => rowsOf(child, fileName));
  const name = root.attributes['name'];
  if (children.length === 0) return [toRow(name, declared(root), fileName)];
  return [...looseRow(children, fileName, name), ...children.flatMap((child) => rowsOf(child, fileName))];
}

function looseRow(elements: readonly Element[], fileName: string, name?: string): readonly ReferenceRow[] {
  const sum = add(elements.filter((element) => element.tag !== 'testsuite' && element.tag !== 'testsuites').map(countOf));
  return sum.total > 0 ? [toRow(name, sum, fileName)] : [];
}

function sumOf(suite: Element): Sum {
  const elements = inside(suite);
  const sum = add(elements.map((element) => (element.tag === 'testsuite' ? sumOf(element) : countOf(element))));
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
  if (element.tag !== 'testcase') return { ...one, total: 0 };
  const has = (...tags: readonly string[]): boolean => element.children.some((child) => tags.includes(child.tag));
  const flaky = element.children.filter((child) => child.tag === 'flakyFailure' || child.tag === 'flakyError').length;
  const words = [element.attributes['status'], element.attributes['result']].map((word) => word?.toLowerCase() ?? '');
  const says = (...some: readonly string[]): boolean => words.some((word) => some.includes(word));
  const base = { ...one, flaky };
  if (element.children.some((child) => child.tag === 'skipped' && child.attributes['type'] === 'todo')) return { ...base, skipped: 1 };
  if (has('error')) return { ...base, errors: 1 };
  if (has('failure')) return { ...base, failures: 1 };
  if (flaky === 0 && has('rerunFailure', 'rerunError')) return { ...base, failures: 1 };
  if (flaky === 0 && says('error')) return { ...base, errors: 1 };
  if (flaky === 0 && says('failed', 'failure', 'fail')) return { ...base, failures: 1 };
  if (has('skipped', 'disabled', 'ignored') || says('disabled', 'notrun', 'skipped', 'ignored', 'suppressed'))
    return { ...base, skipped: 1 };
  return base;
}

function declared(suite: Element): Sum {
  const failures = numberOf(suite, 'failures');
  const errors = numberOf(suite, 'errors');
  const skipped = numberOf(suite, 'skipped', 'skips', 'skip', 'ignored') + numberOf(suite, 'disabled');
  return { failures, errors, skipped, total: Math.max(numberOf(suite, 'tests'), failures + errors + skipped), flaky: 0 };
}

function numberOf(element: Element, ...names: readonly string[]): number {
  const texts = names.map((name) => element.attributes[name]).filter((text) => text !== undefined && /^\s*[\d,]+\s*$/.test(text));
  return Number(texts[0]?.replaceAll(',', '') ?? 0);
}

function add(sums: readonly Sum[]): Sum {
  const all = { total: 0, failures: 0, errors: 0, skipped: 0, flaky: 0 };
  for (const sum of sums) {
    all.total += sum.total;
    all.failures += sum.failures;
    all.errors += sum.errors;
    all.skipped += sum.skipped;
    all.flaky += sum.flaky;
  }
  return all;
}

function toRow(name: string | undefined, sum: Sum, fileName: string): ReferenceRow {
  const { total, failures, errors, skipped } = sum;
  return { name: name === undefined || name.trim() === '' ? fileName : name, total, failures, errors, skipped };
}
