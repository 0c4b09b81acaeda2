import { limits, operations, type AttestationInput, type Operation } from '../../contract/index.ts';
import { evaluateCustom } from '../evidence/custom-types.ts';
import { evaluated } from '../evidence/evaluated.ts';
import { recordOverride } from '../evidence/override.ts';
import { recordAttestation, type Recorded, type Submission } from '../evidence/record-attestation.ts';
import { checked } from '../http/check.ts';
import { readForm, readJsonBody } from '../http/form.ts';
import { once, route, type Call, type InOrganization, type Route } from '../http/route.ts';
import { withWebAddress } from '../http/web-address.ts';
import type { Evaluated } from '../store/model/attestations.ts';
import { withCommit } from './target-commit.ts';

/** An operation whose form brings evidence to a trail. */
type OnTrail = Operation & { readonly params: (typeof operations.attestJunit)['params'] };

/** The record for the evidence in a form. Throws a Refusal if there can be none. */
type Evaluate<Data> = (data: Data, call: InOrganization) => Evaluated | Promise<Evaluated>;

/** Records evidence of one kind. Creates its flow and its trail if they do not exist yet. */
function attest<Data extends AttestationInput>(operation: OnTrail, read: (value: unknown) => Data, evaluate: Evaluate<Data>): Route {
  return route(operation, 'evidence', (call) =>
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
const overrideAttestation = route(operations.overrideAttestation, 'override', (call) =>
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
