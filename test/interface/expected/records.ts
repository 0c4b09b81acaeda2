import { createHash } from 'node:crypto';
import * as sent from '../sent.ts';
import type { Stored } from '../stored.ts';
import { moment } from './moments.ts';

/** The fields that are shown of any record of evidence, next to those that were sent with it. */
function shownOf({ url }: Pick<Stored, 'url'>, attestation_id: string, at: string, file?: string): object {
  const [flow_name, trail_name] = at.split('/');
  const attached = {
    evidence_archive_fingerprint: createHash('sha256').update(sent.attached).digest('hex'),
    evidence_archive_path: `acme/trail_attestation/${attestation_id}/${file}`,
  };
  return {
    attestation_id,
    created_at: moment,
    reported_by: 'ada',
    schema_version: 1,
    has_audit_package: file !== undefined,
    ...(file === undefined ? {} : attached),
    flow_name,
    trail_name,
    html_url: `${url}/acme/flows/${flow_name}/trails/${trail_name}?attestation_id=${attestation_id}`,
  };
}

/** Operation 2: the records of evidence, the latest first. */
export function records(stored: Stored): readonly object[] {
  const shown = sent.evidence.map(({ compliant, data, kind, type }) => ({
    ...data,
    attestation_type: type,
    is_compliant: compliant,
    ...(kind === 'custom' ? { type_version: 2 } : {}),
    ...shownOf(stored, stored.records.get(kind) ?? '', 'shop/release', kind === 'junit' ? 'attachment_file.txt' : undefined),
  }));
  const override = {
    ...sent.override,
    attestation_type: 'override',
    is_compliant: true,
    overridden_attestation_id: stored.overridden,
    ...shownOf(stored, stored.records.get('override') ?? '', 'shop/release'),
  };
  return [...shown, override].toReversed();
}

/** A record that was sent without any of the optional fields. */
export function plainRecord(stored: Stored): object {
  const shown = shownOf(stored, stored.records.get('patch') ?? '', 'shop/patch');
  return { ...sent.patchEvidence, attestation_type: 'generic', user_data: {}, ...shown };
}

/** Operation 6: the record of test results that were sent to a trail of the flow `sent`. */
export function sentRecord(stored: Stored, attestation_id: string, trail: string, data: object, file: string): object {
  return { ...data, attestation_type: 'junit', is_compliant: true, ...shownOf(stored, attestation_id, `sent/${trail}`, file) };
}
