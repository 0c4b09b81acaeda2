import { listAt, stringAt, valueAt } from '../../text/index.ts';

/** Something that decides about evidence, as a record brought it. */
export interface Rule {
  readonly folder: 'flows' | 'policies' | 'types' | 'environments';
  /** The id that stays when the name changes. */
  readonly id: string;
  readonly name: string;
  readonly version: string;
  /** Its text as it was sent, or the record's own form of it; null: it is no longer in force. */
  readonly content: string | null;
  readonly extension: 'yml' | 'json';
}

/** The fields of an environment that decide about what may run there. */
const ofEnvironment = ['environment_type', 'policies', 'included', 'is_archived'] as const;

/**
 * The rule that a record brings or ends; undefined where it brings none. A record that only repeats a template or the rules of a policy
 * leaves them out.
 *
 * @param environments the fields of each environment so far: a record has only what changed
 */
export function ruleIn(record: unknown, environments: Map<string, Readonly<Record<string, unknown>>>): Rule | undefined {
  const kind = stringAt(record, 'kind') ?? '';
  switch (kind) {
    case 'flow_reported':
    case 'flow_updated':
      return ruleOf(
        'flows',
        record,
        ['flow_id', 'flow', 'template_id'],
        valueAt(record, 'template'),
        stringAt(record, 'data', 'template_file'),
      );
    case 'policy_reported':
    case 'policy_updated':
      return ruleOf(
        'policies',
        record,
        ['policy_id', 'policy', 'policy_version'],
        valueAt(record, 'rules'),
        stringAt(record, 'data', 'policy_file'),
      );
    case 'type_reported': {
      const said = { schema: valueAt(record, 'schema') ?? null, rules: listAt(record, 'rules') ?? [] };
      return ruleOf('types', record, ['type_name', 'type_name', 'type_version'], said, undefined);
    }
    case 'flow_archived':
      return ended('flows', record, ['flow_id', 'flow']);
    case 'type_archived':
      return ended('types', record, ['type_name', 'type_name']);
    case 'environment_reported':
    case 'environment_updated': {
      const id = stringAt(record, 'environment_id') ?? '';
      const before = environments.get(id);
      const now = { ...before };
      for (const field of ofEnvironment) if (valueAt(record, field) !== undefined) now[field] = valueAt(record, field);
      environments.set(id, now);
      if (JSON.stringify(before) === JSON.stringify(now)) return undefined;
      return ruleOf('environments', record, ['environment_id', 'environment', ''], now, undefined);
    }
    default:
      return undefined;
  }
}

type Names = readonly [id: string, name: string, version?: string];

function ruleOf(
  folder: Rule['folder'],
  record: unknown,
  [id, name, version = '']: Names,
  said: unknown,
  sent: string | undefined,
): Rule | undefined {
  if (said === undefined) return undefined;
  const about = { folder, id: stringAt(record, id) ?? '', name: stringAt(record, name) ?? '', version: textOf(valueAt(record, version)) };
  if (sent !== undefined && sent !== '') return { ...about, content: sent, extension: 'yml' };
  return { ...about, content: `${JSON.stringify(said, null, 2)}\n`, extension: 'json' };
}

function ended(folder: Rule['folder'], record: unknown, [id, name]: Names): Rule {
  return { folder, id: stringAt(record, id) ?? '', name: stringAt(record, name) ?? '', version: '', content: null, extension: 'json' };
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
