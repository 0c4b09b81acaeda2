import * as sent from '../sent.ts';
import type { Stored } from '../stored.ts';
import { decimalMoment, gateOn, moment } from './moments.ts';

const [, , coverage, , scan] = sent.evidence;

const reported = (name: string) => ({ event: `${name} reported`, timestamp: moment });
/** The events of the artifact that ran. */
const history = [
  reported('cli'),
  { event: 'cli started running in staging', timestamp: moment },
  { event: 'cli stopped running in staging', timestamp: moment },
  { event: 'cli started running in prod', timestamp: moment },
];

const pagesOf = (stored: Stored, fingerprint: string) => ({
  html_url: `${stored.url}/acme/flows/shop/artifacts/${fingerprint}?artifact_id=${stored.artifacts.get(fingerprint)}`,
  api_url: `${stored.url}/api/v2/artifacts/acme/shop/fingerprint/${fingerprint}`,
});

/** The fields that an artifact has because of an override: on the trail `release` its own evidence `lint` was overridden. */
const overriddenOf = ({ overridden, records }: Stored, trail: string | undefined): object =>
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

/** Beginning of every SHA that is stored. */
export const beginning = 'ababab';

/** Operation 7: the things that begin so. */
export function found(stored: Stored): object {
  const facts = [
    { compliance_state: 'INCOMPLETE', ...gateOn('early'), running_in: [], exited_from: [], history: [reported('cli')] },
    { compliance_state: 'NON-COMPLIANT', ...gateOn('release'), running_in: [], exited_from: [], history: [reported('docs')] },
    { compliance_state: 'COMPLIANT', ...gateOn('release'), running_in: ['prod'], exited_from: ['staging'], history },
  ];
  const known = sent.artifacts.map(
    ({ build_url, commit_url, filename, fingerprint, git_commit, template_reference_name, trail_name }, index) => ({
      fingerprint,
      name: filename,
      git_commit,
      pipeline: 'shop',
      flow: 'shop',
      trail: trail_name,
      template_reference_name,
      build_url,
      commit_url,
      ...pagesOf(stored, fingerprint),
      has_provenance: true,
      ...facts[index],
      ...overriddenOf(stored, trail_name),
    }),
  );
  const strange = {
    fingerprint: sent.strangeFingerprint,
    name: 'strange',
    git_commit: '',
    pipeline: '',
    flow: '',
    trail: '',
    template_reference_name: '',
    build_url: '',
    commit_url: '',
    compliance_state: '',
    html_url: '',
    api_url: '',
    has_provenance: false,
    running_in: ['staging'],
    exited_from: [],
    history: [],
  };
  const trail = (name: 'early' | 'release', compliance_state: string) => ({
    name,
    flow: 'shop',
    compliance_state,
    ...gateOn(name),
    last_modified_at: moment,
    html_url: `${stored.url}/acme/flows/shop/trails/${name}`,
  });
  return {
    trails: [trail('release', 'NON-COMPLIANT'), trail('early', 'INCOMPLETE')],
    artifacts: [...known.toReversed(), strange],
    resolved_to: {
      type: 'multiple',
      full_match: sent.sha,
      commits: { type: 'commit', count: 2, matches: [sent.sha, sent.earlierSha] },
      fingerprints: { type: 'fingerprint', count: 2, matches: [sent.fingerprint, sent.strangeFingerprint] },
    },
  };
}
