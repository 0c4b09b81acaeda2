/** Addresses of what the service shows to people. */
export interface Links {
  trail(org: string, flow: string, trail: string): string;
  artifactPage(org: string, flow: string, fingerprint: string, id: string): string;
  /** The artifact as the interface answers it. */
  artifact(org: string, flow: string, fingerprint: string): string;
  attestation(org: string, flow: string, trail: string, id: string): string;
}

/** `base` gives the service's public address, without a slash at its end. */
export function linksFrom(base: () => string): Links {
  const trail = (org: string, flow: string, name: string) =>
    `${base()}/${encodeURIComponent(org)}/flows/${encodeURIComponent(flow)}/trails/${encodeURIComponent(name)}`;
  const artifact = (org: string, flow: string, fingerprint: string) =>
    `${base()}/api/v2/artifacts/${encodeURIComponent(org)}/${encodeURIComponent(flow)}/fingerprint/${fingerprint}`;
  const artifactPage = (org: string, flow: string, fingerprint: string, id: string) =>
    `${base()}/${encodeURIComponent(org)}/flows/${encodeURIComponent(flow)}/artifacts/${fingerprint}?artifact_id=${encodeURIComponent(id)}`;
  return {
    trail,
    artifact,
    artifactPage,
    attestation: (org, flow, name, id) => `${trail(org, flow, name)}?attestation_id=${encodeURIComponent(id)}`,
  };
}
