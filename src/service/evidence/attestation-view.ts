import { isJunitCompliant } from '../../compliance/index.ts';
import type { AttestationBody, AttestationRow } from '../store/store.ts';
import type { Links } from './links.ts';

/** Fields of a record that are the service's own business. */
const internal = new Set(['id', 'kind', 'org', 'flow', 'trail', 'token_id', 'idempotency_key', 'attachment']);

/** An attestation as its readers see it: the record's own fields, type-specific ones included, beside those of every type. */
export function attestationView({ body }: AttestationRow, links: Links): Readonly<Record<string, unknown>> {
  const { id, org, flow, trail, attachment } = body;
  const own = Object.fromEntries(Object.entries(body).filter(([key]) => !internal.has(key)));
  return {
    attestation_id: id,
    ...own,
    is_compliant: complies(body),
    user_data: body.user_data ?? {},
    has_audit_package: attachment !== undefined,
    ...(attachment === undefined
      ? {}
      : {
          evidence_archive_fingerprint: attachment.sha256,
          evidence_archive_path: `${org}/trail_attestation/${id}/${attachment.filename}`,
        }),
    flow_name: flow,
    trail_name: trail,
    schema_version: 1,
    html_url: links.attestation(org, flow, trail, id),
  };
}

/** Rows that say no are never shown under a yes, whatever is stored beside them. */
function complies({ attestation_type, is_compliant, junit_results }: AttestationBody): boolean {
  return is_compliant === true && (attestation_type !== 'junit' || (Array.isArray(junit_results) && isJunitCompliant(junit_results)));
}
