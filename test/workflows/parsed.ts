import { isMap, isScalar, isSeq, parseDocument, type Pair, type YAMLMap } from 'yaml';

/** A workflow with its comments, as YAML holds it: nothing here trusts that GitHub would take it. */
export interface Parsed {
  readonly workflow: YAMLMap;
  readonly jobs: readonly Job[];
  /** `true` where other workflows call this one. */
  readonly isReusable: boolean;
  /** The events that begin it. */
  readonly events: readonly string[];
}

export interface Job {
  readonly id: string;
  readonly map: YAMLMap;
  readonly steps: readonly YAMLMap[];
}

/** @throws if the text is not YAML, or not a workflow. */
export function parseWorkflow(text: string): Parsed {
  const document = parseDocument(text);
  if (document.errors.length > 0 || !isMap(document.contents)) throw new Error(`This is no workflow: ${document.errors.join(' ')}`);
  const workflow = document.contents;
  const on: unknown = document.toJS().on;
  const events = typeof on === 'string' ? [on] : Array.isArray(on) ? on.map(String) : Object.keys(on ?? {});
  const jobs = pairsOf(workflow.get('jobs')).map(({ key, value }): Job => {
    if (!isMap(value)) throw new Error(`The job ${nameOf(key)} is empty.`);
    const steps: unknown = value.get('steps');
    return { id: nameOf(key), map: value, steps: itemsOf(steps) };
  });
  return { workflow, jobs, events, isReusable: events.includes('workflow_call') };
}

/** The keys, values and comments of a mapping. A node that is not a mapping has none. */
export function pairsOf(node: unknown): readonly Pair[] {
  return isMap(node) ? node.items : [];
}

export function nameOf(key: unknown): string {
  return String(isScalar(key) ? key.value : key);
}

/** A scalar as text; `undefined` where there is none. */
export function textAt(map: YAMLMap, ...path: readonly string[]): string | undefined {
  const value: unknown = map.getIn(path);
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
}

/** The comment at the end of the line of a scalar, without what is around it. */
export function commentAt(map: YAMLMap, ...path: readonly string[]): string {
  const node: unknown = map.getIn(path, true);
  return isScalar(node) ? (node.comment ?? '').trim() : '';
}

function itemsOf(node: unknown): readonly YAMLMap[] {
  return isSeq(node) ? node.items.filter((item) => isMap(item)) : [];
}
