import { LineCounter, parseDocument, visit } from 'yaml';
import { Template } from '../../contract/index.ts';
import { Refusal } from '../evidence/refusal.ts';
import type { StoredTemplate } from '../store/store.ts';
import { checked, problemsOf } from './check.ts';
import { lineOf } from './yaml-line.ts';

/** A flow's template from its YAML. Every problem is named with its path and line; all are looked for before any is told. */
export function readTemplate(bytes: Uint8Array): StoredTemplate {
  const content = decode(bytes);
  const lines = new LineCounter();
  const document = parseDocument(content, { lineCounter: lines, uniqueKeys: true, version: '1.2' });
  const errors = new Map<string, string>();
  for (const error of document.errors) errors.set(`line ${lines.linePos(error.pos[0]).line}`, error.message.split('\n')[0] ?? '');
  // An alias can stand for itself many times over: a few lines of them make a template without end.
  visit(document, {
    Alias: (_, node) => void errors.set(`line ${lines.linePos(node.range?.[0] ?? 0).line}`, 'is a YAML alias: write the entry out.'),
  });
  if (errors.size > 0) throw refused(errors);
  const value: unknown = document.toJS() ?? {};
  for (const [path, sentence] of [...Object.entries(problemsOf(Template, value) ?? {}), ...duplicates(value)]) {
    errors.set(`${path} (line ${lineOf(document, path, lines)})`, sentence);
  }
  if (errors.size > 0) throw refused(errors);
  return { content, template: whole(value) };
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new Refusal('invalid-request', 'The template is not text in UTF-8.', {
      cause: error,
      errors: { template_file: 'must be YAML in UTF-8.' },
    });
  }
}

function refused(errors: ReadonlyMap<string, string>): Refusal {
  return new Refusal('invalid-request', 'The template is not valid; `errors` says what is wrong, and in which line.', {
    errors: Object.fromEntries(errors),
  });
}

type Problem = readonly [path: string, sentence: string];

/** Names must tell entries apart: two of one name could not both be satisfied by its latest record. */
function duplicates(value: unknown): readonly Problem[] {
  const trail = at(value, 'trail');
  const artifacts = listOf(at(trail, 'artifacts'));
  return [
    ...repeated(listOf(at(trail, 'attestations')), 'trail.attestations'),
    ...repeated(artifacts, 'trail.artifacts'),
    ...artifacts.flatMap((artifact, index) => repeated(listOf(at(artifact, 'attestations')), `trail.artifacts[${index}].attestations`)),
  ];
}

function repeated(entries: readonly unknown[], path: string): readonly Problem[] {
  const names = entries.map((entry) => at(entry, 'name'));
  return names.flatMap((name, index): Problem[] => {
    const first = names.indexOf(name);
    if (typeof name !== 'string' || first === index) return [];
    return [[`${path}[${index}].name`, `is the same as ${path}[${first}].name: give each entry its own.`]];
  });
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function at(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? new Map<string, unknown>(Object.entries(value)).get(key) : undefined;
}

/** The same with nothing left out. */
function whole(value: unknown): StoredTemplate['template'] {
  const { trail } = checked(Template, value);
  return {
    version: 1,
    trail: {
      attestations: trail?.attestations ?? [],
      artifacts: (trail?.artifacts ?? []).map(({ name, attestations }) => ({ name, attestations: attestations ?? [] })),
    },
  };
}
