import { isPage } from '../contract/checks/answers.gen.ts';
import { isAttestationRecord, isAttestationsByCommit } from '../contract/checks/attestations.gen.ts';
import { pathOf } from '../contract/paths.ts';
import type { AttestationRecord, AttestationsByCommit, ParamsOf } from '../contract/index.ts';
import { ContractError, TransportError } from '../errors/index.ts';
import { cut, stringAt } from '../text/index.ts';
import { refuseOtherCommit } from './about.ts';
import { callOperation, searchOf, type Query } from './operation.ts';
import { expect, notOurService } from './reply.ts';
import type { Call } from './transport.ts';

/** Which records to find at these commits. A flow, names or a type that is left out means any. */
export interface AttestationSearch {
  readonly flow_name?: string;
  readonly commit_list: readonly string[];
  readonly attestation_name?: readonly string[];
  readonly attestation_type?: string;
}

/** Records by the commit asked for, newest first; a commit without any has an empty list. */
export type RecordsByCommit = ReadonlyMap<string, readonly AttestationRecord[]>;

/** `undefined`: any. */
type Names = readonly string[] | undefined;

/** Longest URL that is asked for: common proxies and servers take a request line of 8 KiB. */
const longestUrl = 7_000;

/**
 * Operation 2 by commit, for any number of commits and names. It sends as many requests as the length of a URL demands, and more where an
 * answer is too large or leaves a commit out. Only two answers mean that there is no record: `{}` to a question about a single commit, or
 * `{}` from a service that has answered about several at once.
 */
export async function findAttestations(
  call: Call,
  params: ParamsOf<'findAttestations'>,
  search: AttestationSearch,
): Promise<RecordsByCommit> {
  const commits = [...new Set(search.commit_list)];
  const names = search.attestation_name === undefined ? undefined : [...new Set(search.attestation_name)];
  const found = new Map<string, AttestationRecord[]>(commits.map((commit) => [commit, []]));
  const service = { answersSeveral: false, hasOwnPath: false };

  /** The filter takes one name; several names are picked out of all records. */
  const queryOf = (some: readonly string[], of: Names): Query => ({
    commit_list: some,
    flow_name: search.flow_name,
    attestation_name: of?.length === 1 ? of[0] : undefined,
    attestation_type: search.attestation_type,
  });

  async function fetchRecords(some: readonly string[], of: Names): Promise<AttestationsByCommit> {
    const query = queryOf(some, of);
    if (!service.hasOwnPath) {
      const answer = await callOperation(call, 'findAttestations', params, { query });
      const reply = answer.reply();
      if (!isPage(reply)) return await byCommit(reply, some, answer.request);
      // Some services have the search by commit under another path, and answer here with a plain listing.
      service.hasOwnPath = true;
    }
    const answer = await callOperation(call, 'findAttestationsForCriteria', params, { query });
    return await byCommit(answer.reply(), some, answer.request);
  }

  async function gather(some: readonly string[], of: Names): Promise<void> {
    let reply: AttestationsByCommit;
    try {
      reply = await fetchRecords(some, of);
    } catch (error) {
      if (!(error instanceof TransportError) || error.code !== 'body-too-large' || (some.length === 1 && (of ?? []).length <= 1))
        throw error;
      for (const half of some.length > 1 ? halves(some) : []) await gather(half, of);
      for (const name of some.length === 1 ? (of ?? []) : []) await gather(some, [name]);
      return;
    }
    const answered = some.filter((commit) => reply[commit] !== undefined);
    if (answered.length > 1) service.answersSeveral = true;
    for (const commit of answered) {
      const records = await recordsFrom(reply[commit] ?? [], { ...search, commit, names: of, org: params.org }, call);
      found.get(commit)?.push(...records);
    }
    const unanswered = some.filter((commit) => reply[commit] === undefined);
    if (unanswered.length === 0 || some.length === 1) return;
    if (answered.length > 0) await gather(unanswered, of);
    else if (!service.answersSeveral) for (const half of halves(unanswered)) await gather(half, of);
  }

  const base = call.transport.urlOf({ path: pathOf('findAttestationsForCriteria', params) }).href.length + 1;
  const room = longestUrl - base;
  for (const some of names?.length === 0 ? [] : inParts(commits, (part) => searchOf(queryOf(part, names)).toString().length <= room)) {
    await gather(some, names);
  }
  return new Map([...found].map(([commit, records]) => [commit, records.toSorted((a, b) => b.created_at - a.created_at)]));
}

/** An answer about the commits asked for, or about some of them. */
async function byCommit(reply: unknown, commits: readonly string[], request: string): Promise<AttestationsByCommit> {
  const answer = await expect(isAttestationsByCommit, 'AttestationsByCommit', reply, request);
  if (commits.every((commit) => answer[commit] !== undefined)) return answer;
  // An object of another kind, such as a message, or an answer about other commits, would otherwise read as "no
  // records", and hide a red one.
  const stranger = Object.keys(answer).find((key) => !commits.includes(key));
  if (stranger === undefined) return answer;
  const wanted = commits.length === 1 ? `the commit ${commits[0]} as its key` : `the ${commits.length} commits asked for as its keys`;
  throw new ContractError(
    'wrong-shape',
    `${request} answered with something that is not in the contract: expected ${wanted}, not ${JSON.stringify(cut(stranger, 80))}`,
    { expected: 'an object of lists by commit SHA', fix: notOurService },
  );
}

async function recordsFrom(
  items: readonly unknown[],
  of: Pick<AttestationSearch, 'flow_name' | 'attestation_type'> & { readonly org: string; readonly commit: string; readonly names: Names },
  { onNotice }: Call,
): Promise<readonly AttestationRecord[]> {
  const records: AttestationRecord[] = [];
  for (const item of items) {
    if (isAttestationRecord(item)) {
      if (of.names?.includes(item.attestation_name) === false) continue;
      if (of.flow_name !== undefined && (item.flow_name ?? of.flow_name) !== of.flow_name) continue;
      if (of.attestation_type !== undefined && (item.attestation_type ?? of.attestation_type) !== of.attestation_type) continue;
      refuseOtherCommit(item, of);
      records.push(item);
    } else if (mayBeNamed(item, of.names)) {
      records.push(
        await expect(isAttestationRecord, 'AttestationRecord', item, `the records of ${of.names?.join(', ') ?? `commit ${of.commit}`}`),
      );
    } else {
      onNotice?.(`A record of another name at commit ${of.commit} is not in the contract and was skipped`);
    }
  }
  return records;
}

/** Whether a broken record could have a name that we need: it has one of them, or shows none. */
function mayBeNamed(item: unknown, names: Names): boolean {
  const name = stringAt(item, 'attestation_name');
  return name === undefined || names === undefined || names.includes(name);
}

/** Splits a list, in order, into parts as long as they may be. An item that is too long is a part of its own. */
function inParts(items: readonly string[], isShort: (part: readonly string[]) => boolean): readonly (readonly string[])[] {
  const parts: string[][] = [];
  for (const item of items) {
    const last = parts.at(-1);
    if (last !== undefined && isShort([...last, item])) last.push(item);
    else parts.push([item]);
  }
  return parts;
}

function halves(items: readonly string[]): readonly (readonly string[])[] {
  const middle = Math.ceil(items.length / 2);
  return [items.slice(0, middle), items.slice(middle)];
}
