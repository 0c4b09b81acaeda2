/** Approvals of artifacts; `number` counts those of a flow from 1, without a gap. Their content is in the record. */
export const approvals: readonly string[] = [
  `create table approvals (
    org_id text not null,
    id text not null,
    flow_id text not null,
    number bigint not null,
    fingerprint text not null,
    sequence bigint not null,
    primary key (org_id, id),
    unique (org_id, flow_id, number),
    foreign key (org_id, sequence) references records (org_id, sequence),
    foreign key (org_id, flow_id) references flows (org_id, id)
  )`,
  'create index approvals_of_artifact on approvals (org_id, flow_id, fingerprint, number)',
];
