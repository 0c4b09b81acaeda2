import { LineCounter, isMap, isNode, isScalar, isSeq, stringify, visit, type Document } from 'yaml';
import { Template, limits, type TemplateEntry } from '../../contract/index.ts';
import { composeYaml } from '../../text/bounded-yaml.ts';
import { listAt, stringAt } from '../../text/index.ts';
import { Refusal } from '../evidence/refusal.ts';
import type { StoredTemplate } from '../resources/flows/tables.ts';
import { checked, problemsOf } from './check.ts';
import { bytesOf } from '../bounded.ts';
import type { FilePart } from './form.ts';

/** A sentence about the part of a file that a path leads to. */
type FileFault = readonly [path: string, sentence: string];

/** The text and the value of a YAML file. Throws a Refusal that names each problem by line: of the YAML, or else from `faultsOf`. */
export function readYamlFile(
  bytes: Uint8Array,
  what: 'template' | 'policy' | 'file',
  faultsOf: (value: unknown) => readonly FileFault[],
): { readonly content: string; readonly value: unknown } {
  const content = decode(bytes, what);
  const { document, lines, errors } = readYaml(content, what);
  if (errors.size > 0) throw invalidFile(what, errors);
  const value: unknown = document.toJS() ?? {};
  const faults = faultsOf(value).map(([path, sentence]) => [`${path} (line ${lineOf(document, path, lines)})`, sentence] as const);
  if (faults.length > 0) throw invalidFile(what, new Map(faults));
  return { content, value };
}

function decode(bytes: Uint8Array, what: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new Refusal('invalid-request', `The ${what} is not text in UTF-8.`, {
      cause: error,
      errors: { [`${what}_file`]: 'must be YAML in UTF-8.' },
    });
  }
}

function invalidFile(what: string, errors: ReadonlyMap<string, string>): Refusal {
  return new Refusal('invalid-request', `The ${what} is not valid; \`errors\` says what is wrong, and in which line.`, {
    errors: Object.fromEntries([...errors].slice(0, mostFaults)),
  });
}

/** The line, from 1, that a path such as `trail.attestations[1].name` points to, or the line of the nearest thing around it. */
function lineOf(document: Document, path: string, lines: LineCounter): number {
  let node: unknown = document.contents;
  let offset = 0;
  for (const part of path.split(/[.[\]]+/).filter((each) => each !== '')) {
    const pair = isMap(node) ? node.items.find(({ key }) => isScalar(key) && String(key.value) === part) : undefined;
    node = isSeq(node) ? node.items[Number(part)] : pair?.value;
    const start = isNode(pair?.key) ? pair.key : node;
    offset = (isNode(start) ? start.range?.[0] : undefined) ?? offset;
  }
  return lines.linePos(offset).line;
}

/** The lines, the problems (a sentence for each line that has one) and what was read of one document of YAML 1.2 without aliases and duplicate names, within the bounds of a template; `what` names it in messages. */
function readYaml(content: string, what: string) {
  const lines = new LineCounter();
  const errors = new Map<string, string>();
  const ends = new Map<string, string>();
  const lineOf = (offset: number) => `line ${lines.linePos(offset).line}`;
  const say = (offset: number, sentence: string) => void errors.set(lineOf(offset), sentence);
  const endings = {
    pieces: `is where the ${what} gets too large: it has more than ${largest.pieces} pieces of YAML, enough for about 1,000 attestations.`,
    depth: `is nested deeper than ${largest.depth} levels: a ${what} has no more than 6.`,
    faults: 'is where reading ended: there was too much before it that is no YAML.',
  };
  const { document, second } = composeYaml(content, lines, largest, (why, offset) => void ends.set(lineOf(offset), endings[why]));
  if (document === undefined) throw new Error('The YAML library made no document.');
  for (const { pos, message } of document.errors) say(pos[0], message);
  if (second !== undefined) say(second.range[0], `begins a second document: a ${what} is one.`);
  visit(document, {
    // An alias can stand for itself many times over: a few lines of them would make an endless template.
    Alias: (_, { range }) => say(range?.[0] ?? 0, 'is a YAML alias: write the entry out.'),
    Map: (_, { items }) => {
      const names = new Set<string>();
      for (const { key } of items) {
        const name = isScalar(key) ? String(key.value) : undefined;
        if (name === undefined || !isScalar(key)) continue;
        if (names.has(name)) say(key.range?.[0] ?? 0, `says ${name.slice(0, 100).toWellFormed()} a second time: say it once.`);
        names.add(name);
      }
    },
  });
  // The reason why reading ended early says most, also if the half that was read has an error in the same line.
  return { document, lines, errors: new Map([...ends, ...[...errors].filter(([line]) => !ends.has(line))]) };
}

/** Enough for every mistake of an honest writer. */
const mostFaults = 32;
const largest = { depth: limits.templateDepth, pieces: limits.templatePieces, faults: mostFaults };

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
