import type { EvidenceRecord, ReportedArtifact, TrailFact } from '../facts/trail.ts';
import type { FactTable } from './compare-items.ts';
import { asRead, facts, fixed, fixedIfTold, growing, ignored, workedOut } from './field-rules.ts';

/** Fields that only the body of a record tells. */
const ofBody: ReadonlySet<keyof EvidenceRecord> = new Set([
  'override',
  'tests',
  'failures',
  'byForkClaim',
  'run',
  'group',
  'attempt',
  'rule',
]);

const records: FactTable<EvidenceRecord> = {
  about: 'attestation',
  key: ({ id }) => id,
  at: ({ at }) => at,
  fields: {
    id: fixed,
    name: fixed,
    type: fixed,
    compliant: workedOut,
    at: fixed,
    commit: fixed,
    fingerprint: fixed,
    target: fixed,
    by: workedOut,
    override: fixed,
    tests: fixed,
    unusable: fixedIfTold,
    failures: fixed,
    byForkClaim: fixed,
    run: fixed,
    group: fixed,
    attempt: fixed,
    rule: fixed,
    read: ignored,
  },
  weigh: (field, before, after) => (ofBody.has(field) && before.read !== after.read ? 'not-compared' : undefined),
};

const trailArtifacts: FactTable<ReportedArtifact> = {
  about: 'artifact of the trail',
  key: ({ id }) => id,
  at: ({ at }) => at,
  fields: { id: fixed, fingerprint: fixed, name: fixed, commit: fixed, at: fixed },
};

export const trails: FactTable<TrailFact> = {
  about: 'trail',
  key: ({ flow, name }) => `${flow}/${name}`,
  at: ({ at }) => at,
  fields: {
    flow: fixed,
    name: fixed,
    url: ignored,
    at: fixed,
    state: asRead,
    template: workedOut,
    templateVersion: workedOut,
    // False as soon as its template decides another trail too.
    ownTemplate: asRead,
    commits: growing,
    records: facts(records),
    artifacts: facts(trailArtifacts),
    cut: ignored,
  },
};
