import type { Static } from 'typebox';
import type { OverrideAttestation } from '../../contract/index.ts';
import { TrailFull } from '../store/tables/latest.ts';
import { newRecordId } from '../store/record-id.ts';
import type { Evidence } from './context.ts';
import { judges } from './judges.ts';
import { answerOf, attestationOf, trailFull, type Recorded, type Report } from './record-attestation.ts';
import { Refusal } from './refusal.ts';

type Data = Static<typeof OverrideAttestation>;

/** Records an override of a name. It replaces what the evidence says until there is another record of that name. */
export async function recordOverride({ store }: Pick<Evidence, 'store'>, report: Report, data: Data): Promise<Recorded> {
  const judged = { type: 'override', compliant: data.new_compliance_status };
  const attestation = attestationOf(report, data, judged, newRecordId());
  try {
    const result = await store.recordOverride({ ...attestation, originalType: data.original_attestation_type }, judges);
    switch (result.outcome) {
      case 'nothing-to-override':
        throw nothingToOverride(report, data);
      case 'other-type':
        throw new Refusal('invalid-request', `The evidence '${data.attestation_name}' is of the type ${result.type}.`, {
          errors: { original_attestation_type: `must be ${JSON.stringify(result.type)}, the type of what is overridden.` },
        });
      case 'recorded':
      case 'replayed':
      case 'key-reused':
      case 'unknown-artifact':
        return answerOf(result, report, data);
    }
  } catch (error) {
    throw error instanceof TrailFull ? trailFull(report.trailName, error) : error;
  }
}

function nothingToOverride({ author, flowName, trailName }: Report, data: Data): Refusal {
  const [target] = data.target_artifacts ?? [];
  const about = data.artifact_fingerprint ?? target;
  const where = about === undefined || about === null ? '' : ` about the artifact ${about}`;
  return new Refusal(
    'not-found',
    `The trail '${trailName}' of the flow '${flowName}' in the organization '${author.orgName}' has no evidence '${data.attestation_name}'${where}, and its template asks for none.`,
    { fix: 'Check the name, and whether the evidence is about the trail itself or about one of its artifacts.' },
  );
}
