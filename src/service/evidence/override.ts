import type { Static } from 'typebox';
import type { OverrideAttestation } from '../../contract/index.ts';
import { newRecordId } from '../store/record-id.ts';
import type { Evidence } from './context.ts';
import { complianceRules } from './gate/names.ts';
import { notFound } from './not-found.ts';
import { answerOf, attestationOf, withRoom, type Recorded, type Submission } from './record-attestation.ts';
import { Refusal } from './refusal.ts';
import { refuseBlank } from './refuse-blank.ts';

type Data = Static<typeof OverrideAttestation>;

/** Records an override of a name. It replaces what the evidence says until there is another record of that name. */
export async function recordOverride({ store }: Pick<Evidence, 'store'>, submission: Submission, data: Data): Promise<Recorded> {
  refuseBlank('reason', data.reason, 'why the evidence is overridden');
  const evaluated = { type: 'override', compliant: data.new_compliance_status };
  const attestation = attestationOf(submission, data, evaluated, newRecordId());
  const override = { ...attestation, originalType: data.original_attestation_type };
  const result = await withRoom(submission.trailName, () => store.recordOverride(override, complianceRules));
  switch (result.outcome) {
    case 'nothing-to-override':
      throw nothingToOverride(submission, data);
    case 'other-type':
      throw new Refusal('invalid-request', `The evidence '${data.attestation_name}' is of the type ${result.type}.`, {
        errors: { original_attestation_type: `must be ${JSON.stringify(result.type)}, the type of what is overridden.` },
      });
    case 'recorded':
    case 'replayed':
    case 'key-reused':
    case 'unknown-artifact':
      return answerOf(result, submission, data);
  }
}

function nothingToOverride({ author, flowName, trailName }: Submission, data: Data): Refusal {
  const about = data.artifact_fingerprint ?? data.target_artifacts?.[0];
  const where = about === undefined || about === null ? '' : ` about the artifact ${about}`;
  return notFound(
    `The trail '${trailName}' of the flow '${flowName}' in the organization '${author.orgName}' has no evidence '${data.attestation_name}'${where}, and its template asks for none.`,
    'Check the name, and whether the evidence is about the trail itself or about one of its artifacts.',
  );
}
