import { stringify } from 'yaml';
import { Template, limits, type TemplateEntry } from '../../contract/index.ts';
import { listAt, stringAt } from '../../text/index.ts';
import type { StoredTemplate } from '../resources/flows/tables.ts';
import { checked, problemsOf } from './check.ts';
import { bytesOf, type FilePart } from './form.ts';
import { readYamlFile, type FileFault } from './yaml.ts';

/** The part `template_file` of a form: a flow's template in YAML. */
export const templatePart: FilePart<StoredTemplate> = {
  field: 'template_file',
  limit: limits.templateBytes,
  receive: async (content) => {
    const file = readYamlFile(await bytesOf(content), 'template', (value) => [
      ...Object.entries(problemsOf(Template, value) ?? {}),
      ...duplicates(value),
    ]);
    return { content: file.content, template: whole(file.value) };
  },
};

/** The template for a list of names: an attestation of any type for each, all about the one artifact. */
export function templateOfNames(names: readonly string[]): StoredTemplate {
  const attestations = [...new Set(names)].map((name) => ({ name, type: '*' }));
  const template = { version: 1, trail: { artifacts: [{ name: 'artifact', attestations }] } };
  return { content: stringify(template), template: whole(template) };
}

/** Names must tell entries apart: the latest record of a name could not satisfy two entries. */
function duplicates(value: unknown): readonly FileFault[] {
  const artifacts = listAt(value, 'trail', 'artifacts') ?? [];
  return [
    ...repeated(listAt(value, 'trail', 'attestations'), 'trail.attestations'),
    ...repeated(artifacts, 'trail.artifacts'),
    ...artifacts.flatMap((artifact, index) => repeated(listAt(artifact, 'attestations'), `trail.artifacts[${index}].attestations`)),
  ];
}

function repeated(entries: readonly unknown[] | undefined, path: string): readonly FileFault[] {
  const firsts = new Map<string, number>();
  return (entries ?? []).flatMap((entry, index): FileFault[] => {
    const name = stringAt(entry, 'name');
    if (name === undefined) return [];
    const first = firsts.get(name);
    if (first === undefined) {
      firsts.set(name, index);
      return [];
    }
    return [[`${path}[${index}].name`, `is the same as ${path}[${first}].name: give each entry its own.`]];
  });
}

function whole(value: unknown): StoredTemplate['template'] {
  const { trail } = checked(Template, value);
  return {
    version: 1,
    trail: {
      attestations: entriesOf(trail?.attestations),
      artifacts: (trail?.artifacts ?? []).map(({ name, attestations }) => ({ name, attestations: entriesOf(attestations) })),
    },
  };
}

type Entries = readonly { readonly name: string; readonly type: string; readonly min_tests?: 0 | null | undefined }[];

function entriesOf(entries: Entries | null | undefined): readonly TemplateEntry[] {
  return (entries ?? []).map(({ min_tests: least, name, type }) => ({ name, type, ...(least === 0 ? { min_tests: least } : {}) }));
}
