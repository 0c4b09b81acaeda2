import { listAt, stringAt, valueAt } from '../../text/index.ts';
import type { FlowFact, Header } from '../facts/line.ts';
import { madeAt, type LoggedRecord } from '../facts/log.ts';
import { row } from '../reports/csv.ts';
import type { Packable } from './write-package.ts';

interface Rule {
  readonly folder: 'flows' | 'policies' | 'types' | 'environments';
  readonly id: string;
  readonly name: string;
  readonly version: string;
  /** Its text as it was sent, or the record's own form of it; null: it is no longer in force. */
  readonly content: string | null;
  readonly extension: 'yml' | 'json';
}

const ofEnvironment = ['environment_type', 'policies', 'included', 'is_archived'] as const;

/**
 * The rule that a record brings or ends; undefined where it does neither. A record that only repeats a template or the
 * rules of a policy leaves them out.
 * @param environments the fields of each environment so far: a record has only what changed
 */
function ruleIn(record: unknown, environments: Map<string, Readonly<Record<string, unknown>>>): Rule | undefined {
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
      return endRule('flows', record, ['flow_id', 'flow']);
    case 'type_archived':
      return endRule('types', record, ['type_name', 'type_name']);
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
  const about = {
    folder,
    id: stringAt(record, id) ?? '',
    name: stringAt(record, name) ?? '',
    version: versionText(valueAt(record, version)),
  };
  if (sent !== undefined && sent !== '') return { ...about, content: sent, extension: 'yml' };
  return { ...about, content: `${JSON.stringify(said, null, 2)}\n`, extension: 'json' };
}

function endRule(folder: Rule['folder'], record: unknown, [id, name]: Names): Rule {
  return { folder, id: stringAt(record, id) ?? '', name: stringAt(record, name) ?? '', version: '', content: null, extension: 'json' };
}

function versionText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Copies of what the records hold, for human readers. */
const inForceFolder = 'in-force/';

type Write = (path: string, content: string) => Promise<Packable>;

interface Version extends Omit<Rule, 'content' | 'extension'> {
  /** Null where a fact tells it, and no record. */
  readonly sequence: number | null;
  readonly at: string | null;
  /** Null where nothing is in force from then on. */
  readonly member: Packable | null;
}

export interface InForce {
  add(line: LoggedRecord | FlowFact): Promise<void>;
  /** The members: an index, and each version that was in force within the period. */
  close(): Promise<readonly Packable[]>;
}

/**
 * Templates of flows, policies, types of evidence and the policies of environments, from the shown records: those in force
 * at the end of the period, and before that within it. Each is written when it comes, because memory has no room for all.
 */
export function openInForce({ since, until }: Pick<Header['period'], 'since' | 'until'>, write: Write): InForce {
  const versions = new Map<string, Version[]>();
  const told: FlowFact[] = [];
  /** The present name of each flow that was renamed since its template came. */
  const renamed = new Map<string, string>();
  /** A record of an environment has only what changed. */
  const environments = new Map<string, Readonly<Record<string, unknown>>>();

  async function keep(rule: Rule, place: Pick<Version, 'sequence' | 'at'>, suffix: string): Promise<void> {
    const { content, extension, folder, ...about } = rule;
    const path = `${inForceFolder}${folder}/${slug(about.name)}-${suffix}.${extension}`;
    const member = content === null ? null : await write(path, content);
    const key = `${folder} ${about.id}`;
    versions.set(key, [...(versions.get(key) ?? []), { ...about, folder, ...place, member }]);
  }

  return {
    async add(line) {
      if (line.kind === 'flow') {
        told.push(line);
        return;
      }
      if (line.body === undefined) return;
      const record: unknown = JSON.parse(line.body);
      const at = madeAt(Number(valueAt(record, 'created_at'))) ?? null;
      if (at === null || Date.parse(at) >= Date.parse(until)) return;
      if (stringAt(record, 'kind') === 'flow_renamed') renamed.set(stringAt(record, 'flow_id') ?? '', stringAt(record, 'new_name') ?? '');
      const rule = ruleIn(record, environments);
      if (rule !== undefined) await keep(rule, { sequence: line.sequence, at }, String(line.sequence));
    },
    async close() {
      const names = new Set([...versions.values()].flat().map((version) => `${version.folder} ${nameOf(version, renamed)}`));
      // A service without a log gives its templates all the same.
      for (const [index, { name, template }] of told.entries()) {
        if (names.has(`flows ${name}`) || template === null) continue;
        const content = `${JSON.stringify(template, null, 2)}\n`;
        await keep(
          { folder: 'flows', id: name, name, version: '', content, extension: 'json' },
          { sequence: null, at: null },
          `told-${index + 1}`,
        );
      }
      const shown = [...versions.values()].flatMap((all) => inPeriod(all, since));
      if (shown.length === 0) return [];
      return [await write(`${inForceFolder}index.csv`, indexOf(shown, renamed)), ...shown.flatMap(({ member }) => member ?? [])];
    },
  };
}

type Shown = Version & { readonly to: string | null };

function inPeriod(all: readonly Version[], since: string | null): readonly Shown[] {
  return all
    .map((version, index) => ({ ...version, to: all[index + 1]?.at ?? null }))
    .filter(({ to }) => to === null || since === null || Date.parse(to) > Date.parse(since));
}

function nameOf({ folder, id, name }: Version, renamed: ReadonlyMap<string, string>): string {
  return folder === 'flows' ? (renamed.get(id) ?? name) : name;
}

function indexOf(shown: readonly Shown[], renamed: ReadonlyMap<string, string>): string {
  const ordered = shown.toSorted((one, other) => orderOf(one, other));
  return [
    `\uFEFF${row(['kind', 'name', 'id', 'version', 'record', 'from', 'to', 'in_force_at_end', 'file'])}`,
    ...ordered.map((one) => {
      const { at, folder, id, member, sequence, to, version } = one;
      const isAtEnd = sequence === null ? 'not known' : member !== null && to === null ? 'yes' : 'no';
      const from = sequence === null ? 'told when the audit ran' : (at ?? '');
      const file = member?.path ?? 'nothing from then on';
      return row([folder, nameOf(one, renamed), id, version, String(sequence ?? ''), from, to ?? '', isAtEnd, file]);
    }),
  ].join('');
}

function orderOf(one: Version, other: Version): number {
  const [left, right] = [one, other].map(({ folder, sequence }) => `${folder} ${String(sequence ?? 0).padStart(16, '0')}`);
  return (left ?? '') < (right ?? '') ? -1 : 1;
}

/** A part of a file's name. The number behind it makes it unique, also where case does not count. */
function slug(name: string): string {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 40);
  return plain === '' ? 'unnamed' : plain;
}
