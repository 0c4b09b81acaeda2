import {
  everyItem,
  findAttestations,
  getAttestation,
  getFlow,
  getTrail,
  isNotThere,
  listFlows,
  listTrails,
  narrow,
  searchTrail,
  type Call,
  type TrailSearch,
} from '../../client/index.ts';
import type { AttestationRecord, Flow } from '../../contract/index.ts';
import { matches } from '../../contract/limits.ts';
import { ContractError, ResponseError } from '../../errors/index.ts';
import {
  advisesByOthers,
  asJudged,
  idsOf,
  idsWithoutCounts,
  mayLackTemplate,
  recordCommit,
  recordedOn,
  rowsOf,
  stateOf,
  type Evidence,
  type FaultFacts,
  type FlowAnswer,
  type Policy,
  type RecordedBefore,
  type RecordsAnswer,
  type TrailAnswer,
  type TrailQuestion,
  type TrailRow,
  type Verdict,
} from '../../gate/index.ts';
import { answerOrFault, ifThere } from '../run/fault.ts';

const atOnce = 4;

/** A few at a time. Returns the answers in the order of the items. */
export async function inTurns<Item, Result>(items: readonly Item[], ask: (item: Item) => Promise<Result>): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += atOnce)
    results.push(...(await Promise.all(items.slice(start, start + atOnce).map(ask))));
  return results;
}

/**
 * The records at this commit (operation 2 by commit and name). The service decides by the latest record, so only the records show a red one
 * that a green one hides; they also say since when. `names` limits the search to names that are asked for again.
 */
export async function readRecords(
  call: Call,
  { answer, own, question }: Omit<Evidence, 'records'>,
  policy: Policy,
  names?: readonly string[],
): Promise<ReadonlyMap<string, RecordsAnswer>> {
  const found = new Map<string, RecordsAnswer>();
  if (answer.kind !== 'trail') return found;
  const rows = rowsOf(asJudged(answer.trail, policy)).filter((row) => ['compliant', 'non-compliant'].includes(stateOf(row)));
  const asked = names ?? [...new Set(rows.map(({ status }) => status.attestation_name))];
  await inTurns(asked, async (name) => {
    const ofName = rows.filter((row) => row.status.attestation_name === name);
    const ownId = own?.name === name && own.sending.kind === 'accepted' ? own.sending.id : undefined;
    found.set(name, await answerOrFault(() => recordsOf(call, { name, rows: ofName, ownId }, question, policy)));
  });
  return found;
}

async function recordsOf(
  call: Call,
  { name, ownId, rows }: { readonly name: string; readonly rows: readonly TrailRow[]; readonly ownId: string | undefined },
  question: TrailQuestion,
  policy: Policy,
): Promise<RecordsAnswer> {
  const { org, flow, commit } = question;
  const ids = [...new Set(rows.flatMap(idsOf))];
  // A gate that knows no commit looks for the name at the commits that its rows are about.
  const carried = commit === undefined ? await byIds(call, ids, org) : [];
  const commits = commit === undefined ? [...new Set(carried.map(recordCommit).filter((sha) => sha !== undefined))] : [commit];
  const search = { flow_name: flow, commit_list: commits, attestation_name: [name] };
  const records = [...(await findAttestations(call, { org }, search)).values()].flat();
  const known = new Set(records.map((record) => record.attestation_id));
  const lacking = ids.filter((id) => !known.has(id));
  const elsewhere =
    commit === undefined ? carried.filter(({ attestation_id: id }) => lacking.includes(id)) : await byIds(call, lacking, org);
  const late = lateRecord(elsewhere, commits) ?? (ownId === undefined || known.has(ownId) ? undefined : ownId);
  if (late !== undefined) return { kind: 'lagging', fault: lagFault(late, commits) };
  const answer: RecordsAnswer = { kind: 'records', records, byId: elsewhere };
  if (policy.minTests === 0) return answer;
  const green = rows.filter((row) => stateOf(row) === 'compliant');
  const uncounted = [...new Set(green.flatMap((row) => idsWithoutCounts(row, answer, question)))].filter((id) => known.has(id));
  return { ...answer, byId: [...elsewhere, ...(await byIds(call, uncounted, org))] };
}

/** A record that its id shows to be of one of these commits, but that the search does not show: the search may miss a failing one, too. */
function lateRecord(elsewhere: readonly AttestationRecord[], commits: readonly string[]): string | undefined {
  return elsewhere.find((record) => {
    const sha = recordCommit(record);
    return sha !== undefined && commits.includes(sha);
  })?.attestation_id;
}

function lagFault(id: string, commits: readonly string[]): FaultFacts {
  const at = commits.map((sha) => sha.slice(0, 12)).join(', ');
  return {
    code: 'incomplete-listing',
    message: `the records found at commit ${at} do not include ${id}, which is one of them`,
    fix: 'Run the job again: the search of the service may lag behind its records',
  };
}

/** Empty where the service shows none, or has no such lookup. Any other answer is a fault. */
async function byIds(call: Call, ids: readonly string[], org: string): Promise<readonly AttestationRecord[]> {
  return (await inTurns(ids, (id) => getAttestation(call, { org }, id))).flat();
}

/** The flow that was meant is looked for among so many. */
const most = 1000;

/** How the flow of a trail began, where that decides. */
export async function readFlow(
  call: Call,
  { answer, question }: Pick<Evidence, 'answer' | 'question'>,
  policy: Policy,
): Promise<FlowAnswer | undefined> {
  if (answer.kind !== 'trail' || !mayLackTemplate(answer.trail, policy)) return undefined;
  const { flow, org } = question;
  return answerOrFault(async () => {
    const told = await ifTold(getFlow(call, { org, flow_name: flow }));
    if (typeof told?.begun_after_template !== 'boolean') return { kind: 'untold' };
    if (!isUnmade(told)) return { kind: 'meant' };
    const others = await otherFlows(call, org, told.name);
    const names = (of: readonly Flow[]): readonly string[] => of.map(({ name }) => name);
    return { kind: 'begun-by-evidence', others: names(others), unmade: names(others.filter(isUnmade)) };
  });
}

/** Evidence began the flow after the organization had a template, and it was not made since. */
function isUnmade({ begun_after_template: isAfter, made_at: madeAt }: Flow): boolean {
  return isAfter === true && typeof madeAt !== 'number';
}

/** The flows that the token may see, without this one. */
async function otherFlows(call: Call, org: string, flow: string): Promise<readonly Flow[]> {
  const others: Flow[] = [];
  const flows = everyItem(
    call,
    (page, per_page) => listFlows(call, { org }, { page, per_page }),
    ({ name }) => name,
  );
  for await (const other of flows) {
    if (other.name !== flow) others.push(other);
    if (others.length === most) break;
  }
  return others;
}

/** An answer; `undefined` where the service does not know the question, keeps it to others, or answers in another form. */
async function ifTold<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ContractError || (error instanceof ResponseError && error.status < 500 && error.status !== 429)) return undefined;
    throw error;
  }
}

/** At most so many trails and milliseconds: the result changes the advice, not the verdict. */
const newest = 20;
const patience = 5_000;

/** The names on the newest trails of the flow, if a verdict says that something is missing: advice depends on it. One request. */
export async function readBefore(call: Call, { org, flow }: TrailQuestion, verdict: Verdict): Promise<RecordedBefore | undefined> {
  if (!advisesByOthers(verdict)) return undefined;
  const brief = { ...call, deadline: narrow(call.deadline, patience) };
  const answer = await answerOrFault(() => listTrails(brief, { org, flow_name: flow }, { page: 1, per_page: newest }));
  return 'items' in answer ? recordedOn(answer.items.flatMap((item) => (item.kind === 'trail' ? item.trail : []))) : undefined;
}

/** Code of the fault where an answer names another flow than the one asked about. */
export const otherFlow = 'other-flow';

/** A renamed flow answers to its old name. `undefined` where it was not renamed, or the service does not say. */
export async function flowNow(call: Call, { flow, org }: { readonly org: string; readonly flow: string }): Promise<string | undefined> {
  const found = await answerOrFault(() => getFlow(call, { org, flow_name: flow }));
  const name = 'name' in found ? found.name : flow;
  if (name === flow || !matches('flowName', name)) return undefined;
  call.onNotice?.(`Flow ${flow} is called ${name} now: what ${name} holds is judged`);
  return name;
}

/** Reads one trail again and again, and remembers what it learns about the service. */
export type TrailReader = (call: Call) => Promise<TrailAnswer>;

type Wanted = Pick<TrailQuestion, 'org' | 'flow' | 'trail'>;

/** Under the flow's current name where it was renamed. */
export function trailReader(wanted: Wanted): TrailReader {
  let read = readerOf(wanted);
  let renamed: string | undefined;
  return async (call) => {
    let answer = await read(call);
    if (answer.kind === 'failed' && answer.fault.code === otherFlow && renamed === undefined) {
      renamed = await flowNow(call, wanted);
      if (renamed !== undefined) {
        read = readerOf({ ...wanted, flow: renamed });
        answer = await read(call);
      }
    }
    return answer.kind === 'trail' && renamed !== undefined ? { ...answer, flow: renamed } : answer;
  };
}

/** Asks for the trail; where the service does not know that path, pages its flow's listing from the newest, and remembers the page. */
function readerOf({ org, flow, trail }: Wanted): TrailReader {
  const params = { org, flow_name: flow, trail_name: trail } as const;
  let knowsPath = false;
  let search: TrailSearch | undefined;

  async function direct(call: Call): Promise<TrailAnswer | undefined> {
    try {
      const answer = await getTrail(call, params);
      knowsPath = true;
      return { kind: 'trail', trail: answer };
    } catch (error) {
      if (!isNotThere(error)) throw error;
      // A service that knows the path names the trail or flow that it does not have; one without the path cannot.
      if (!knowsPath && !(error.status === 404 && namesIt(error))) return undefined;
      knowsPath = true;
      return (await flowExists(call)) ? { kind: 'no-trail' } : { kind: 'no-flow' };
    }
  }

  /** A page without JSON may repeat the path that was asked for. */
  function namesIt({ isJson, serverMessage = '' }: ResponseError): boolean {
    return isJson && (serverMessage.includes(trail) || serverMessage.includes(flow));
  }

  async function flowExists(call: Call): Promise<boolean> {
    return (await ifThere(listTrails(call, { org, flow_name: flow }, { page: 1, per_page: 1 }))) !== undefined;
  }

  async function byListing(call: Call): Promise<TrailAnswer> {
    if (search === undefined)
      call.onNotice?.(`The service does not answer for a single trail: reading the trails of flow ${flow}, newest first`);
    search ??= searchTrail(params);
    try {
      const { found, read } = await search.find(call);
      return found === undefined ? { kind: 'no-trail', read } : { kind: 'trail', trail: found };
    } catch (error) {
      if (isNotThere(error)) return namesIt(error) ? { kind: 'no-flow' } : { kind: 'no-flow', said: error.message };
      throw error;
    }
  }

  return (call) => answerOrFault(async () => (search === undefined ? await direct(call) : undefined) ?? (await byListing(call)));
}
