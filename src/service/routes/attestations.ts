import { RecordType, limits, operations, usualPages, type QueryOf } from '../../contract/index.ts';
import { given } from '../../text/index.ts';
import { attachedFile } from '../evidence/attached-file.ts';
import * as attestations from '../evidence/attestations.ts';
import { Refusal } from '../evidence/refusal.ts';
import { boundedPage, checked } from '../http/check.ts';
import { queryRoute, route, type Call, type Route } from '../http/route.ts';
import { interfaceListingJson, listJson, listingJson, sendFile } from '../http/send.ts';
import type { AttestationFilter } from '../store/model/attestations.ts';

type Query = QueryOf<'findAttestations'>;

export const attestationRoutes: readonly Route[] = [
  /** All records of one name about an artifact; an empty list if there is none. */
  route(operations.attestationsOfArtifact, 'read', ({ evidence, author, params }) => {
    const { attestation_name: name, fingerprint: prefix, flow_name: flow } = params;
    return listJson(attestations.attestationsOfArtifact(evidence, author.orgId, { flow, prefix, name }));
  }),

  queryRoute(operations.attestationsOfFlow, 'read', async ({ evidence, author, params, query }) => {
    const { from_timestamp: from, to_timestamp: to, ...asked } = query;
    const page = boundedPage(asked, usualPages.attestations);
    const search = { flowName: params.flow_name, ...given({ from, to }) };
    return listingJson(await attestations.attestationsOfFlow(evidence, author, search, page));
  }),

  /** The file of a record, as it was sent. */
  route(operations.downloadEvidence, 'read', async ({ reply, evidence, author, params }) => {
    const { attestation_id: id, flow_name: flow, trail_name: trail } = params;
    return await sendFile(reply, await attachedFile(evidence, author, { flow, trail, id }));
  }),

  /** Operation 2: by commit if commits are named, and otherwise the list of the organization's attestations. */
  queryRoute(operations.findAttestations, 'read', async (call) => {
    const { query, evidence, author } = call;
    if (query.commit_list !== undefined) return byCommit(call, query.commit_list);
    const alone = ['flow_name', 'attestation_name', 'attestation_type'].filter((name) => name in query);
    if (alone.length > 0) {
      throw new Refusal('invalid-request', 'These filters narrow a search by commit, and no commit is named.', {
        errors: Object.fromEntries(alone.map((name) => [`query.${name}`, 'works together with commit_list: add one for each commit.'])),
      });
    }
    const { id, prefix } = filterOf(query);
    const asked = { ...given({ id, prefix }), ...boundedPage(query, limits.pageSize) };
    return interfaceListingJson(await attestations.listAttestations(evidence, author.orgId, asked));
  }),

  /** The search by commit on a path of its own, which other clients use. */
  queryRoute(operations.findAttestationsForCriteria, 'read', (call) => {
    if (call.query.commit_list !== undefined) return byCommit(call, call.query.commit_list);
    throw new Refusal('invalid-request', 'No commit is named.', {
      errors: { 'query.commit_list': 'is missing: add one for each commit.' },
    });
  }),

  /** All records of one name on a trail, newest first; the empty list for a name that was never reported. */
  route(operations.attestationsOfName, 'read', ({ evidence, author, params }) =>
    listJson(attestations.attestationsOfTrail(evidence, author.orgId, params.flow_name, params.trail_name, params.attestation_name)),
  ),
];

async function* byCommit({ query, evidence, author }: Call<unknown, Query>, commits: readonly string[]): AsyncIterable<string> {
  if (query.attestation_type !== undefined) checked(RecordType, query.attestation_type, 'query.attestation_type');
  let separator = '{';
  for await (const [commit, items] of attestations.attestationsByCommit(evidence, author.orgId, commits, filterOf(query))) {
    yield `${separator}"${commit}":`;
    yield* listJson(items);
    separator = ',';
  }
  yield separator === '{' ? '{}' : '}';
}

function filterOf(query: Query): AttestationFilter {
  return given({
    flowName: query.flow_name,
    name: query.attestation_name,
    type: query.attestation_type,
    id: query.attestation_id,
    prefix: query.prefix,
  });
}
