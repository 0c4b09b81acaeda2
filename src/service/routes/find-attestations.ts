import { AttestationType, limits, operations, paths } from '../../contract/index.ts';
import { attestationsByCommit, listAttestations } from '../evidence/find-attestations.ts';
import { Refusal } from '../evidence/refusal.ts';
import type { AttestationFilter } from '../store/store.ts';
import { checked } from '../http/check.ts';
import { pageJson } from './list-trails.ts';
import { pageOf } from '../http/page.ts';
import { queryRoute, type Call } from '../http/route.ts';
import { listJson, sendJson } from '../http/send.ts';

type Query = Parameters<typeof filterOf>[0] & {
  readonly commit_list?: readonly string[];
  readonly page?: number;
  readonly per_page?: number;
};

/** Operation 2: by commit when commits are named, and else the list of the organization's attestations. */
export const findAttestations = queryRoute(operations.findAttestations, 'read', async (call) => {
  const { query, evidence, author, reply } = call;
  if (query.commit_list !== undefined) return await byCommit(call, query.commit_list);
  const alone = ['flow_name', 'attestation_name', 'attestation_type'].filter((name) => name in query);
  if (alone.length > 0) {
    throw new Refusal('invalid-request', 'These filters narrow a search by commit, and no commit is named.', {
      errors: Object.fromEntries(alone.map((name) => [`query.${name}`, 'works together with commit_list: add one for each commit.'])),
    });
  }
  const page = pageOf(
    { ...query, per_page: query.per_page === 0 ? limits.pageSize : (query.per_page ?? limits.pageSize) },
    limits.pageSize,
  );
  return await sendJson(reply, pageJson(await listAttestations(evidence, author.orgId, { id: query.attestation_id, ...page })));
});

/** The by-commit search on a path of its own, where other clients look for it. */
export const findAttestationsForCriteria = queryRoute(
  { ...operations.findAttestations, ...paths.findAttestationsForCriteria },
  'read',
  async (call) => {
    if (call.query.commit_list !== undefined) return await byCommit(call, call.query.commit_list);
    throw new Refusal('invalid-request', 'No commit is named.', {
      errors: { 'query.commit_list': 'is missing: add one for each commit.' },
    });
  },
);

async function byCommit({ query, evidence, author, reply }: Call<unknown, Query>, commits: readonly string[]): Promise<unknown> {
  if (query.attestation_type !== undefined) checked(AttestationType, query.attestation_type, 'query.attestation_type');
  const found = await attestationsByCommit(evidence, author.orgId, commits, filterOf(query));
  return await sendJson(
    reply,
    (async function* () {
      let separator = '{';
      for (const [commit, items] of found) {
        yield `${separator}"${commit}":`;
        yield* listJson(items);
        separator = ',';
      }
      yield separator === '{' ? '{}' : '}';
    })(),
  );
}

function filterOf(query: {
  readonly flow_name?: string;
  readonly attestation_name?: string;
  readonly attestation_type?: string;
  readonly attestation_id?: string;
}): AttestationFilter {
  return {
    ...(query.flow_name === undefined ? {} : { flowName: query.flow_name }),
    ...(query.attestation_name === undefined ? {} : { name: query.attestation_name }),
    ...(query.attestation_type === undefined ? {} : { type: query.attestation_type }),
    ...(query.attestation_id === undefined ? {} : { id: query.attestation_id }),
  };
}
