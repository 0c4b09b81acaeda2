import { isAlias, isMap, isSeq, LineCounter, parseDocument, visit, type Document } from 'yaml';
import { Template } from '../../contract/index.ts';
import { Refusal } from '../evidence/refusal.ts';
import type { StoredTemplate } from '../store/store.ts';
import { checked } from './check.ts';

/** A flow's template from its YAML. Every problem is named, with its path and line; all are looked for before any is told. */
export function readTemplate(bytes: Uint8Array): StoredTemplate {
  const content = decode(bytes);
  const lines = new LineCounter();
  const document = parseDocument(content, { lineCounter: lines, uniqueKeys: true, version: '1.2' });
  const syntax = document.errors.map((error) => [`line ${lines.linePos(error.pos[0]).line}`, `${error.message.split('\n')[0]}`] as const);
  if (syntax.length > 0) throw refused(Object.fromEntries(syntax));
  visit(document, {
    Alias: (_, node) => {
      throw refused({ [`line ${lines.linePos(node.range?.[0] ?? 0).line}`]: 'has a YAML alias: write the entry out.' });
    },
  });
  const value: unknown = document.toJS() ?? {};
  const errors = new Map<string, string>();
  const say = (path: string, sentence: string) => errors.set(`${path} (line ${lineOf(document, path, lines)})`, sentence);
  try {
    checked(Template, value);
  } catch (error) {
    if (!(error instanceof Refusal) || error.errors === undefined) throw error;
    for (const [path, sentence] of Object.entries(error.errors)) say(path, sentence);
  }
  for (const [path, sentence] of duplicates(value)) say(path, sentence);
  if (errors.size > 0) throw refused(Object.fromEntries(errors));
  return { content, template: whole(value as Template) };
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new Refusal('invalid-request', 'The template is not text in UTF-8.', { cause: error });
  }
}

function refused(errors: Readonly<Record<string, string>>): Refusal {
  return new Refusal('invalid-request', 'The template is not valid; `errors` says what is wrong, and in which line.', { errors });
}

/** Names must tell entries apart: two of one name could not both be satisfied by its latest record. */
function duplicates(value: unknown): readonly (readonly [string, string])[] {
  const trail = at(value, 'trail');
  const artifacts = entriesOf(at(trail, 'artifacts'));
  return [
    ...repeated(entriesOf(at(trail, 'attestations')), 'trail.attestations'),
    ...repeated(artifacts, 'trail.artifacts'),
    ...artifacts.flatMap((artifact, index) => repeated(entriesOf(at(artifact, 'attestations')), `trail.artifacts[${index}].attestations`)),
  ];
}

function repeated(entries: readonly unknown[], path: string): readonly (readonly [string, string])[] {
  const names = entries.map((entry) => at(entry, 'name'));
  return names.flatMap((name, index) => {
    const first = names.indexOf(name);
    return typeof name !== 'string' || first === index
      ? []
      : [[`${path}[${index}].name`, `is the same as ${path}[${first}].name: give each entry its own.`] as const];
  });
}

function entriesOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function at(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined;
}

/** The line of what a path names, or of the nearest thing around it. */
function lineOf(document: Document, path: string, lines: LineCounter): number {
  let node: unknown = document.contents;
  let offset = 0;
  for (const part of path.split(/[.[\]]+/).filter((each) => each !== '')) {
    const pair = isMap(node) ? node.items.find((item) => String(item.key) === part) : undefined;
    const next: unknown = pair === undefined ? (isSeq(node) ? node.items[Number(part)] : undefined) : (pair.value ?? pair.key);
    const range = rangeOf(pair?.key) ?? rangeOf(next);
    if (range !== undefined) offset = range;
    node = next;
  }
  return lines.linePos(offset).line;
}

function rangeOf(node: unknown): number | undefined {
  const range = isAlias(node) ? undefined : (node as { readonly range?: readonly [number, number, number] | null } | undefined)?.range;
  return range?.[0];
}

/** The same with nothing left out. */
function whole(value: unknown): StoredTemplate['template'] {
  const read = (entries: unknown) =>
    entriesOf(entries).map((entry) => ({ name: String(at(entry, 'name')), type: String(at(entry, 'type')) }));
  const trail = at(value, 'trail');
  return {
    version: 1,
    trail: {
      attestations: read(at(trail, 'attestations')),
      artifacts: entriesOf(at(trail, 'artifacts')).map((artifact) => ({
        name: String(at(artifact, 'name')),
        attestations: read(at(artifact, 'attestations')),
      })),
    },
  };
}
