import { RecordType, limits, operations, usualPages } from '../../../contract/index.ts';
import type { AttestationInput, Operation, QueryOf } from '../../../contract/index.ts';
import { given } from '../../../text/index.ts';
import { Refusal } from '../../evidence/refusal.ts';
import { boundedPage, checked, invalid } from '../../http/check.ts';
import { readForm, readJsonBody } from '../../http/form.ts';
import { once, route, type Call, type InOrganization, type Route } from '../../http/route.ts';
import { interfaceListingJson, joinedJson, listJson, listingJson, sendFile } from '../../http/send.ts';
import { withWebAddress } from '../../http/web-address.ts';
import { evaluateCustom } from '../custom-types/use.ts';
import type { AttestationFilter, Evaluated } from './tables.ts';
import { evaluated, recordAttestation, recordOverride, type Recorded, type Submission } from './use-recording.ts';
import * as attestations from './use.ts';
import { attachedFile } from './use.ts';

type Query = QueryOf<'findAttestations'>;

export const attestationRoutes: readonly Route[] = [
  /** All records of one name about an artifact; an empty list if there is none. */
  route(operations.attestationsOfArtifact, ({ evidence, author, params }) => {
    const { attestation_name: name, fingerprint: prefix, flow_name: flow } = params;
    return listJson(attestations.attestationsOfArtifact(evidence, author.orgId, { flow, prefix, name }));
  }),

  route(operations.attestationsOfFlow, async ({ evidence, author, params, query }) => {
    const { from_timestamp: from, to_timestamp: to, ...asked } = query;
    const page = boundedPage(asked, usualPages.attestations);
    const search = { flowName: params.flow_name, ...given({ from, to }) };
    return listingJson(await attestations.attestationsOfFlow(evidence, author, search, page));
  }),

  route(operations.downloadEvidence, async ({ reply, evidence, author, params }) => {
    const { attestation_id: id, flow_name: flow, trail_name: trail } = params;
    return await sendFile(reply, await attachedFile(evidence, author, { flow, trail, id }));
  }),

  /** Operation 2: by commit if commits are named, and otherwise the list of the organization's attestations. */
  route(operations.findAttestations, async (call) => {
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
  route(operations.findAttestationsForCriteria, (call) => {
    if (call.query.commit_list !== undefined) return byCommit(call, call.query.commit_list);
    throw new Refusal('invalid-request', 'No commit is named.', {
      errors: { 'query.commit_list': 'is missing: add one for each commit.' },
    });
  }),

  /** All records of one name on a trail, newest first; the empty list for a name that was never reported. */
  route(operations.attestationsOfName, ({ evidence, author, params }) => {
    const { attestation_name: name, flow_name: flowName, trail_name: trailName } = params;
    return listJson(attestations.everyAttestation(evidence, author.orgId, { trail: { flowName, name: trailName }, name }));
  }),
];

function byCommit({ query, evidence, author }: Call<unknown, Query>, commits: readonly string[]): AsyncIterable<string> {
  if (query.attestation_type !== undefined) checked(RecordType, query.attestation_type, 'query.attestation_type');
  const found = attestations.attestationsByCommit(evidence, author.orgId, [...new Set(commits)], filterOf(query));
  return joinedJson('{}', found, async function* ([commit, items]) {
    yield `"${commit}":`;
    yield* listJson(items);
  });
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

/** The input. An artifact name needs a fingerprint or a commit: such a record waits for an artifact of that name and commit. */
function withCommit<
  Input extends {
    readonly target_artifacts?: readonly string[] | null;
    readonly artifact_fingerprint?: string | null;
    readonly git_commit_info?: object | null;
  },
>(input: Input): Input {
  const named = (input.target_artifacts ?? []).length > 0;
  if (!named || (input.artifact_fingerprint ?? input.git_commit_info ?? null) !== null) return input;
  throw invalid({ target_artifacts: 'needs at least one of artifact_fingerprint or git_commit_info next to it: add one.' });
}

interface OnTrail extends Omit<Operation, 'path' | 'need'> {
  readonly path: `/attestations/:org/:flow_name/trail/:trail_name/${string}`;
  readonly need: 'evidence';
}

/** The record for the evidence in a form. Throws a Refusal if there can be none. */
type Evaluate<Data> = (data: Data, call: InOrganization) => Evaluated | Promise<Evaluated>;

/** Records evidence of one kind. Creates its flow and its trail if they do not exist yet. */
function attest<Data extends AttestationInput>(operation: OnTrail, read: (value: unknown) => Data, evaluate: Evaluate<Data>): Route {
  return route(operation, (call) =>
    recordOnce(call, async (submission) => {
      const { evidence, request } = call;
      const { data, file } = await readForm(request, (value) => withCommit(withWebAddress(read(value))), {
        field: 'attachment_file',
        limit: limits.attachmentBytes,
        receive: evidence.blobs.receive,
        discard: evidence.blobs.discard,
      });
      return await recordAttestation(evidence, { ...submission, attachment: file }, data, () => evaluate(data, call));
    }),
  );
}

/** Says whether a name on a trail complies, instead of its evidence. */
const overrideAttestation = route(operations.overrideAttestation, (call) =>
  recordOnce(call, async (submission) => {
    const read = (value: unknown) => withCommit(withWebAddress(checked(operations.overrideAttestation.data, value)));
    return await recordOverride(call.evidence, submission, await readJsonBody(call.request, read));
  }),
);

/** Answers which record was made, or which one an earlier request with the same key made. */
function recordOnce(
  { author, params, reply, request }: Call<{ readonly flow_name: string; readonly trail_name: string }>,
  record: (submission: Submission) => Promise<Recorded>,
): Promise<object> {
  return once(request, author, async (idempotencyKey) => {
    const submission = { author, flowName: params.flow_name, trailName: params.trail_name, attachment: undefined, idempotencyKey };
    const { id, head, replayed } = await record(submission);
    if (replayed) reply.header('idempotent-replayed', 'true');
    return { message: 'OK', attestation_id: id, head };
  });
}

const { attestCustom, attestDecision, attestGeneric, attestJira, attestJunit, attestPullRequest, attestSnyk, attestSonar } = operations;

export const attestRoutes: readonly Route[] = [
  attest(attestJunit, (value) => checked(attestJunit.data, value), evaluated.junit),
  attest(attestGeneric, (value) => checked(attestGeneric.data, value), evaluated.generic),
  attest(attestCustom, (value) => checked(attestCustom.data, value), evaluateCustom),
  attest(attestPullRequest, (value) => checked(attestPullRequest.data, value), evaluated.pullRequest),
  attest(attestSnyk, (value) => checked(attestSnyk.data, value), evaluated.snyk),
  attest(attestSonar, (value) => checked(attestSonar.data, value), evaluated.sonar),
  attest(attestJira, (value) => checked(attestJira.data, value), evaluated.jira),
  attest(attestDecision, (value) => checked(attestDecision.data, value), evaluated.decision),
  overrideAttestation,
];
