import { isApproval, isApprovalReported, isRunningCommit } from '../contract/checks/approvals.gen.ts';
import { isArtifact } from '../contract/checks/artifacts.gen.ts';
import { isCustomType } from '../contract/checks/custom-types.gen.ts';
import { isEnvironment } from '../contract/checks/environments.gen.ts';
import { isFlow } from '../contract/checks/flows.gen.ts';
import { isNotificationRule } from '../contract/checks/notifications.gen.ts';
import { isDefaultOrganization } from '../contract/checks/organizations.gen.ts';
import { isPolicy } from '../contract/checks/policies.gen.ts';
import { isRecords } from '../contract/checks/records.gen.ts';
import { isSearchResult } from '../contract/checks/search.gen.ts';
import { isListedSnapshot, isReportedSnapshot, isSnapshot, isSnapshotDiff } from '../contract/checks/snapshots.gen.ts';
import type {
  ApprovalInput,
  ArtifactInput,
  AsSent,
  OperationName,
  ParamsOf,
  QueryOf,
  Records,
  SnapshotInput,
  Taken,
} from '../contract/index.ts';
import type { ReplyName } from '../contract/schemas.gen.ts';
import { ContractError } from '../errors/index.ts';
import { countAt, oneLine, stringAt, valueAt } from '../text/index.ts';
import { callOperation } from './operation.ts';
import type { ListPage } from './pages.ts';
import { anotherThing, expect, expectList } from './reply.ts';
import type { Call } from './transport.ts';

type Check<Item> = (value: unknown) => value is Item;

/** `refuse` throws where the answer is about something else. */
export function one<Name extends OperationName, Item>(
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
function page<Name extends OperationName, Item>(operation: Name, isItem: Check<Item>, reply: ReplyName) {
  return async (call: Call, params: ParamsOf<Name>, query?: QueryOf<Name>): Promise<ListPage<Item>> =>
    expectList(isItem, reply, await callOperation(call, operation, params, { query }));
}

function every<Name extends OperationName, Item>(operation: Name, isItem: Check<Item>, reply: ReplyName) {
  const read = page(operation, isItem, reply);
  return async (call: Call, params: ParamsOf<Name>, query?: QueryOf<Name>): Promise<readonly Item[]> =>
    (await read(call, params, query)).items;
}

/** The names of the texts that are sent as files. */
const fileNames: ReadonlyMap<OperationName, string> = new Map([
  ['putTrail', 'template.yml'],
  ['putFlow', 'template.yml'],
  ['putType', 'schema.json'],
  ['putPolicy', 'policy.yml'],
]);

/**
 * Asks an operation that changes something, with what its row takes: its JSON, and the text of a file. A text that is left out leaves
 * what is stored. Resolves to whether that made something new, where the service tells.
 */
export async function write<Name extends OperationName>(
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

/** Operation 4. */
export const listNotifications = every('listNotifications', isNotificationRule, 'NotificationRule');

/** Operation 5; a `ResponseError` with status 404 where there is none. */
export const getNotification = one('getNotification', isNotificationRule, 'NotificationRule', ({ number }, params, request) => {
  const asked = params.notification_number;
  if (String(number) !== String(Number(asked))) throw anotherThing(request, '$.number', asked, String(number));
});

/** The number and the warnings are absent where the service gives none. */
export interface KeptNotification {
  readonly number: number | undefined;
  /** A sentence for each field that its author should check. */
  readonly warnings: readonly string[];
  /** The secrets that messages are signed with from now on, each with the path of its target. The service shows them once. */
  readonly signingSecrets: readonly SigningSecret[];
}

export interface SigningSecret {
  readonly target: string;
  readonly secret: string;
}

/** Makes a rule, a new one each time. The service decides which fields it has: a `ResponseError` names each wrong one. */
export const putNotification = keeping('putNotification');

/** A `ResponseError` with status 404 where there is no such rule. */
export const updateNotification = keeping('updateNotification');

/** A `ResponseError` with status 404 where there is no such rule, 409 where it has no webhook. */
export const replaceSigningSecrets = async (call: Call, params: ParamsOf<'replaceSigningSecrets'>): Promise<KeptNotification> =>
  keptOf((await callOperation(call, 'replaceSigningSecrets', params, { data: null })).reply());

function keeping<Name extends 'putNotification' | 'updateNotification'>(operation: Name) {
  return async (call: Call, params: ParamsOf<Name>, rule: Readonly<Record<string, unknown>>): Promise<KeptNotification> =>
    keptOf((await callOperation(call, operation, params, { data: rule })).reply());
}

/** Services answer a write with anything they like. */
function keptOf(answer: unknown): KeptNotification {
  return {
    number: countAt(answer, 'notification_number'),
    warnings: fieldsAt(answer, 'warnings').map(([field, sentence]) => oneLine(`${field}: ${String(sentence)}`, 500)),
    signingSecrets: fieldsAt(answer, 'signing_secrets').map(([target, secret]) => ({
      target: oneLine(target, 100),
      secret: oneLine(String(secret), 500),
    })),
  };
}

function fieldsAt(answer: unknown, name: string): readonly (readonly [string, unknown])[] {
  const found = valueAt(answer, name);
  return typeof found === 'object' && found !== null ? Object.entries(found) : [];
}

/** Resolves to whether that made a snapshot, and to the latest number where the service gives it. */
export async function reportSnapshot(
  call: Call,
  params: ParamsOf<'reportSnapshot'>,
  input: SnapshotInput,
): Promise<{ readonly isNew: boolean; readonly number: number | undefined }> {
  const answer = await callOperation(call, 'reportSnapshot', params, { data: input });
  const { snapshot } = await expect(isReportedSnapshot, 'ReportedSnapshot', answer.reply(), answer.request);
  return { isNew: answer.status === 201, number: snapshot ?? undefined };
}

/** By its number, its distance from the end, or its time; a `ResponseError` with status 404 where there is none. */
export const getSnapshot = one('getSnapshot', isSnapshot, 'Snapshot');

/** The latest first. */
export const listSnapshots = page('listSnapshots', isListedSnapshot, 'ListedSnapshot');

export const diffSnapshots = one('diffSnapshots', isSnapshotDiff, 'SnapshotDiff');

/** By name. */
export const listPolicies = every('listPolicies', isPolicy, 'Policy');

/** With all its versions; a `ResponseError` with status 404 where there is none. */
export const getPolicy = one('getPolicy', isPolicy, 'Policy');

/** A `ResponseError` with status 404 where there is none. */
export const getEnvironment = one('getEnvironment', isEnvironment, 'Environment');

/** The environments of an organization, by name: all, or those whose name holds a text. No page may be asked for. */
export const listEnvironments = every('listEnvironments', isEnvironment, 'Environment');
