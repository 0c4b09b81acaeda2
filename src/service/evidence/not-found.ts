import { Refusal } from './refusal.ts';

export function noFlow(org: string, flow: string): Refusal {
  return new Refusal('not-found', `There is no flow '${flow}' in the organization '${org}'.`, {
    fix: 'Check its name, or create it.',
  });
}

export function noArtifact(org: string, flow: string | undefined, fingerprint: string): Refusal {
  const where = flow === undefined ? `the organization '${org}'` : `the flow '${flow}' of the organization '${org}'`;
  return new Refusal('not-found', `There is no artifact ${fingerprint} in ${where}.`, {
    fix: 'Check its fingerprint, or report it.',
  });
}

export function noApproval(org: string, flow: string, number: number): Refusal {
  return new Refusal('not-found', `There is no approval ${number} in the flow '${flow}' of the organization '${org}'.`, {
    fix: 'Approvals are numbered from 1; -1 is the latest.',
  });
}

export function noTrail(org: string, flow: string, trail: string): Refusal {
  return new Refusal('not-found', `There is no trail '${trail}' in the flow '${flow}' of the organization '${org}'.`, {
    fix: 'Check its name; a trail begins with its first attestation or when it is begun.',
  });
}

export function noAttestation(org: string, flow: string, trail: string, id: string): Refusal {
  return new Refusal('not-found', `The trail '${trail}' of the flow '${flow}' in the organization '${org}' has no attestation ${id}.`, {
    fix: 'Check the id, and on which trail the record is.',
  });
}

export function noEnvironment(org: string, name: string): Refusal {
  return new Refusal('not-found', `There is no environment '${name}' in the organization '${org}'.`, {
    fix: 'Check its name, or create it.',
  });
}
