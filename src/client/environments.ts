import { isEnvironment } from '../contract/checks/environments.gen.ts';
import { isNotificationRule } from '../contract/checks/notifications.gen.ts';
import { isPolicy } from '../contract/checks/policies.gen.ts';
import { isListedSnapshot, isReportedSnapshot, isSnapshot, isSnapshotDiff } from '../contract/checks/snapshots.gen.ts';
import type { ParamsOf, SnapshotInput } from '../contract/index.ts';
import { countAt, oneLine, valueAt } from '../text/index.ts';
import { callOperation } from './operation.ts';
import { anotherThing, expect } from './reply.ts';
import { every, one, page } from './resources.ts';
import type { Call } from './transport.ts';

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
export async function reportSnapshot(call: Call, params: ParamsOf<'reportSnapshot'>, input: SnapshotInput) {
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
