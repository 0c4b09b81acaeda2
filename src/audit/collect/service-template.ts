import type { Template, TemplateEntry } from '../../contract/index.ts';
import { listAt, stringAt, valueAt } from '../../text/index.ts';

/** Longest text of a template, in characters: what a service of ours takes, twice. */
const longest = 512 * 1024;

/** A template as services tell it: an object with its trail or with its text, or the text alone, which is YAML. Null where it is none. */
export async function readTemplate(told: unknown): Promise<Template | null> {
  const text = typeof told === 'string' ? told : stringAt(told, 'content');
  const isTold = valueAt(told, 'trail') !== undefined || text === undefined;
  return isTold ? templateOf(told) : await fromYaml(text);
}

async function fromYaml(text: string): Promise<Template | null> {
  if (text === '' || text.length > longest) return null;
  const { parseDocument } = await import('yaml');
  try {
    // The library looks for a name twice by comparing each with each: 50,000 names take it a minute.
    const document = parseDocument(text, { uniqueKeys: false });
    return document.errors.length > 0 ? null : templateOf(document.toJS({ maxAliasCount: 100 }));
  } catch {
    // Nested too deep, or an alias that stands for itself too often.
    return null;
  }
}

/** The demands of a template; null where a part of it has no form that we know: it may ask for more than we read. */
export function templateOf(told: unknown): Template | null {
  const trail = valueAt(told, 'trail') ?? undefined;
  // One that says its version, and nothing else, asks for nothing.
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
