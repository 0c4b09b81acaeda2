import type { Static } from 'typebox';
import type { FlowTests, Flow as FlowReply, FlowInput } from '../../../contract/index.ts';
import { didYouMean, given, list, withoutNulls } from '../../../text/index.ts';
import type { Evidence } from '../../context.ts';
import type { View } from '../../evidence/links.ts';
import { inChunks, inPortions, inSteps, paginationOf, type AskedPage, type Listing } from '../../evidence/listing.ts';
import { Refusal, lacks, noSuch, reachesFlow, refuseOtherFlow } from '../../evidence/refusal.ts';
import { testsIn } from '../../evidence/rules.ts';
import type { Author, Org } from '../../log/chain.ts';
import { fitting } from '../../log/read-log.ts';
import { may, type Caller } from '../../roles.ts';
import type { Tags } from '../environments/tables.ts';
import type { Flow, StoredTemplate } from './tables.ts';

/** Creates a flow or changes its details; without a template the stored one stays. */
export async function putFlow(
  { store }: Evidence,
  author: Caller,
  input: Static<typeof FlowInput>,
  template: StoredTemplate | undefined,
): Promise<'created' | 'updated'> {
  refuseOtherFlow(author, input.name);
  return await store.putFlow({ author, name: input.name, data: withoutNulls(input), ...given({ template }) });
}

export async function getFlow(evidence: Evidence, org: Org, name: string): Promise<View<FlowReply>> {
  const flow = await findFlow(evidence, org, name);
  return flowView(flow, await evidence.store.tagsOf(org.orgId, 'flow', [flow.id]), org.orgName);
}

/** The flow of that name, now or before; a refusal if there is none. */
export async function findFlow({ store }: Pick<Evidence, 'store'>, org: Org, name: string): Promise<Flow> {
  const flow = await store.findFlow(org.orgId, name);
  if (flow === undefined) throw noSuch('flow', org.orgName, name);
  return flow;
}

/** Refuses evidence for an unknown flow if this service or the caller's role may not create one: a mistyped flow would require nothing. */
export async function refuseUnknownFlow({ beginsFlows, store }: Begins, caller: Caller, flow: string): Promise<void> {
  const { orgId, orgName } = caller;
  const mayBegin = may(caller, 'define');
  if ((beginsFlows && mayBegin) || (await store.findFlow(orgId, flow)) !== undefined) return;
  if (beginsFlows) throw lacks(caller, 'define', `begin a flow, and there is no flow '${flow}'`);
  const flows = (await store.flowNames(orgId, '', namesAtOnce)).filter((name) => reachesFlow(caller, name));
  const there = flows.length === 0 ? 'there are none' : `there is ${list(flows)}`;
  throw new Refusal(
    'invalid-request',
    `There is no flow '${flow}' in the organization '${orgName}', and evidence begins none in this service: ${there}.`,
    { fix: `${didYouMean(flow, flows)}Correct the name of the flow, or give the service a file of it (flow-files, --flow).` },
  );
}

type Begins = Pick<Evidence, 'beginsFlows' | 'store'>;

/** Gives a flow another name. Its old one stays valid until another flow takes it. */
export async function renameFlow({ store }: Evidence, author: Author, name: string, newName: string): Promise<void> {
  const outcome = await store.renameFlow(author, name, newName);
  if (outcome === 'no-flow') throw noSuch('flow', author.orgName, name);
  if (outcome === 'taken') {
    // This is not a conflict: clients retry after a conflict, and this error stays.
    throw new Refusal('invalid-request', `The organization '${author.orgName}' has a flow '${newName}' already.`, {
      fix: 'Choose another name, or rename that flow first.',
    });
  }
}

export async function archiveFlow({ store }: Evidence, author: Author, name: string): Promise<void> {
  if ((await store.archiveFlow(author, name)) === 'no-flow') throw noSuch('flow', author.orgName, name);
}

/** The flows whose name holds a text, by name: a page, or all without a page size. All but the names is read only for the flows shown. */
export async function listFlows(
  { store }: Evidence,
  caller: Caller,
  { part, isExact }: { readonly part: string; readonly isExact: boolean },
  asked: AskedPage,
): Promise<Listing<View<FlowReply>>> {
  const folded = (text: string): string => (isExact ? text : text.toLowerCase());
  const names: string[] = [];
  const read = (after: string, limit: number) => store.flowNames(caller.orgId, after, limit);
  for await (const some of inSteps('', namesAtOnce, read, (name) => name))
    names.push(...some.filter((name) => reachesFlow(caller, name) && folded(name).includes(folded(part))));
  const total = names.length;
  const size = asked.perPage === 0 ? total : asked.perPage;
  const shown = names.slice((asked.page - 1) * size, asked.page * size);
  const items = inChunks(shown, flowsAtOnce, async (some) => {
    const flows = await store.flowsNamed(caller.orgId, some);
    const ids = flows.map(({ id }) => id);
    const tags = await store.tagsOf(caller.orgId, 'flow', ids);
    return flows.map((flow) => flowView(flow, tags, caller.orgName));
  });
  return { pagination: paginationOf(total, asked), items };
}

const week = 7 * 86_400;
const [mostWeeks, mostRecords] = [12, 5000];

/** One week of a flow: the seconds from each red record to the next green one of its name on that branch, and what else was recorded. */
interface Week {
  /** Its Monday, in UTC. */
  readonly day: string;
  readonly toGreen: number[];
  flaky: number;
  overrides: number;
}

/** The last weeks, the oldest first; `cutAt` is where they begin, if more was recorded in them than is looked at. */
export async function lastWeeks(evidence: Evidence, org: Org, name: string, now: number) {
  // Day 4 of Unix time was a Monday.
  const begin = Math.floor((now - 4 * 86_400) / week) * week + 4 * 86_400 - (mostWeeks - 1) * week;
  const { id } = await findFlow(evidence, org, name);
  const records = await evidence.store.recordsSince(org.orgId, id, begin, mostRecords);
  const weeks = Array.from({ length: mostWeeks }, (_, index): Week => {
    const day = new Date((begin + index * week) * 1000).toISOString().slice(0, 10);
    return { day, toGreen: [], flaky: 0, overrides: 0 };
  });
  const redSince = new Map<string, number>();
  for (const { branch, createdAt, flaky, isCompliant, name: of, trailId, type } of records) {
    const at = weeks[Math.floor((createdAt - begin) / week)];
    if (at === undefined) continue;
    at.flaky += flaky;
    if (type === 'override') at.overrides += 1;
    else {
      const key = JSON.stringify([of, branch === '' ? trailId : branch]);
      const since = redSince.get(key);
      if (!isCompliant) redSince.set(key, since ?? createdAt);
      else if (since !== undefined && redSince.delete(key)) at.toGreen.push(createdAt - since);
    }
  }
  return { weeks, ...given({ cutAt: records[0]?.looked === mostRecords ? records[0].createdAt : undefined }) };
}

/** Records of failed or flaky tests that are read, and their bytes; tests that are answered, and trails of each. */
const [mostRead, mostBytes, mostTests, mostTrails] = [500, 10_000_000, 1000, 10];
type Test = FlowTests['tests'][number];
type Found = Omit<Test, 'failed' | 'flaky' | 'trails' | 'trail_count'> & Record<'runs' | 'failed' | 'trails', Set<string>>;

/** The tests that failed or were flaky since a moment, 30 days ago by default; of those that failed as often the latest first. */
export async function failingTests(evidence: Evidence, org: Org, flow: string, from = Date.now() / 1e3 - 2_592_000): Promise<FlowTests> {
  const { id } = await findFlow(evidence, org, flow);
  const { entries, since } = await evidence.store.troubledResults(org.orgId, id, from, mostRecords, mostRead + 1);
  const read = fitting(entries, mostBytes).slice(0, mostRead);
  const found = new Map<string, Found>();
  for await (const { record } of inPortions(read, (sequences) => evidence.store.attestationsAt(org.orgId, sequences))) {
    const { attestation_name, created_at: last_seen_at, trail } = record;
    for (const { isFailed, name, run } of testsIn(record)) {
      const key = JSON.stringify([attestation_name, name]);
      const test: Found = found.get(key) ?? { name, attestation_name, last_seen_at, runs: new Set(), failed: new Set(), trails: new Set() };
      found.set(key, test);
      test.trails.add(trail);
      for (const set of isFailed ? [test.runs, test.failed] : [test.runs]) set.add(run);
    }
  }
  const tests = Array.from(found.values(), ({ failed: { size: failed }, runs, trails, ...test }): Test => {
    return { ...test, failed, flaky: runs.size - failed, trail_count: trails.size, trails: [...trails].slice(0, mostTrails) };
  });
  const worst = tests.toSorted((one, other) => other.failed - one.failed || other.flaky - one.flaky).slice(0, mostTests);
  return { since: (read.length < entries.length ? read.at(-1)?.createdAt : since) ?? since, tests: worst };
}

const namesAtOnce = 1000;
/** A template may be 256 KiB. */
const flowsAtOnce = 10;

/** A flow as its readers see it; `template` is its YAML. */
function flowView(flow: Flow, tags: ReadonlyMap<string, Tags>, org: string): View<FlowReply> {
  return {
    name: flow.name,
    description: flow.details.description ?? '',
    visibility: flow.details.visibility ?? 'private',
    org,
    template: flow.content,
    repo_url: null,
    tags: tags.get(flow.id) ?? {},
    created_at: flow.createdAt,
    created_by: flow.createdBy,
    last_modified_at: flow.lastModifiedAt,
    begun_by: flow.madeAt === flow.createdAt ? 'request' : 'evidence',
    made_at: flow.madeAt ?? null,
    begun_after_template: flow.begunAfterTemplate,
  };
}
