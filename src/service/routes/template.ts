import { stringify } from 'yaml';
import { Template } from '../../contract/index.ts';
import { Refusal } from '../evidence/refusal.ts';
import type { StoredTemplate } from '../store/model/flows.ts';
import { checked, problemsOf } from '../http/check.ts';
import { lineOf } from './yaml-line.ts';
import { mostFaults, readYaml } from './yaml.ts';

/** A flow's template from its YAML. Every problem is named with its path and line; all are found before the answer. */
export function readTemplate(bytes: Uint8Array): StoredTemplate {
  const content = decode(bytes);
  const { document, lines, errors: found } = readYaml(content);
  const errors = new Map(found);
  if (errors.size > 0) throw invalidTemplate(errors);
  const value: unknown = document.toJS() ?? {};
  for (const [path, sentence] of [...Object.entries(problemsOf(Template, value) ?? {}), ...duplicates(value)]) {
    errors.set(`${path} (line ${lineOf(document, path, lines)})`, sentence);
  }
  if (errors.size > 0) throw invalidTemplate(errors);
  return { content, template: whole(value) };
}

/** The template for a list of names: an attestation of any type for each, all about the one artifact. */
export function templateOfNames(names: readonly string[]): StoredTemplate {
  const attestations = [...new Set(names)].map((name) => ({ name, type: '*' }));
  const template = { version: 1, trail: { artifacts: [{ name: 'artifact', attestations }] } };
  return { content: stringify(template), template: whole(template) };
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

function invalidTemplate(errors: ReadonlyMap<string, string>): Refusal {
  return new Refusal('invalid-request', 'The template is not valid; `errors` says what is wrong, and in which line.', {
    errors: Object.fromEntries([...errors].slice(0, mostFaults)),
  });
}

type WrongPlace = readonly [path: string, sentence: string];

/** Names must tell entries apart: the latest record of a name could not satisfy two entries. */
function duplicates(value: unknown): readonly WrongPlace[] {
  const trail = at(value, 'trail');
  const artifacts = entriesOf(at(trail, 'artifacts'));
  return [
    ...repeated(entriesOf(at(trail, 'attestations')), 'trail.attestations'),
    ...repeated(artifacts, 'trail.artifacts'),
    ...artifacts.flatMap((artifact, index) => repeated(entriesOf(at(artifact, 'attestations')), `trail.artifacts[${index}].attestations`)),
  ];
}

function repeated(entries: readonly unknown[], path: string): readonly WrongPlace[] {
  const firsts = new Map<string, number>();
  return entries.flatMap((entry, index): WrongPlace[] => {
    const name = at(entry, 'name');
    if (typeof name !== 'string') return [];
    const first = firsts.get(name);
    if (first === undefined) {
      firsts.set(name, index);
      return [];
    }
    return [[`${path}[${index}].name`, `is the same as ${path}[${first}].name: give each entry its own.`]];
  });
}

function entriesOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function at(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  const inner: unknown = Reflect.get(value, key);
  return inner;
}

/** The same template with nothing left out. */
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
