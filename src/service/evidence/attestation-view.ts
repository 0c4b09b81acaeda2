import type { AttestationInput, AttestationRecord } from '../../contract/index.ts';
import { countedRows, isJunitCompliant, testsRun } from '../../compliance/index.ts';
import { given } from '../../text/index.ts';
import { ruleOf } from '../store/log/header.ts';
import type { RecordedAttestation } from '../store/kinds/attestations.ts';
import type { AttestationRow } from '../store/model/attestations.ts';
import type { Links } from './links.ts';
import type { View } from './view.ts';

/** The fields that each attestation has, whatever was sent with it. */
export type AttestationView = View<AttestationRecord, keyof AttestationInput | 'junit_results' | 'overridden_attestation_id' | 'rule'> & {
  readonly attestation_name: string;
  readonly attestation_type: string;
  readonly created_at: number;
  readonly reported_by: string;
  readonly is_compliant: boolean;
  readonly flow_name: string;
  readonly trail_name: string;
  readonly user_data: unknown;
};

/** An attestation as its readers see it: the fields that were sent, also those of its type, and our own fields next to them. */
export function attestationView({ flowName, record }: AttestationRow, links: Links): AttestationView {
  const { id, org, trail, attachment, data } = record;
  return {
    ...data,
    attestation_id: id,
    attestation_name: record.attestation_name,
    attestation_type: record.attestation_type,
    created_at: record.created_at,
    reported_by: record.reported_by,
    is_compliant: complies(record),
    user_data: data.user_data ?? {},
    ...given({
      type_version: record.type_version,
      overridden_attestation_id: record.overridden?.id,
      job: jobOf(record),
      rule: ruleOfEmpty(record),
    }),
    has_audit_package: attachment !== undefined,
    ...given({
      evidence_archive_fingerprint: attachment?.sha256,
      evidence_archive_path: attachment && `${org}/trail_attestation/${id}/${attachment.filename}`,
    }),
    flow_name: flowName,
    trail_name: trail,
    schema_version: 1,
    html_url: links.attestation(org, flowName, trail, id),
  };
}

/** The job that recorded it without a stored token, as its issuer vouched for it; `undefined` of any other record. */
function jobOf({ credential: { claims, kind } }: RecordedAttestation): Readonly<Record<string, string>> | undefined {
  return kind === 'oidc' ? claims : undefined;
}

/** The number of the rules that judged test results without a test that ran; of others it makes no difference. */
function ruleOfEmpty({ attestation_type: type, data, rule }: RecordedAttestation): number | undefined {
  const rows = type === 'junit' ? countedRows(data.junit_results) : undefined;
  return rows !== undefined && testsRun(rows) === 0 ? rule : undefined;
}

/** Results that the rule of their time finds a fault in are never shown as compliant, whatever is stored next to them. */
function complies(record: RecordedAttestation): boolean {
  const { attestation_type, data, is_compliant } = record;
  if (!is_compliant || attestation_type !== 'junit') return is_compliant;
  return Array.isArray(data.junit_results) && isJunitCompliant(data.junit_results, ruleOf(record));
}
