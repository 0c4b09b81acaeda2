import type { Call } from '../../client/index.ts';
import type { Flow, Template, Trail } from '../../contract/index.ts';
import { oneLine } from '../../text/index.ts';
import type { FlowFact } from '../facts/line.ts';
import type { TrailFact } from '../facts/trail.ts';
import { listingOrHole, type Asking, type PageQuery } from './service-ask.ts';
import { openVersions, readTemplate, type TemplateId, type Versions } from './service-template.ts';
import { listTrailCommits, readTrail } from './service-values.ts';

/** A flow by the name that it was asked for, which may be a former one. */
export interface NamedFlow {
  readonly name: string;
  /** Its name in the service today. */
  readonly now: string;
  /** Its template today; null where that cannot be read. */
  readonly template: Template | null;
}

/** The named flows, or all. One that the service lacks is a hole: its changes would look untested. */
export async function readFlows(asking: Asking, asked: readonly string[]): Promise<readonly NamedFlow[]> {
  const listed = new Map((await listAll(asking)).map((flow) => [flow.name, flow]));
  const names = asked.length === 0 ? [...listed.keys()] : [...new Set(asked)];
  const found = await Promise.all(
    names.map(async (name) => {
      const flow = listed.get(name) ?? (await renamed(asking, name));
      return flow === undefined ? [] : [{ name, now: flow.name, template: await askedBy(flow) }];
    }),
  );
  return found.flat();
}

/** A flow that says it has no template asks for nothing. */
async function askedBy({ template }: Flow): Promise<Template | null> {
  const hasNone = template === null || template === '';
  return hasNone ? { version: 1, trail: { attestations: [], artifacts: [] } } : readTemplate(template);
}

/** Asked without a page, a service answers with all flows; one that answers with a page is asked for the others. */
async function listAll(asking: Asking): Promise<readonly Flow[]> {
  const { org } = asking;
  const what = 'The list of flows';
  const text = `GET /flows/${org}`;
  const read = (call: Call, query: Partial<PageQuery>) => asking.questions.listFlows(call, { org }, query);
  const question = asking.ask(
    text,
    (call) => read(call, {}),
    ({ items }) => items.length,
  );
  const first = await asking.orHole(what, question);
  if (first === undefined) return [];
  if ((first.pagination?.page_count ?? 1) <= 1) return first.items;
  return (await asking.orHole(what, listingOrHole(asking, { what, text, read, keyOf: ({ name }) => name }))) ?? [];
}

/** A flow that no list has: it was archived or renamed. */
async function renamed(asking: Asking, name: string): Promise<Flow | undefined> {
  const { org } = asking;
  const what = `Flow ${oneLine(name, 100)}`;
  try {
    const question = asking.ask(`GET /flows/${org}/FLOW`, (call) => asking.questions.getFlow(call, { org, flow_name: name }));
    return await asking.orHole(what, question);
  } catch (error) {
    if (!asking.questions.isNotThere(error)) throw error;
    asking.hole(what, `The organization ${org} has no flow of this name`, 'Fix the name, in `flow` or in the file of the audit');
    return undefined;
  }
}

/** The trails of one flow about the commits that are asked for, and the commits of the others. */
export interface FlowTrails {
  readonly flow: NamedFlow;
  readonly fact: FlowFact;
  readonly trails: readonly TrailFact[];
  readonly others: readonly (readonly string[])[];
  readonly versions: Versions;
  readonly ids: ReadonlyMap<string, TemplateId>;
}

export async function readTrails(asking: Asking, flow: NamedFlow, wanted: ReadonlySet<string>): Promise<FlowTrails> {
  const versions = openVersions(flow.template);
  const others: (readonly string[])[] = [];
  const found: Trail[] = [];
  for (const trail of await listed(asking, flow)) {
    await versions.see(trail);
    const commits = listTrailCommits(trail);
    if (commits.some((sha) => wanted.has(sha))) found.push(trail);
    else others.push(commits);
  }
  const trails = await Promise.all(found.map((trail) => factOf(asking, flow, trail, versions)));
  const fact: FlowFact = { kind: 'flow', name: flow.name, url: null, template: flow.template, templates: versions.known() };
  const ids = new Map(found.map(({ compliance_status: { flow_template_id: id }, name }) => [name, id]));
  return { flow, fact, trails, others, versions, ids };
}

const perPage = 100;

/** Reads some trails of a flow again, each alone; undefined where that differs from reading the list again, or takes more questions. */
export async function readTrailsAgain(asking: Asking, before: FlowTrails, names: readonly string[]): Promise<FlowTrails | undefined> {
  const { flow, ids, others, trails, versions } = before;
  if (names.length * perPage > trails.length + others.length || !names.every((name) => ids.has(name))) return undefined;
  const found = await Promise.all(names.map((name) => askAlone(asking, flow, name)));
  const told = found.flatMap((trail, index) =>
    trail !== undefined && trail.name === names[index] && versions.isAsSeen(trail, ids.get(trail.name)) ? [trail] : [],
  );
  if (told.length < names.length) return undefined;
  const facts = await Promise.all(told.map(async (trail) => [trail.name, await factOf(asking, flow, trail, versions)] as const));
  const again = new Map(facts);
  return { ...before, trails: trails.map((trail) => again.get(trail.name) ?? trail) };
}

async function listed(asking: Asking, { name, now }: NamedFlow): Promise<readonly Trail[]> {
  const { org } = asking;
  const what = `The trails of flow ${oneLine(name, 100)}`;
  const listing = listingOrHole(asking, {
    what,
    text: `GET /trails/${org}/FLOW?page=N&per_page=100`,
    read: (call, query) => asking.questions.listTrails(call, { org, flow_name: now }, query),
    keyOf: ({ name }) => name,
  });
  try {
    const items = (await asking.orHole(what, listing)) ?? [];
    const bad = items.flatMap((item) => (item.kind === 'trail' ? [] : [item.error]));
    if (bad[0] !== undefined) asking.hole(what, `${bad.length} of them cannot be read: ${bad[0].message}`, bad[0].fix);
    return items.flatMap((item) => (item.kind === 'trail' ? [item.trail] : []));
  } catch (error) {
    if (!asking.questions.isNotThere(error)) throw error;
    asking.hole(what, error.message, error.fix);
    return [];
  }
}

async function factOf(asking: Asking, flow: NamedFlow, trail: Trail, versions: Versions): Promise<TrailFact> {
  const fact: TrailFact = { ...readTrail(trail, flow.name), template: await versions.templateOf(trail) };
  // Without the template's number its owner is unknown, unless it is what the flow asks for.
  if (!versions.isNumbered(trail)) return { ...fact, ownTemplate: isSame(fact.template, flow.template) ? false : null };
  if (!versions.mayBeOwn(trail)) return fact;
  const said = await askAlone(asking, flow, trail.name);
  if (said?.own_template === false) versions.tell(trail);
  const { template_version: version } = said ?? {};
  return { ...fact, ownTemplate: said?.own_template ?? null, templateVersion: typeof version === 'number' ? version : null };
}

function isSame(one: Template | null, other: Template | null): boolean {
  return one !== null && JSON.stringify(one) === JSON.stringify(other);
}

/** Undefined where the service shows no such trail. */
async function askAlone(asking: Asking, { now }: NamedFlow, name: string): Promise<Trail | undefined> {
  const { org } = asking;
  const params = { org, flow_name: now, trail_name: name };
  try {
    const question = asking.ask(`GET /trails/${org}/FLOW/TRAIL`, (call) => asking.questions.getTrail(call, params));
    return await asking.orHole(`Trail ${oneLine(name, 100)} of flow ${oneLine(now, 100)}`, question);
  } catch (error) {
    // A service may list a trail and not show it.
    if (!asking.questions.isNotThere(error)) throw error;
    return undefined;
  }
}
