import type { AttestationRecord, ParamsOf, Trail } from '../contract/index.ts';
import { matches } from '../contract/patterns.ts';
import { ContractError } from '../errors/index.ts';
import { cut, stringAt } from '../text/index.ts';
import { notOurService } from './reply.ts';

/*
 * An answer says of itself what it is about. Where that is not what was asked for, nothing in it is used: a cache
 * or a proxy may have mixed answers up. What is absent or `null` contradicts nothing, and `html_url` is not compared.
 */

/** The error for an answer that is about something else; `actual`, what it names, is foreign. */
export function anotherThing(request: string, path: string, expected: string, actual: string): ContractError {
  return new ContractError(
    'wrong-shape',
    `${request} answered about something else: ${path} is ${JSON.stringify(cut(actual, 80))}, not ${JSON.stringify(expected)}`,
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
  const flowName = stringAt(answer, 'flow') ?? stringAt(answer, 'flow', 'name') ?? stringAt(answer, 'flow_name');
  if (flowName !== undefined && flowName !== flow) throw anotherThing(request, '$.flow.name', flow, flowName);
  refuseOtherOrganization(answer, org, request);
}

/** Throws where a trail or record names another organization. A display name, which may hold anything, is not compared. */
export function refuseOtherOrganization(answer: object, org: string, request: string): void {
  for (const field of ['org', 'org_name', 'organization', 'organization_name']) {
    const name = stringAt(answer, field) ?? stringAt(answer, field, 'name');
    if (name !== undefined && matches('orgName', name) && name !== org) throw anotherThing(request, `$.${field}`, org, name);
  }
}

/** Throws where a record that was found by its commit says that it is of another one. */
export function refuseOtherCommit(record: AttestationRecord, { commit, org }: { readonly commit: string; readonly org: string }): void {
  const request = `the search for the records of ${record.attestation_name} at commit ${commit}`;
  const sha = stringAt(record, 'git_commit_info', 'sha1');
  if (sha !== undefined && sha.toLowerCase() !== commit) throw anotherThing(request, '$.git_commit_info.sha1', commit, sha);
  refuseOtherOrganization(record, org, request);
}
