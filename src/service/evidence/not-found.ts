import { Refusal } from './refusal.ts';

/** The refusal of a request about something that is not there. */
export function notFound(message: string, fix: string): Refusal {
  return new Refusal('not-found', message, { fix });
}

const orCreate = 'Check its name, or create it.';

export function noFlow(org: string, flow: string): Refusal {
  return notFound(`There is no flow '${flow}' in the organization '${org}'.`, orCreate);
}

export function noEnvironment(org: string, name: string): Refusal {
  return notFound(`There is no environment '${name}' in the organization '${org}'.`, orCreate);
}

export function noPolicy(org: string, policy: string): Refusal {
  return notFound(`There is no policy '${policy}' in the organization '${org}'.`, orCreate);
}

export function noArtifact(org: string, flow: string | undefined, fingerprint: string): Refusal {
  const where = flow === undefined ? `the organization '${org}'` : `the flow '${flow}' of the organization '${org}'`;
  return notFound(`There is no artifact ${fingerprint} in ${where}.`, 'Check its fingerprint, or report it.');
}

export function noTrail(org: string, flow: string, trail: string): Refusal {
  const fix = 'Check its name; a trail begins with its first attestation or when it is begun.';
  return notFound(`There is no trail '${trail}' in the flow '${flow}' of the organization '${org}'.`, fix);
}

export function noAttestation(org: string, flow: string, trail: string, id: string): Refusal {
  const fix = 'Check the id, and on which trail the record is.';
  return notFound(`The trail '${trail}' of the flow '${flow}' in the organization '${org}' has no attestation ${id}.`, fix);
}
