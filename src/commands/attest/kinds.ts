import type { AttestOperation } from '../../client/index.ts';
import { UsageError } from '../../errors/index.ts';
import type { CommonSettings, EvidenceSettings } from '../../options/index.ts';

/** The part of a record that only its kind has, and the operation that sends it. */
export interface Content<Fields extends object = Readonly<Record<string, unknown>>> {
  readonly operation: AttestOperation;
  readonly fields: Fields;
  /** The fields that are sent unchanged: the service relies on them, or their secrets were already removed. */
  readonly kept: readonly string[];
  /** Facts that it adds to those of the run. `undefined` where the record belongs to no run: an override is said once, by a person. */
  readonly ofRun: Readonly<Record<string, unknown>> | undefined;
}

/** The content of evidence other than test results, one row for each kind. The service checks it against the form of its kind. */
export function contentOf(evidence: EvidenceSettings, { attachments }: Pick<CommonSettings, 'attachments'>): Content {
  switch (evidence.type) {
    case 'generic':
      return content('attestGeneric', { is_compliant: evidence.compliant });
    case 'custom':
      return content('attestCustom', { type_name: evidence.typeName, attestation_data: evidence.data }, ['type_name']);
    case 'pull_request':
      return content('attestPullRequest', { git_provider: evidence.provider, pull_requests: evidence.data });
    case 'snyk':
      return content('attestSnyk', { snyk_results: evidence.data });
    case 'sonar':
      return content('attestSonar', { sonar_results: evidence.data });
    case 'jira':
      return content('attestJira', { jira_results: evidence.data });
    case 'decision': {
      const fields = { type_name: 'decision', control: evidence.control, attestation_data: { is_compliant: evidence.compliant } };
      return content('attestDecision', fields, ['type_name']);
    }
    case 'override': {
      if (attachments.length > 0) {
        throw new UsageError('conflicting-inputs', 'An override has no attachments: it is about a record that has its own', {
          fix: 'Leave attachments out, or say where the proof is: external-urls, description',
        });
      }
      const { compliant, originalType, reason } = evidence;
      const fields = { reason, new_compliance_status: compliant, original_attestation_type: originalType };
      return { ...content('overrideAttestation', fields, ['original_attestation_type']), ofRun: undefined };
    }
  }
}

function content(operation: AttestOperation, fields: Content['fields'], kept: readonly string[] = []): Content {
  return { operation, fields, kept, ofRun: {} };
}
