import { Type } from 'typebox';
import { AttestationsByCommit } from './attestation.ts';
import { FlowInput } from './flow.ts';
import { AttestationCreated, JunitAttestation } from './junit-attestation.ts';
import { Page } from './pagination.ts';
import { paths } from './paths.ts';
import { CommitSha, FlowName, OrgName, TemplateName, TrailName } from './scalars.ts';
import { Trail } from './trail.ts';
import { TrailInput } from './trail-input.ts';

const PageQuery = {
  page: Type.Optional(Type.Integer({ minimum: 1 })),
  per_page: Type.Optional(Type.Integer({ minimum: 0 })),
};
const InFlow = Type.Object({ org: OrgName, flow_name: FlowName });
const InTrail = Type.Object({ org: OrgName, flow_name: FlowName, trail_name: TrailName });

/** The table of operations: paths, and the schemas of what goes in and what comes back. One source for service, client and documents. */
export const operations = {
  listTrails: { ...paths.listTrails, params: InFlow, query: Type.Object(PageQuery), reply: Type.Union([Page, Type.Array(Trail)]) },
  findAttestations: {
    ...paths.findAttestations,
    params: Type.Object({ org: OrgName }),
    query: Type.Object({
      commit_list: Type.Optional(Type.Array(CommitSha)),
      flow_name: Type.Optional(FlowName),
      attestation_name: Type.Optional(TemplateName),
      attestation_id: Type.Optional(Type.String()),
      attestation_type: Type.Optional(Type.String()),
      ...PageQuery,
    }),
    reply: Type.Union([AttestationsByCommit, Page]),
  },
  attestJunit: { ...paths.attestJunit, params: InTrail, data: JunitAttestation, file: 'attachment_file', reply: AttestationCreated },
  getTrail: { ...paths.getTrail, params: InTrail, reply: Trail },
  listOrgTrails: {
    ...paths.listOrgTrails,
    params: Type.Object({ org: OrgName }),
    query: Type.Object({
      flow: Type.Optional(Type.String()),
      flow_tag: Type.Optional(Type.String()),
      fingerprint: Type.Optional(Type.String()),
      ...PageQuery,
    }),
    reply: Page,
  },
  attestationsOfName: {
    ...paths.attestationsOfName,
    params: Type.Object({ org: OrgName, flow_name: FlowName, trail_name: TrailName, attestation_name: TemplateName }),
    reply: Type.Array(Type.Unknown()),
  },
  putTrail: { ...paths.putTrail, params: InFlow, data: TrailInput, file: 'template_file' },
  putFlow: { ...paths.putFlow, params: Type.Object({ org: OrgName }), data: FlowInput, file: 'template_file' },
  getFlow: { ...paths.getFlow, params: InFlow },
} as const;
