import type { Template, Trail } from '../../contract/index.ts';
import { oneLine } from '../../text/index.ts';
import type { FlowFact } from '../facts/line.ts';
import type { TrailFact } from '../facts/trail.ts';
import type { Asking } from './service-ask.ts';
import type { NamedFlow } from './service-flows.ts';
import { wholeListing } from './service-pages.ts';
import { commitsOf, readTrail } from './service-trail.ts';
import { openVersions, type Versions } from './service-versions.ts';

/** The trails of one flow: those about commits that are asked for, and the commits of the others. */
export interface FlowTrails {
  readonly flow: NamedFlow;
  readonly fact: FlowFact;
  readonly trails: readonly TrailFact[];
  readonly others: readonly (readonly string[])[];
}

export async function readTrails(asking: Asking, flow: NamedFlow, wanted: ReadonlySet<string>): Promise<FlowTrails> {
  const versions = openVersions(flow.template);
  const others: (readonly string[])[] = [];
  const found: Trail[] = [];
  for (const trail of await listed(asking, flow)) {
    await versions.see(trail);
    const commits = commitsOf(trail);
    if (commits.some((sha) => wanted.has(sha))) found.push(trail);
    else others.push(commits);
  }
  const trails = await Promise.all(found.map((trail) => factOf(asking, flow, trail, versions)));
  const fact: FlowFact = { kind: 'flow', name: flow.name, url: null, template: flow.template, templates: versions.known() };
  return { flow, fact, trails, others };
}

async function listed(asking: Asking, { name, now }: NamedFlow): Promise<readonly Trail[]> {
  const { org } = asking;
  const what = `The trails of flow ${oneLine(name, 100)}`;
  const listing = wholeListing(asking, {
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
  // Without a number of the template nobody can tell whose it is, unless it is what the flow asks for.
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

/** The service's answer about one trail; undefined where it shows none. */
async function askAlone(asking: Asking, { now }: NamedFlow, name: string): Promise<Trail | undefined> {
  const { org } = asking;
  const params = { org, flow_name: now, trail_name: name };
  try {
    const question = asking.ask(`GET /trails/${org}/FLOW/TRAIL`, (call) => asking.questions.getTrail(call, params));
    return await asking.orHole(`Trail ${oneLine(name, 100)} of flow ${oneLine(now, 100)}`, question);
  } catch (error) {
    // A service may list trails and not show one.
    if (!asking.questions.isNotThere(error)) throw error;
    return undefined;
  }
}
