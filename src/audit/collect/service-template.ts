import type { Template, TemplateEntry, Trail } from '../../contract/index.ts';
import { listAt, stringAt, valueAt } from '../../text/index.ts';
import type { FlowFact } from '../facts/line.ts';
import { momentOf } from './service-values.ts';

/** Longest text of a template, in characters: twice the limit of our own service. */
const longest = 512 * 1024;

/** A template as services send it: an object with its trail or with its text, or YAML text alone. Null where it is none. */
export async function readTemplate(told: unknown): Promise<Template | null> {
  const text = typeof told === 'string' ? told : stringAt(told, 'content');
  const isTold = valueAt(told, 'trail') !== undefined || text === undefined;
  return isTold ? templateOf(told) : await fromYaml(text);
}

async function fromYaml(text: string): Promise<Template | null> {
  if (text === '' || text.length > longest) return null;
  const { parseDocument } = await import('yaml');
  try {
    // The library compares each name with each: 50,000 names take a minute.
    const document = parseDocument(text, { uniqueKeys: false });
    return document.errors.length > 0 ? null : templateOf(document.toJS({ maxAliasCount: 100 }));
  } catch {
    // Nested too deep, or an alias that is expanded too often.
    return null;
  }
}

/** Null where a part has an unknown form: it may ask for more than we read. */
export function templateOf(told: unknown): Template | null {
  const trail = valueAt(told, 'trail') ?? undefined;
  // A template with only a version asks for nothing.
  if (trail === undefined) return valueAt(told, 'version') === 1 ? { version: 1, trail: { attestations: [], artifacts: [] } } : null;
  if (typeof trail !== 'object' || Array.isArray(trail)) return null;
  const attestations = entriesAt(trail);
  const artifacts = partsOf(trail, 'artifacts')?.map((artifact) => {
    const [name, entries] = [stringAt(artifact, 'name'), entriesAt(artifact)];
    return name === undefined || entries === null ? null : { name, attestations: entries };
  });
  if (attestations === null || artifacts === undefined || !artifacts.every((artifact) => artifact !== null)) return null;
  return { version: 1, trail: { attestations, artifacts } };
}

function entriesAt(value: unknown): readonly TemplateEntry[] | null {
  const entries = partsOf(value, 'attestations')?.map((entry) => {
    const [name, type] = [stringAt(entry, 'name'), stringAt(entry, 'type')];
    if (name === undefined || type === undefined) return null;
    return { name, type, ...(valueAt(entry, 'min_tests') === 0 ? { min_tests: 0 as const } : {}) };
  });
  return entries !== undefined && entries.every((entry) => entry !== null) ? entries : null;
}

/** A list that may be left out; undefined where something else is in its place. */
function partsOf(value: unknown, key: string): readonly unknown[] | undefined {
  const found = valueAt(value, key);
  return found === undefined || found === null ? [] : listAt(value, key);
}

export type TemplateId = Trail['compliance_status']['flow_template_id'];

interface Version {
  readonly template: Template | null;
  /** The first moment that it is known to have decided a trail, in Unix seconds. */
  from: number;
  trails: number;
  first: string;
  /** The service says that it is the flow's, not a trail's own. */
  isTold: boolean;
}

export interface Versions {
  see(trail: Trail): Promise<void>;
  templateOf(trail: Trail): Promise<Template | null>;
  /** Whether the service gives the template that decided the trail. */
  isNumbered(trail: Trail): boolean;
  /** Whether a template may be the trail's own: it decided that trail alone, and is not the flow's today. No list says so. */
  mayBeOwn(trail: Trail): boolean;
  /** Notes that the service says it is the flow's. */
  tell(trail: Trail): void;
  /** Whether all that is known of the templates holds with a trail that was read again. `before`: the template that first decided it. */
  isAsSeen(trail: Trail, before: TemplateId): boolean;
  /** Those that are the flow's, the oldest first. */
  known(): NonNullable<FlowFact['templates']>;
}

export function openVersions(today: Template | null): Versions {
  const versions = new Map<string, Version>();
  const asked = JSON.stringify(today);
  const versionOf = ({ compliance_status: { flow_template_id: id } }: Trail) => versions.get(id ?? '');
  const isToday = ({ template }: Version): boolean => template !== null && JSON.stringify(template) === asked;

  return {
    async see(trail) {
      const { evaluated_at: evaluated, flow_template_id: id } = trail.compliance_status;
      if (id === undefined || id === null || id === '') return;
      const at = evaluated ?? trail.last_modified_at ?? Number.POSITIVE_INFINITY;
      const known = versions.get(id);
      if (known === undefined) {
        versions.set(id, { template: await readTemplate(trail.template), from: at, trails: 1, first: trail.name, isTold: false });
        return;
      }
      known.trails += 1;
      if (at >= known.from) return;
      known.from = at;
      known.first = trail.name;
    },
    async templateOf(trail) {
      return versionOf(trail)?.template ?? (await readTemplate(trail.template));
    },
    isNumbered: (trail) => versionOf(trail) !== undefined,
    mayBeOwn(trail) {
      const version = versionOf(trail);
      return version !== undefined && version.trails === 1 && !isToday(version);
    },
    tell(trail) {
      const version = versionOf(trail);
      if (version !== undefined) version.isTold = true;
    },
    isAsSeen(trail, before) {
      const version = versionOf(trail);
      return version !== undefined && version.first !== trail.name && trail.compliance_status.flow_template_id === before;
    },
    known() {
      const ofFlow = [...versions.values()].filter((version) => version.trails > 1 || version.isTold || isToday(version));
      return ofFlow
        .toSorted((one, other) => one.from - other.from)
        .flatMap(({ from, template }) => {
          const at = momentOf(from);
          return at === null || template === null ? [] : [{ from: at, template }];
        });
    },
  };
}
