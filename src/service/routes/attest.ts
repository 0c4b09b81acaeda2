import { limits, operations, type AttestationInput, type Operation } from '../../contract/index.ts';
import { judged } from '../evidence/judged.ts';
import { recordOverride } from '../evidence/override.ts';
import { recordAttestation } from '../evidence/record-attestation.ts';
import { judgeCustom } from '../evidence/custom-types.ts';
import { checked } from '../http/check.ts';
import { readForm, readJsonBody } from '../http/form.ts';
import { keyOf, underWay } from '../http/idempotency.ts';
import { route, type InOrganization, type Route } from '../http/route.ts';
import { withWebAddress } from '../http/web-address.ts';
import type { Judged } from '../store/model/attestations.ts';
import { withCommit } from './target-commit.ts';

/** An operation whose form brings evidence to a trail. */
type OnTrail = Operation & { readonly params: (typeof operations.attestJunit)['params'] };

/** The record for the evidence in a form. Throws a Refusal if there can be none. */
type Judge<Data> = (data: Data, call: InOrganization) => Judged | Promise<Judged>;

/** Records evidence of one kind. Creates its flow and its trail if they do not exist yet. */
function attest<Data extends AttestationInput>(operation: OnTrail, read: (value: unknown) => Data, judge: Judge<Data>): Route {
  return route(operation, 'evidence', async (call) => {
    const { author, evidence, params, reply, request } = call;
    const idempotencyKey = keyOf(request);
    const done = underWay(author, idempotencyKey);
    try {
      const { data, file } = await readForm(request, (value) => withCommit(withWebAddress(read(value))), {
        field: 'attachment_file',
        limit: limits.attachmentBytes,
        receive: evidence.blobs.receive,
        discard: evidence.blobs.discard,
      });
      const report = { author, flowName: params.flow_name, trailName: params.trail_name, attachment: file, idempotencyKey };
      const { id, head, replayed } = await recordAttestation(evidence, report, data, () => judge(data, call));
      if (replayed) reply.header('idempotent-replayed', 'true');
      return await reply.code(201).send({ message: 'OK', attestation_id: id, head });
    } finally {
      done();
    }
  });
}

/** Says whether a name on a trail complies, instead of its evidence. */
const overrideAttestation = route(operations.overrideAttestation, 'evidence', async ({ request, reply, evidence, author, params }) => {
  const idempotencyKey = keyOf(request);
  const done = underWay(author, idempotencyKey);
  try {
    const data = await readJsonBody(request, (value) => withCommit(withWebAddress(checked(operations.overrideAttestation.data, value))));
    const report = { author, flowName: params.flow_name, trailName: params.trail_name, attachment: undefined, idempotencyKey };
    const { id, head, replayed } = await recordOverride(evidence, report, data);
    if (replayed) reply.header('idempotent-replayed', 'true');
    return await reply.send({ message: 'OK', attestation_id: id, head });
  } finally {
    done();
  }
});

const { attestCustom, attestDecision, attestGeneric, attestJira, attestJunit, attestPullRequest, attestSnyk, attestSonar } = operations;

export const attestRoutes: readonly Route[] = [
  attest(attestJunit, (value) => checked(attestJunit.data, value), judged.junit),
  attest(attestGeneric, (value) => checked(attestGeneric.data, value), judged.generic),
  attest(
    attestCustom,
    (value) => checked(attestCustom.data, value),
    (data, { author, evidence }) => judgeCustom(evidence, author, data),
  ),
  attest(attestPullRequest, (value) => checked(attestPullRequest.data, value), judged.pullRequest),
  attest(attestSnyk, (value) => checked(attestSnyk.data, value), judged.snyk),
  attest(attestSonar, (value) => checked(attestSonar.data, value), judged.sonar),
  attest(attestJira, (value) => checked(attestJira.data, value), judged.jira),
  attest(attestDecision, (value) => checked(attestDecision.data, value), judged.decision),
  overrideAttestation,
];
