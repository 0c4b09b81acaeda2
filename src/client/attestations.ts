import { isItems, isPage } from '../contract/checks/answers.gen.ts';
import { isAttestationCreated, isAttestationRecord, isAttestationsByCommit } from '../contract/checks/attestations.gen.ts';
import type { AboutAttestation, AttestationRecord, AttestationsByCommit, ParamsOf } from '../contract/index.ts';
import { paths } from '../contract/paths.gen.ts';
import { pathOf, type PathName } from '../contract/paths.ts';
import { ContractError, TransportError } from '../errors/index.ts';
import { cut, listAt, stringAt } from '../text/index.ts';
import type { Attachment } from './body.ts';
import { askOperation, callOperation, searchOf, type OperationAnswer, type Query } from './operation.ts';
import { anotherThing, expect, notOurService, refuseOtherCommit, refuseOtherOrganization } from './reply.ts';
import { isNotThere, type Call } from './transport.ts';

/** `key` is made once and stays, so that the same evidence can be sent again. */
export interface Submission {
  readonly to: ParamsOf<'attestJunit'>;
  /** The `data_json`: these fields, and those of its kind. */
  readonly data: AboutAttestation;
  /** The idempotency key: the service records only once what it gets twice under one key. */
  readonly key: string;
  readonly attachment: Attachment | undefined;
}

export interface Accepted {
  /** The record's id where the service returns one; otherwise it is found by its nonce. */
  readonly id: string | undefined;
  /** The hash at the end of the service's log after this record, where the service gives it: a witness for `verify --head`. */
  readonly head?: string;
}

export type AttestOperation = Exclude<Extract<PathName, `attest${string}`>, `attestations${string}`> | 'overrideAttestation';

/** Operation 6, and the same for the other kinds: posts evidence; every retry carries the same key. The service checks it against the form of its kind. */
export async function attest(call: Call, operation: AttestOperation, { to, data, key, attachment }: Submission): Promise<Accepted> {
  const answer = await askOperation(call, paths[operation], Object.entries(to), {
    data,
    file: attachment,
    headers: { 'idempotency-key': key },
  });
  const reply = answer.reply();
  if (isAttestationCreated(reply)) return { id: reply.attestation_id, ...(typeof reply.head === 'string' ? { head: reply.head } : {}) };
  // The best-known service answers "OK"; anything that is not clearly an acceptance must not count as one.
  if (typeof reply === 'string' || stringAt(reply, 'message') !== undefined) return { id: undefined };
  throw new ContractError('wrong-shape', `${answer.request} answered with something that does not say that the record was accepted`, {
    expected: '"OK", or an object with attestation_id or message',
    fix: notOurService,
  });
}

/** A flow, names or a type that is left out means any. */
export interface AttestationSearch {
  readonly flow_name?: string;
  readonly commit_list: readonly string[];
  readonly attestation_name?: readonly string[];
  readonly attestation_type?: string;
}

/** By the commit asked for, newest first; a commit without any record has an empty list. */
export type RecordsByCommit = ReadonlyMap<string, readonly AttestationRecord[]>;

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

/** The item has one of the names, or shows none. */
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

/**
 * Operation 2: one record by its id, whatever its commit; several where it stands on several artifacts. Empty where the service shows none,
 * or has no such lookup (404 in its own words, 405, 501). Any other answer is a fault.
 */
export async function getAttestation(call: Call, params: ParamsOf<'findAttestations'>, id: string): Promise<readonly AttestationRecord[]> {
  let answer: OperationAnswer;
  try {
    answer = await callOperation(call, 'findAttestations', params, { query: { attestation_id: id } });
  } catch (error) {
    if (isNotThere(error) && (error.status !== 404 || error.isJson)) return [];
    throw error;
  }
  return await recordsWithId(answer.reply(), { org: params.org, id }, answer.request);
}

/**
 * The records of one id in the answer to a lookup: a list, or an envelope of one. An empty list means that there is none. A list that holds
 * only other records, or one that may be this record and cannot be read, is a `ContractError`.
 */
async function recordsWithId(
  reply: unknown,
  { id, org }: { readonly id: string; readonly org: string },
  request: string,
): Promise<readonly AttestationRecord[]> {
  // The paging of one record does not matter.
  const items = isItems(reply) ? reply : (listAt(reply, 'data') ?? (await expect(isPage, 'Page', reply, request)).data);
  if (items.length === 0) return [];
  const records: AttestationRecord[] = [];
  for (const item of items) {
    if ((stringAt(item, 'attestation_id') ?? id) !== id) continue;
    const record = await expect(isAttestationRecord, 'AttestationRecord', item, request);
    refuseOtherOrganization(record, org, request);
    records.push(record);
  }
  if (records.length > 0) return records;
  throw anotherThing(request, '$.data[0].attestation_id', id, stringAt(items[0], 'attestation_id') ?? '');
}

/** The records of one name on a trail, the newest first, without those outside the contract. Empty where there is no such listing. */
export async function attestationsOfName(call: Call, params: ParamsOf<'attestationsOfName'>): Promise<readonly AttestationRecord[]> {
  try {
    const reply = (await callOperation(call, 'attestationsOfName', params)).reply();
    return isItems(reply) ? reply.filter((item) => isAttestationRecord(item)) : [];
  } catch (error) {
    if (isNotThere(error)) return [];
    throw error;
  }
}

/** With the file name that it was sent under, where the service gives it. */
export async function downloadEvidence(call: Call, params: ParamsOf<'downloadEvidence'>) {
  const { content, headers, request } = await callOperation(call, 'downloadEvidence', params, { isFile: true });
  if (content === undefined)
    throw new ContractError('wrong-shape', `${request} answered without a file`, { expected: 'a file', fix: notOurService });
  const disposition = headers['content-disposition'];
  return { content, name: typeof disposition === 'string' ? nameIn(disposition) : undefined };
}

/** From a `content-disposition` (RFC 6266); `undefined` where it has none that can be read. */
function nameIn(disposition: string): string | undefined {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? [];
  const [, quoted, bare] = /filename=(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(disposition) ?? [];
  try {
    if (encoded !== undefined) return decodeURIComponent(encoded.trim());
  } catch {}
  return quoted?.replace(/\\(.)/g, '$1') ?? bare?.trim();
}
