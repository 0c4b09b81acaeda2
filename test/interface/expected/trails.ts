import { expect } from 'vitest';
import * as sent from '../sent.ts';
import type { Stored } from '../stored.ts';
import { gateOn, id, moment } from './moments.ts';

const events = (types: readonly string[]): unknown => types.map((type) => expect.objectContaining({ type, timestamp: moment }));
const [unit, lint, coverage, review, scan, quality, ticket, board] = sent.evidence;

/** Operation 1: the trails, the latest first. */
export function trails({ artifacts, overridden, records, url }: Stored): readonly object[] {
  const page = (name: string) => `${url}/acme/flows/shop/trails/${name}`;
  const decided = { evaluated_at: moment, flow_template_id: id };
  const common = {
    template: { ...sent.parsedTemplate, content: sent.template },
    created_by: 'ada',
    flow: { name: 'shop', tags: sent.tags },
    created_at: moment,
    last_modified_at: moment,
  };
  const row = ({ compliant, data, kind, type }: (typeof sent.evidence)[number], unexpected: boolean) => ({
    attestation_name: data.attestation_name,
    attestation_type: type,
    attestation_id: records.get(kind),
    status: 'COMPLETE',
    is_compliant: compliant,
    unexpected,
  });
  const missing = (attestation_name: string, attestation_type: string) => ({
    attestation_name,
    attestation_type,
    status: 'MISSING',
    is_compliant: false,
    unexpected: false,
  });
  const ofArtifact = (fingerprint: string, status: string) => ({
    artifact_fingerprint: fingerprint,
    artifact_id: artifacts.get(fingerprint),
    status,
    is_compliant: status === 'COMPLIANT',
    ...decided,
  });
  const { repo_info: _, ...said } = sent.trail;
  const release = {
    ...common,
    ...said,
    repo_ids: [id],
    compliance_state: 'NON-COMPLIANT',
    ...gateOn('release'),
    is_compliant: false,
    html_url: page('release'),
    compliance_status: {
      ...decided,
      status: 'NON-COMPLIANT',
      is_compliant: false,
      attestations_statuses: [
        row(unit, false),
        { ...row(lint, true), attestation_id: records.get('override'), overridden_attestation_id: overridden, is_compliant: true },
        ...[review, quality, ticket, board].map((each) => row(each, true)),
      ],
      artifacts_statuses: {
        cli: { ...ofArtifact(sent.fingerprint, 'COMPLIANT'), unexpected: false, attestations_statuses: [row(coverage, false)] },
        docs: { ...ofArtifact(sent.redFingerprint, 'NON-COMPLIANT'), unexpected: true, attestations_statuses: [row(scan, true)] },
      },
    },
    events: events([
      'trail_reported',
      ...sent.artifacts.slice(1).map(() => 'artifact_creation_reported'),
      ...sent.evidence.map(({ data }) => ('artifact_fingerprint' in data ? 'artifact_attestation_reported' : 'trail_attestation_reported')),
      'trail_attestation_reported',
      'artifact_started_running',
      'artifact_stopped_running',
      'artifact_started_running',
      ...sent.approvals.map(() => 'artifact_approval_reported'),
    ]),
  };
  const early = {
    ...common,
    name: 'early',
    user_data: {},
    repo_ids: [],
    compliance_state: 'INCOMPLETE',
    ...gateOn('early'),
    is_compliant: false,
    html_url: page('early'),
    compliance_status: {
      ...decided,
      status: 'INCOMPLETE',
      is_compliant: false,
      attestations_statuses: [missing('unit', 'junit')],
      artifacts_statuses: {
        cli: {
          ...ofArtifact(sent.earlierFingerprint, 'INCOMPLETE'),
          unexpected: false,
          attestations_statuses: [missing('coverage', 'custom:coverage')],
        },
      },
    },
    events: events(['trail_reported', 'artifact_creation_reported']),
  };
  const patch = {
    ...common,
    name: 'patch',
    user_data: {},
    repo_ids: [],
    template: { version: 1, trail: { attestations: [{ name: 'smoke', type: '*' }], artifacts: [] }, content: sent.patchTemplate },
    compliance_state: 'COMPLIANT',
    ...gateOn('patch'),
    is_compliant: true,
    html_url: page('patch'),
    compliance_status: {
      ...decided,
      status: 'COMPLIANT',
      is_compliant: true,
      attestations_statuses: [
        { ...missing('smoke', 'generic'), attestation_id: records.get('patch'), status: 'COMPLETE', is_compliant: true },
      ],
      artifacts_statuses: {},
    },
    events: events(['trail_reported', 'trail_attestation_reported']),
  };
  return [patch, release, early];
}

/** The trail `release` in an answer of its own, by the template of its flow, which is the one that decided it. */
export function releaseAlone(stored: Stored): object {
  const release = Object(trails(stored)[1]);
  return {
    ...release,
    current: { ...release.compliance_status, template_version: 1 },
    template_version: 1,
    own_template: false,
    flow_template: release.template,
  };
}

/** The override of `lint`, as the command line tells it to machines. */
export function overrideOfLint({ overridden, records }: Stored): object {
  const { attestation_name: attestation, new_compliance_status: compliant, original_attestation_type, reason } = sent.override;
  return {
    attestation,
    is_compliant: compliant,
    attestation_id: records.get('override'),
    overridden_attestation_id: overridden,
    original_attestation_type,
    reason,
    reported_by: 'ada',
    created_at: moment,
  };
}
