/** Addresses of what the service shows to people. */
export interface Links {
  trail(org: string, flow: string, trail: string): string;
  /** `id` names the artifact on one trail, because several trails may have it. */
  artifactPage(org: string, flow: string, fingerprint: string, id?: string): string;
  /** The artifact as the interface answers it. */
  artifact(org: string, flow: string, fingerprint: string): string;
  attestation(org: string, flow: string, trail: string, id: string): string;
  /** The file that is attached to a record. */
  attachment(org: string, flow: string, trail: string, id: string): string;
  flow(org: string, flow: string): string;
  snapshot(org: string, environment: string, number: number): string;
  /** The snapshot as the interface answers it. */
  snapshotApi(org: string, environment: string, number: number): string;
}

/** `base` gives the service's public address, without a slash at its end. */
export function linksFrom(base: () => string): Links {
  const flow = (org: string, name: string) => `${base()}/${encodeURIComponent(org)}/flows/${encodeURIComponent(name)}`;
  const snapshot = (org: string, environment: string, number: number) =>
    `${base()}/${encodeURIComponent(org)}/environments/${encodeURIComponent(environment)}/snapshots/${number}`;
  const snapshotApi = (org: string, environment: string, number: number) =>
    `${base()}/api/v2/snapshots/${encodeURIComponent(org)}/${encodeURIComponent(environment)}/${number}`;
  const trail = (org: string, flowName: string, name: string) => `${flow(org, flowName)}/trails/${encodeURIComponent(name)}`;
  const artifact = (org: string, flowName: string, fingerprint: string) =>
    `${base()}/api/v2/artifacts/${encodeURIComponent(org)}/${encodeURIComponent(flowName)}/fingerprint/${fingerprint}`;
  return {
    trail,
    artifact,
    flow,
    snapshot,
    snapshotApi,
    artifactPage: (org, flowName, fingerprint, id) =>
      `${flow(org, flowName)}/artifacts/${fingerprint}${id === undefined ? '' : `?artifact_id=${encodeURIComponent(id)}`}`,
    attestation: (org, flowName, name, id) => `${trail(org, flowName, name)}?attestation_id=${encodeURIComponent(id)}`,
    attachment: (org, flowName, name, id) => `${trail(org, flowName, name)}/attestations/${encodeURIComponent(id)}/attachment`,
  };
}
