import { isApproval, isApprovalReported, isRunningCommit } from '../contract/checks/approvals.gen.ts';
import { isArtifact } from '../contract/checks/artifacts.gen.ts';
import { isCustomType } from '../contract/checks/custom-types.gen.ts';
import { isFlow } from '../contract/checks/flows.gen.ts';
import { isDefaultOrganization } from '../contract/checks/organizations.gen.ts';
import { isRecords } from '../contract/checks/records.gen.ts';
import { isSearchResult } from '../contract/checks/search.gen.ts';
import type { ApprovalInput, ArtifactInput, AsSent, ParamsOf, QueryOf, Records, Taken } from '../contract/index.ts';
import type { PathName } from '../contract/paths.ts';
import type { ReplyName } from '../contract/schemas.gen.ts';
import { ContractError } from '../errors/index.ts';
import { stringAt } from '../text/index.ts';
import { callOperation } from './operation.ts';
import type { ListPage } from './pages.ts';
import { anotherThing, expect, expectList } from './reply.ts';
import type { Call } from './transport.ts';

type Check<Item> = (value: unknown) => value is Item;

/** `refuse` throws where the answer is about something else. */
export function one<Name extends PathName, Item>(
  operation: Name,
  isItem: Check<Item>,
  reply: ReplyName,
  refuse?: (item: Item, params: ParamsOf<Name>, request: string) => void,
) {
  return async (call: Call, params: ParamsOf<Name>, query?: QueryOf<Name>): Promise<Item> => {
    const answer = await callOperation(call, operation, params, { query });
    const item = await expect(isItem, reply, answer.reply(), answer.request);
    refuse?.(item, params, answer.request);
    return item;
  };
}

/** In either shape: `{data, pagination}`, or the plain array. */
export function page<Name extends PathName, Item>(operation: Name, isItem: Check<Item>, reply: ReplyName) {
  return async (call: Call, params: ParamsOf<Name>, query?: QueryOf<Name>): Promise<ListPage<Item>> =>
    expectList(isItem, reply, await callOperation(call, operation, params, { query }));
}

export function every<Name extends PathName, Item>(operation: Name, isItem: Check<Item>, reply: ReplyName) {
  const read = page(operation, isItem, reply);
  return async (call: Call, params: ParamsOf<Name>, query?: QueryOf<Name>): Promise<readonly Item[]> =>
    (await read(call, params, query)).items;
}

/** The names of the texts that are sent as files. */
const fileNames: ReadonlyMap<PathName, string> = new Map([
  ['putTrail', 'template.yml'],
  ['putFlow', 'template.yml'],
  ['putType', 'schema.json'],
  ['putPolicy', 'policy.yml'],
]);

/**
 * Asks an operation that changes something, with what its row takes: its JSON, and the text of a file. A text that is left out leaves
 * what is stored. Resolves to whether that made something new, where the service tells.
 */
export async function write<Name extends PathName>(
  call: Call,
  operation: Name,
  params: ParamsOf<Name>,
  ...taken: Taken<Name>
): Promise<'created' | 'updated'> {
  const [data = null, text]: readonly [data?: unknown, text?: string | undefined] = taken;
  const name = fileNames.get(operation) ?? 'file';
  const file = text === undefined ? undefined : { name, content: Buffer.from(text) };
  const { status } = await callOperation(call, operation, params, { data, file });
  return status === 201 ? 'created' : 'updated';
}

/** Operation 8; in the order of the answer. */
export const listApprovals = every('listApprovals', isApproval, 'Approval');

export const listFlowApprovals = page('listFlowApprovals', isApproval, 'Approval');

/** A `ResponseError` with status 404 where there is none. */
export const getApproval = one('getApproval', isApproval, 'Approval', ({ release_number: got }, params, request) => {
  const asked = Number(params.approval_number);
  // A negative number counts from the latest, so that any may be the answer.
  if (asked >= 0 && asked !== got) throw anotherThing(request, '$.release_number', String(asked), String(got));
});

/**
 * Without an answer of a person it requests one. Resolves to its number where the service gives it. A request whose answer is lost is sent
 * again, so that the same approval may be recorded twice, under two numbers.
 */
export async function reportApproval(
  call: Call,
  params: ParamsOf<'reportApproval'>,
  approval: AsSent<ApprovalInput>,
): Promise<number | undefined> {
  const answer = await callOperation(call, 'reportApproval', params, { data: approval });
  const reply = answer.reply();
  // Some services answer only that it worked.
  if (typeof reply === 'string') return undefined;
  return (await expect(isApprovalReported, 'ApprovalReported', reply, answer.request)).release_number;
}

const readRunning = one('getRunningCommit', isRunningCommit, 'RunningCommit');

/** `undefined` where none is known to run. */
export async function getRunningCommit(call: Call, params: ParamsOf<'getRunningCommit'>): Promise<string | undefined> {
  return (await readRunning(call, params)).commit_sha ?? undefined;
}

/** Operation 3; the newest first. */
export const listArtifacts = page('listArtifacts', isArtifact, 'Artifact');

/** Resolves to its id where the service gives it. A second report is of the same artifact, so a retry does no harm. */
export async function reportArtifact(
  call: Call,
  params: ParamsOf<'reportArtifact'>,
  artifact: AsSent<ArtifactInput>,
): Promise<string | undefined> {
  const answer = await callOperation(call, 'reportArtifact', params, { data: artifact });
  return stringAt(answer.reply(), 'artifact_id');
}

/** A `ResponseError` with status 404 where there is none. */
export const getArtifact = one('getArtifact', isArtifact, 'Artifact', ({ fingerprint }, asked, request) => {
  if (fingerprint !== asked.fingerprint) throw anotherThing(request, '$.fingerprint', asked.fingerprint, fingerprint);
});

/** Operation 9. */
export const listTypes = every('listTypes', isCustomType, 'CustomType');

/** With all of its versions or with one; a `ResponseError` with status 404 where there is none. */
export const getType = one('getType', isCustomType, 'CustomType');

/** A `ResponseError` with status 404 where there is none. */
export const getFlow = one('getFlow', isFlow, 'Flow');

/** By name. */
export const listFlows = page('listFlows', isFlow, 'Flow');

const getDefault = one('getDefaultOrganization', isDefaultOrganization, 'DefaultOrganization');

/** `undefined` where none was set. */
export async function getDefaultOrganization(call: Call): Promise<string | undefined> {
  const { default_org_name: name } = await getDefault(call, {});
  return name === null || name === '' ? undefined : name;
}

/**
 * Some records of the log, those right after the place `after`: a `ContractError` where one is left out. It needs the role
 * `auditor` or `admin`; a `ResponseError` with status 404 where the service has no log.
 */
export async function listRecords(call: Call, params: ParamsOf<'listRecords'>, query: QueryOf<'listRecords'>): Promise<Records> {
  const answer = await callOperation(call, 'listRecords', params, { query });
  const page = await expect(isRecords, 'Records', answer.reply(), answer.request);
  const after = query.after ?? 0;
  const isWhole = page.records.every(({ sequence }, index) => sequence === after + index + 1);
  const isEnd = after + page.records.length >= page.head.sequence;
  if (!isWhole || (page.records.length === 0 && !isEnd)) {
    throw new ContractError('wrong-shape', `${answer.request} answered without the record ${after + 1}, or one after it`, {
      path: '$.records',
      fix: 'Ask again; where it stays so, have the service verified by `compliance-evidence verify`',
    });
  }
  return page;
}

/** Operation 7; a `ResponseError` with status 404 where there is none. The text may be the beginning of a SHA. */
export const searchSha = one('searchSha', isSearchResult, 'SearchResult');
