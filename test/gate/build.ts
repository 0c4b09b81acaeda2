import type { AttestationRecord, AttestationStatus, Trail } from '../../src/contract/index.ts';
import {
  decide,
  type Evidence,
  type FlowAnswer,
  type OwnEvidence,
  type Policy,
  type Reason,
  type TrailQuestion,
  type RecordsAnswer,
} from '../../src/gate/index.ts';

export const sha = 'c0ffee0000000000000000000000000000000001';
export const question: TrailQuestion = { subject: 'trail', org: 'acme', flow: 'shop', trail: sha, commit: sha };
export const nothingMore: Policy = { required: [], allowEmptyTemplate: false, template: 'current', allowOwnTemplate: false, minTests: 1 };

/** A cause with this verdict, whatever it may be. */
export function reason(verdict: Reason['verdict'], message = 'm', fix = 'f'): Reason {
  switch (verdict) {
    case 'non-compliant':
      return { code: 'failing', verdict, message, fix };
    case 'incomplete':
      return { code: 'missing', verdict, message, fix };
    case 'unknown':
      return { code: 'service-failed', verdict, message, fix };
    case 'unusable':
      return { code: 'evidence-unusable', verdict, message, fix };
  }
}

/** A row of the template, compliant unless said otherwise. */
export function row(name: string, facts: Partial<AttestationStatus> = {}): AttestationStatus {
  return {
    attestation_name: name,
    attestation_type: 'junit',
    attestation_id: `id-of-${name}`,
    overridden_attestation_id: null,
    status: 'COMPLETE',
    is_compliant: true,
    unexpected: false,
    ...facts,
  };
}

/** Facts, some of which may be absent. */
export type Facts<T> = { readonly [Key in keyof T]?: T[Key] | undefined };

/** An answer with some facts in the place of its own. */
export function withFacts<T extends object>(answer: T, facts: Facts<T>): T {
  return { ...answer, ...facts };
}

export const missing = { attestation_id: null, status: 'MISSING', is_compliant: false } as const;

/** A trail whose fields agree. They say yes, unless `status` says otherwise. */
export function trail(rows: readonly AttestationStatus[], status = 'COMPLIANT', facts: Partial<Trail['compliance_status']> = {}): Trail {
  return {
    name: sha,
    compliance_state: status,
    is_compliant: status === 'COMPLIANT',
    html_url: 'https://evidence.example/acme/flows/shop/trails/c0ffee',
    created_at: 1_700_000_000,
    compliance_status: { status, is_compliant: status === 'COMPLIANT', attestations_statuses: [...rows], artifacts_statuses: {}, ...facts },
  };
}

/** A trail as a service tells it whose flow still has the same template. Facts that it tells already stay. */
export function told(about: Trail): Trail {
  return { template_version: 1, own_template: false, current: { ...about.compliance_status, template_version: 1 }, ...about };
}

/** The facts that a run of a workflow writes under its key of `user_data`. */
export function run(facts: Readonly<Record<string, unknown>> = {}): { compliance_evidence: Readonly<Record<string, unknown>> } {
  return {
    compliance_evidence: { event: 'push', workflow: 'ci', job: 'test', matrix: null, run_id: '1', run_attempt: '1', nonce: 'n', ...facts },
  };
}

let made = 0;

/** The records of a name, each a second after the one before. */
export function record(name: string, isCompliant: boolean | null, facts: Partial<AttestationRecord> = {}): AttestationRecord {
  made += 1;
  return {
    attestation_id: `record-${made}`,
    attestation_name: name,
    is_compliant: isCompliant,
    created_at: 1_700_000_000 + made,
    trail_name: sha,
    flow_name: 'shop',
    junit_results: counts(isCompliant === false ? { failures: 1 } : {}),
    ...facts,
  };
}

/** `junit_results` of one row: a test that passed, unless said otherwise. */
export function counts(facts: Readonly<Record<string, number>> = {}): readonly object[] {
  return [{ name: 'suite', failures: 0, errors: 0, skipped: 0, total: 1, duration: 0.5, ...facts }];
}

/** The record that each green row of a trail carries, as an honest service shows it. */
export function behind({ compliance_status: status }: Trail): Readonly<Record<string, readonly AttestationRecord[]>> {
  const rows = [
    ...status.attestations_statuses.map((one) => ({ one, about: {} })),
    ...Object.entries(status.artifacts_statuses ?? {}).flatMap(([artifact, { attestations_statuses: all }]) =>
      all.map((one) => ({ one, about: { target_artifacts: [artifact] } })),
    ),
  ].filter(({ one }) => one.is_compliant === true);
  const names = new Set(rows.map(({ one }) => one.attestation_name));
  return Object.fromEntries(
    [...names].map((name) => [
      name,
      rows
        .filter(({ one }) => one.attestation_name === name)
        .map(({ one, about }) => record(name, true, { attestation_id: one.attestation_id ?? 'unnamed', ...about })),
    ]),
  );
}

export function own(facts: Partial<OwnEvidence> = {}): OwnEvidence {
  return { name: 'unit', failed: 0, problems: [], sending: { kind: 'accepted', id: 'id-of-unit', evaluated: true }, ...facts };
}

/** Decides about a trail, with the records behind its names. */
export function decideOn(
  about: Trail,
  options: {
    readonly records?: Readonly<Record<string, readonly AttestationRecord[]>>;
    readonly own?: OwnEvidence;
    readonly flow?: FlowAnswer;
    readonly policy?: Partial<Policy>;
  } = {},
): ReturnType<typeof decide> {
  // The record that a row carries is found by its id, whatever else the search finds for its name.
  const carried = behind(about);
  const names = Object.keys({ ...carried, ...options.records });
  const records = new Map<string, RecordsAnswer>(
    names.map((name) => {
      const list = options.records?.[name] ?? carried[name] ?? [];
      const ids = new Set(list.map(({ attestation_id: id }) => id));
      return [name, { kind: 'records', records: list, byId: (carried[name] ?? []).filter(({ attestation_id: id }) => !ids.has(id)) }];
    }),
  );
  const evidence: Evidence = {
    question,
    answer: { kind: 'trail', trail: told(about) },
    records,
    ...(options.own === undefined ? {} : { own: options.own }),
    ...(options.flow === undefined ? {} : { flow: options.flow }),
  };
  return decide(evidence, { ...nothingMore, ...options.policy });
}
