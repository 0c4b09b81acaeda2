import * as sent from '../sent.ts';
import type { Stored } from '../stored.ts';
import { gateOn } from './gates.ts';
import { decimalMoment, moment } from './moments.ts';

const [, , coverage, , scan] = sent.evidence;

export const reported = (name: string) => ({ event: `${name} reported`, timestamp: moment });
/** The events of the artifact that ran. */
export const history = [
  reported('cli'),
  { event: 'cli started running in staging', timestamp: moment },
  { event: 'cli stopped running in staging', timestamp: moment },
  { event: 'cli started running in prod', timestamp: moment },
];

export const pagesOf = (stored: Stored, fingerprint: string) => ({
  html_url: `${stored.url}/acme/flows/shop/artifacts/${fingerprint}?artifact_id=${stored.artifacts.get(fingerprint)}`,
  api_url: `${stored.url}/api/v2/artifacts/acme/shop/fingerprint/${fingerprint}`,
});

/** The fields that an artifact has because of an override: on the trail `release` its own evidence `lint` was overridden. */
export const overriddenOf = ({ overridden, records }: Stored, trail: string | undefined): object =>
  trail === 'release'
    ? {
        overridden_attestations: [
          {
            attestation_name: 'lint',
            attestation_type: 'generic',
            attestation_id: records.get('override'),
            overridden_attestation_id: overridden,
            is_compliant: true,
          },
        ],
      }
    : {};

/** Operation 3: the artifacts, the latest first. */
export function artifacts(stored: Stored): readonly object[] {
  const evidenceOf = ({ compliant, data, kind, type }: (typeof sent.evidence)[number]) => ({
    [data.attestation_name]: {
      attestation_id: stored.records.get(kind),
      evidence_type: type,
      is_compliant: compliant,
      created_at: decimalMoment,
      has_audit_package: false,
    },
  });
  const quiet = { evidence: {}, user_data: {}, deployments: [], releases: [], running: [], exited: [], approvals: [] };
  const facts = [
    { ...quiet, state: 'INCOMPLETE', ...gateOn('early'), history: [reported('cli')] },
    { ...quiet, state: 'NON-COMPLIANT', ...gateOn('release'), history: [reported('docs')], evidence: evidenceOf(scan) },
    {
      state: 'COMPLIANT',
      ...gateOn('release'),
      history,
      evidence: evidenceOf(coverage),
      deployments: [1, 2],
      releases: [1, 2, 3],
      running: [{ environment_name: 'prod', snapshot_index: 1 }],
      exited: [{ environment_name: 'staging', snapshot_index: 2 }],
      approvals: [1, 2, 3],
    },
  ];
  const bare = {
    ...quiet,
    ...sent.bareArtifact,
    state: null,
    ...gateOn('none'),
    trail_name: null,
    git_commit: '',
    history: [reported('artifact')],
  };
  const all = [
    { ...bare, template_reference_name: 'artifact' },
    ...sent.artifacts.map((artifact, index) => ({ ...facts[index], ...artifact, ...overriddenOf(stored, artifact.trail_name) })),
  ];
  return all
    .map((artifact) => ({
      ...artifact,
      id: stored.artifacts.get(artifact.fingerprint),
      ...pagesOf(stored, artifact.fingerprint),
      created_at: decimalMoment,
      last_modified_at: decimalMoment,
      created_by: 'ada',
      flow_name: 'shop',
    }))
    .toReversed();
}
