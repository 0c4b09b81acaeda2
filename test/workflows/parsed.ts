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

const levels: Readonly<Record<string, number>> = { none: 0, read: 1, write: 2 };

/**
 * The permissions that the jobs of called workflows ask for, and that the jobs that call them do not have. GitHub refuses such a
 * workflow when it is loaded, even if the condition of the job is false.
 */
export function missingGrants({ workflow, jobs }: Parsed, called: (uses: string) => string | undefined): readonly string[] {
  return jobs.flatMap(({ id, map }) => {
    const uses = textAt(map, 'uses');
    const text = uses === undefined ? undefined : called(uses);
    if (uses === undefined || text === undefined) return [];
    const given = grantsOf(map.has('permissions') ? map : workflow);
    const inside = parseWorkflow(text);
    return inside.jobs.flatMap((job) =>
      [...grantsOf(job.map.has('permissions') ? job.map : inside.workflow)]
        .filter(([name, level]) => (levels[given.get(name) ?? 'none'] ?? 0) < (levels[level] ?? 0))
        .map(([name, level]) => `job ${id}: ${uses} asks for \`${name}: ${level}\` in its job ${job.id}, which the caller does not grant`),
    );
  });
}

function grantsOf(map: YAMLMap): ReadonlyMap<string, string> {
  return new Map(pairsOf(map.get('permissions')).map(({ key }) => [nameOf(key), textAt(map, 'permissions', nameOf(key)) ?? 'none']));
}
