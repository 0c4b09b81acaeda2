// Generated from the schemas of this room by `npm run generate`; do not edit. A test fails when it drifts.
export const paths = {
  listTrails: { method: 'GET', path: '/trails/:org/:flow_name' },
  getTrail: { method: 'GET', path: '/trails/:org/:flow_name/:trail_name' },
  listOrgTrails: { method: 'GET', path: '/trails/:org' },
  putTrail: { method: 'PUT', path: '/trails/:org/:flow_name', body: 'multipart' },
  findAttestations: { method: 'GET', path: '/attestations/:org' },
  findAttestationsForCriteria: { method: 'GET', path: '/attestations/:org/list_attestations_for_criteria' },
  attestJunit: { method: 'POST', path: '/attestations/:org/:flow_name/trail/:trail_name/junit', body: 'multipart' },
  attestationsOfName: { method: 'GET', path: '/attestations/:org/:flow_name/trail/:trail_name/:attestation_name' },
  putFlow: { method: 'PUT', path: '/flows/:org/template_file', body: 'multipart' },
  listFlows: { method: 'GET', path: '/flows/:org' },
  getFlow: { method: 'GET', path: '/flows/:org/:flow_name' },
} as const;
