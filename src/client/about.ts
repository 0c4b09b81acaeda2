import type { AttestationRecord, ParamsOf, Trail } from '../contract/index.ts';
import { matches } from '../contract/patterns.ts';
import { ContractError } from '../errors/index.ts';
import { cut } from '../text/index.ts';
import { notOurService } from './reply.ts';

/*
 * An answer says of itself what it is about. Where that is not what was asked for, nothing in it is believed: a cache
 * or a proxy may have mixed answers up. What is absent or `null` contradicts nothing, and `html_url` is not compared.
 */

/** The error for an answer that is about something else; `said` is foreign. */
export function anotherThing(request: string, path: string, expected: string, said: string): ContractError {
  return new ContractError(
    'wrong-shape',
    `${request} answered about something else: ${path} is ${JSON.stringify(cut(said, 80))}, asked was for ${JSON.stringify(expected)}`,
    { path, expected, fix: notOurService },
  );
}

/** Throws where a trail names itself, its flow or its organization otherwise than asked. */
export function refuseOtherTrail(answer: Trail, { trail_name: trail, ...of }: ParamsOf<'getTrail'>, request: string): void {
  if (answer.name !== trail) throw anotherThing(request, '$.name', trail, answer.name);
  refuseOtherFlow(answer, of, request);
}

/** Throws where a trail says that it is of another flow or organization than asked. */
export function refuseOtherFlow(answer: Trail, { org, flow_name: flow }: ParamsOf<'listTrails'>, request: string): void {
  const ofFlow = said(answer, 'flow');
  const flowName = typeof ofFlow === 'string' ? ofFlow : (said(ofFlow, 'name') ?? said(answer, 'flow_name'));
  if (typeof flowName === 'string' && flowName !== flow) throw anotherThing(request, '$.flow.name', flow, flowName);
  refuseOtherOrganization(answer, org, request);
}

/** Throws where a trail or record names another organization. A display name, which may hold anything, is not compared. */
export function refuseOtherOrganization(answer: object, org: string, request: string): void {
  for (const field of ['org', 'org_name', 'organization', 'organization_name']) {
    const value = said(answer, field);
    const name = typeof value === 'object' && value !== null ? said(value, 'name') : value;
    if (typeof name === 'string' && matches('orgName', name) && name !== org) throw anotherThing(request, `$.${field}`, org, name);
  }
}

/** Throws where a record that was found by its commit says that it is of another one. */
export function refuseOtherCommit(record: AttestationRecord, { commit, org }: { readonly commit: string; readonly org: string }): void {
  const request = `the search for the records of ${record.attestation_name} at commit ${commit}`;
  const sha = said(record.git_commit_info, 'sha1');
  if (typeof sha === 'string' && sha.toLowerCase() !== commit) throw anotherThing(request, '$.git_commit_info.sha1', commit, sha);
  refuseOtherOrganization(record, org, request);
}

function said(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}
