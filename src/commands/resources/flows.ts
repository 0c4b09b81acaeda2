import type { Document, LineCounter } from 'yaml';
import { everyItem, getFlow, isNotThere, listFlows, listTests, write, type Call } from '../../client/index.ts';
import type { Flow } from '../../contract/index.ts';
import { ResponseError } from '../../errors/index.ts';
import {
  argument,
  dryRunOption,
  flowFileOption,
  flowOption,
  nameOption,
  newNameOption,
  searchOption,
  tagOptions,
  templateOption,
  timeOptions,
  uses,
} from '../../options/index.ts';
import { createdWords, localTime } from '../../presentation/index.ts';
import { aroundDot, nearest } from '../../text/index.ts';
import { readFlowFile, type FlowFile } from '../files/resource-files.ts';
import { ifThere } from '../run/fault.ts';
import type { Shown, ShownPart } from '../run/result.ts';
import { listCommand, pagesOf, type PageQuery } from './list-command.ts';
import { applyCommand, changeCommand, columnsOf, lookupCommand, showChange, showItem, textApart, type Column } from './resource-command.ts';

/** Applying also changes a flow that is archived, or that evidence alone began: it becomes listed, and made on purpose. */
async function compareFlow(call: Call, org: string, file: FlowFile): Promise<FlowDiff> {
  const { name } = file.flow;
  const stored = await storedFlow(call, { org, flow_name: name });
  const found = await flowDiff(stored, file);
  if (found.change !== 'nothing') return found;
  const isMade = stored?.begun_by !== 'evidence' || typeof stored.made_at === 'number';
  return isMade && (await isListed(call, org, name)) ? found : { ...found, change: 'update' };
}

async function storedFlow(call: Call, params: Parameters<typeof getFlow>[1]): Promise<Flow | undefined> {
  try {
    return await getFlow(call, params);
  } catch (error) {
    // A 404 without JSON comes from a service without the operation, or from something in front of it.
    if (isNotThere(error) && error.status === 404 && error.isJson) return undefined;
    throw error;
  }
}

/** Archived flows are found by name, but never listed. */
async function isListed(call: Call, org: string, name: string): Promise<boolean> {
  const query = { search_by_name: name, case_sensitive: true };
  const flows = everyItem(
    call,
    (page, per_page) => listFlows(call, { org }, { ...query, page, per_page }),
    (flow) => flow.name,
  );
  for await (const flow of flows) if (flow.name === name) return true;
  return false;
}

/** `diff` is unified; empty where nothing would change. */
interface FlowDiff {
  readonly change: 'create' | 'update' | 'nothing';
  readonly diff: string;
}

/** `undefined`: no flow is stored. Fields that the file leaves out stay as they are. */
export async function flowDiff(stored: Flow | undefined, { flow, path, template }: FlowFile): Promise<FlowDiff> {
  const [{ createTwoFilesPatch }, { stringify }] = await Promise.all([import('diff'), import('yaml')]);
  const text = (name: string, description: string, visibility: string, yaml: string): string =>
    `${stringify({ name, description, visibility })}template:\n${yaml.replace(/^(?=.)/gm, '  ')}`.replace(/\n*$/, '\n');
  const before = { description: stored?.description ?? '', visibility: stored?.visibility ?? 'private', template: stored?.template ?? '' };
  const was = text(stored?.name ?? flow.name, before.description, before.visibility, before.template);
  const becomes = text(
    flow.name,
    flow.description ?? before.description,
    flow.visibility ?? before.visibility,
    template ?? before.template,
  );
  if (stored !== undefined && was === becomes) return { change: 'nothing', diff: '' };
  const diff = createTwoFilesPatch(stored === undefined ? '/dev/null' : 'stored', path, stored === undefined ? '' : was, becomes, '', '', {
    context: 3,
  });
  return { change: stored === undefined ? 'create' : 'update', diff: diff.split('\n').slice(1).join('\n').trimEnd() };
}

/** In terms of its file: the line, the text there, and the text that was meant. */
async function refusedFlow(error: ResponseError, { path, text }: FlowFile): Promise<ResponseError> {
  const { LineCounter: Counter, parseDocument } = await import('yaml');
  const lines = new Counter();
  const document = parseDocument(text, { lineCounter: lines });
  const faults = Object.entries(error.fields ?? {})
    .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    .slice(0, 20)
    .map(([field, sentence]) => faultOf(field, sentence, document, lines));
  const [dotted] = Object.keys(error.fields ?? {})
    .filter((field) => /\.name(?: \(line \d+\))?$/.test(field))
    .flatMap((field) => aroundDot(String(document.getIn(placeOf(field, document).place)))?.advice ?? []);
  const { code, request, serverMessage, status } = error;
  const message = faults.length === 0 ? `${path}: ${serverMessage ?? error.message}` : `${path}, ${faults.join('; ')}`;
  return new ResponseError(code, message, {
    status,
    request,
    serverMessage,
    cause: error,
    fix: [`Correct ${path} there`, dotted].filter((part) => part !== undefined).join('. '),
  });
}

/** `line 5: trail.attestations[0].type is "junits"; did you mean junit?` */
function faultOf(field: string, sentence: string, document: Document, lines: LineCounter): string {
  const { inner, name, place } = placeOf(field, document);
  const line = lineOf(place, document, lines, Number(inner ?? /^line (\d+)$/.exec(name)?.[1]));
  const value: unknown = document.getIn(place);
  const said = sentence.replace(/ ?\[input: .*\]$/s, '').replace(/\.$/, '');
  const subject = /^line \d+$/.test(name) ? '' : `${name} `;
  if (typeof value !== 'string' && typeof value !== 'number') return `line ${line}: ${subject}${said}`;
  const choices = Array.from(said.matchAll(/"([^"]+)"/g), ([, choice = '']) => choice);
  const meant = nearest(String(value), choices);
  return `line ${line}: ${subject}is ${JSON.stringify(value)}${meant === undefined ? `, and ${said}` : `; did you mean ${meant}?`}`;
}

/** `inner`: its line in a template that is a text. */
function placeOf(field: string, document: Document) {
  const [, name = field, inner] = /^(.*?)(?: \(line (\d+)\))?$/.exec(field) ?? [];
  const parts = name.split(/[.[\]]+/).filter((part) => part !== '');
  return { name, inner, place: [...(document.has(parts[0]) ? [] : ['template']), ...parts] };
}

/** Or the line of the nearest value around it. `inner`: the line in a template that is a text. */
function lineOf(place: readonly string[], document: Document, lines: LineCounter, inner: number): number {
  for (let length = place.length; length > 0; length -= 1) {
    const node = document.getIn(place.slice(0, length), true);
    const offset = rangeOf(node);
    if (offset === undefined) continue;
    const { line } = lines.linePos(offset);
    return Number.isNaN(inner) || length > 1 || typeof document.get('template') !== 'string' ? line : line + inner;
  }
  return 1;
}

function rangeOf(node: unknown): number | undefined {
  const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : undefined;
  return Array.isArray(range) && typeof range[0] === 'number' ? range[0] : undefined;
}

const flowFields = [
  { head: 'Flow', cell: ({ name }) => name },
  { head: 'Description', cell: ({ description }) => description },
  { head: 'Visibility', cell: ({ visibility }) => visibility },
  { head: 'Created', cell: ({ created_at: at, created_by: by }) => createdWords(at, by) },
  { head: 'Begun by', cell: ({ begun_by: by, made_at: made }) => beginningWords(by, made) },
  { head: 'Last change', cell: ({ last_modified_at: at }) => at, isTime: true },
] as const satisfies readonly Column<Flow>[];

/** Where the service says it, and whether a person has made the flow since. */
function beginningWords(by: Flow['begun_by'], made: Flow['made_at']): string {
  if (by !== 'evidence') return by === 'request' ? 'a request' : '';
  return typeof made === 'number' ? `evidence, made on purpose ${localTime(made)}` : 'evidence, and nobody made it on purpose';
}

export const flowApplyCommand = changeCommand({
  name: 'flow apply',
  summary: 'Create or update a flow and its template from a YAML file.',
  examples: ['compliance-evidence flow apply checkout-service.yml --org acme --dry-run'],
  options: [argument({ ...flowFileOption, read: readFlowFile }), ...uses([dryRunOption])],
  async run(call, { dryRun, file, org }, context) {
    const { name } = file.flow;
    if (dryRun) return showComparison(name, await compareFlow(call, org, file));
    // A service that does not show what it has is sent the file.
    if ((await ifThere(compareFlow(call, org, file)))?.change === 'nothing') return showChange('flow', { name, change: 'unchanged' });
    context.sent.begin(`flow ${name}`);
    return showChange('flow', { name, change: await put(call, org, file) });
  },
});

function showComparison(name: string, { change, diff }: FlowDiff): Shown {
  const told = change === 'nothing' ? `flow ${name} would stay unchanged` : `would ${change} flow ${name}`;
  return {
    kind: 'shown',
    parts: [...(diff === '' ? [] : diff.split('\n').map(diffPart)), { text: `Dry run: ${told}; nothing was sent`, isRemark: true }],
    json: { flow: name, would_change: change, diff },
  };
}

const diffStyles = [
  [/^(?:---|\+\+\+) /, 'bold'],
  [/^@@/, 'cyan'],
  [/^\+/, 'green'],
  [/^-/, 'red'],
] as const;

function diffPart(line: string): ShownPart {
  const style = diffStyles.find(([begin]) => begin.test(line))?.[1];
  return style === undefined ? line : { mark: [style, line], text: '' };
}

export const flowCreateCommand = applyCommand({
  name: 'flow create',
  summary: 'Make a flow on purpose, by its name alone. A flow that is there keeps its template and all else.',
  examples: ['compliance-evidence flow create checkout-service --org acme'],
  resource: 'flow',
  options: [argument(nameOption('flowName'))],
  apply: async (call, { name, org }) => ({ name, change: await write(call, 'putFlow', { org }, { name }, undefined) }),
});

async function put(call: Call, org: string, file: FlowFile): Promise<string> {
  try {
    return await write(call, 'putFlow', { org }, file.flow, file.template);
  } catch (error) {
    throw error instanceof ResponseError && error.code === 'invalid-request' ? await refusedFlow(error, file) : error;
  }
}

export const flowListCommand = listCommand({
  name: 'flow list',
  summary: 'List the flows of an organization, by name.',
  examples: ['compliance-evidence flow list --org acme --search checkout'],
  resource: 'flows',
  columns: columnsOf(flowFields, 'Flow', 'Visibility', 'Last change', 'Description'),
  options: uses([searchOption]),
  async items(call, { org, search }) {
    const filter = search === undefined ? {} : { search_by_name: search, case_sensitive: false };
    const read = (query: PageQuery) => listFlows(call, { org }, { ...filter, ...query });
    return pagesOf(call, read, ({ name }) => name);
  },
});

export const testListCommand = listCommand({
  name: 'test list',
  summary: 'List the tests of a flow that fail most, and those that are flaky.',
  examples: ['compliance-evidence test list --org acme --flow checkout-service --since 7d'],
  resource: 'tests',
  options: uses([flowOption, { ...timeOptions[0], default: '30d' }], ['flow']),
  async items(call, { flow, org, since: asked = 0 }, { report }) {
    const { since, tests } = await listTests(call, { org, flow_name: flow }, { since: Math.floor(asked) });
    if (since > asked) report({ kind: 'notice', message: `Only the newest records are counted, from ${localTime(since)} on` });
    return tests;
  },
  columns: [
    { head: 'TEST', cell: ({ name }) => name },
    { head: 'ATTESTATION', cell: ({ attestation_name: name }) => name },
    { head: 'FAILED', cell: ({ failed }) => failed },
    { head: 'FLAKY', cell: ({ flaky }) => flaky },
    { head: 'TRAILS', cell: ({ trail_count: trails }) => trails },
    { head: 'LAST SEEN', cell: ({ last_seen_at: at }) => at, isTime: true },
    { head: 'LAST TRAIL', cell: ({ trails: [last] }) => last, digits: 12 },
  ],
});

export const flowGetCommand = lookupCommand({
  name: 'flow get',
  summary: 'Show a flow and its template.',
  examples: ['compliance-evidence flow get checkout-service --org acme --template > template.yml'],
  options: [argument(nameOption('flowName')), ...uses([templateOption])],
  async run(call, { name, org, template: isAlone }): Promise<Shown> {
    const flow = await getFlow(call, { org, flow_name: name });
    const template = flow.template ?? '';
    if (isAlone) return { kind: 'shown', parts: [template.replace(/\n$/, '')], json: { template } };
    return showItem(flowFields, flow, () => textApart(template));
  },
});

export const flowRenameCommand = applyCommand({
  name: 'flow rename',
  summary: 'Give a flow another name. Its old one leads to it until another flow takes that.',
  examples: ['compliance-evidence flow rename checkout-service --new-name checkout --org acme'],
  resource: 'flow',
  options: [argument(nameOption('flowName')), ...uses([newNameOption], ['new-name'])],
  async apply(call, { name, newName, org }) {
    await write(call, 'renameFlow', { org, flow_name: name }, { new_name: newName });
    return { name: newName, change: 'renamed' };
  },
});

export const flowArchiveCommand = applyCommand({
  name: 'flow archive',
  summary: 'Take a flow out of the list of flows. Nothing of it is removed.',
  examples: ['compliance-evidence flow archive checkout-service --org acme'],
  resource: 'flow',
  options: [argument(nameOption('flowName'))],
  async apply(call, { name, org }) {
    await write(call, 'archiveFlow', { org, flow_name: name });
    return { name, change: 'archived' };
  },
});

export const flowTagCommand = applyCommand({
  name: 'flow tag',
  summary: 'Set and remove tags of a flow. What is removed goes first.',
  examples: ['compliance-evidence flow tag checkout-service --set team=shop --remove owner --org acme'],
  resource: 'flow',
  options: [argument(nameOption('flowName')), ...uses(tagOptions)],
  sends: ({ name }) => `tags of flow ${name}`,
  async apply(call, { name, org, remove, set }) {
    const change = { set_tags: Object.fromEntries(set), remove_tags: [...remove] };
    await write(call, 'patchTags', { org, resource_type: 'flow', resource_id: name }, change);
    return { name, change: 'tagged' };
  },
});
