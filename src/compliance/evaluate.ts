import type { ArtifactStatus, AttestationStatus, ComplianceState, ComplianceStatus, Template, TemplateEntry } from '../contract/index.ts';
import { listsBy } from '../text/index.ts';

export interface AttestationFact {
  readonly id: string;
  readonly name: string;
  /** `junit`, `generic`, …, `custom:<name>`; `override`. */
  readonly type: string;
  readonly compliant: boolean;
  /** The artifact it is about; `undefined` for a record of the trail or of an artifact not yet reported. */
  readonly fingerprint?: string;
  /** The artifact's name in the template, for a record that was made before it was reported. */
  readonly target?: string;
  readonly commit?: string;
  /** Its newest records, one of each run, are test results that hold no test that ran. */
  readonly noTestRan?: boolean;
  /** The record that an override is about. */
  readonly overridden?: { readonly type: string; readonly id: string };
  /** The higher is the later. */
  readonly sequence: number;
}

export interface ArtifactFact {
  readonly id: string;
  readonly fingerprint: string;
  readonly name: string;
  readonly commit?: string;
}

/** The latest record of each name and subject, in order of first report. */
export interface TrailFacts {
  readonly template: Template;
  readonly templateId: string;
  readonly attestations: readonly AttestationFact[];
  readonly artifacts: readonly ArtifactFact[];
  /** Unix seconds of the event that asks. */
  readonly now: number;
}

type StatusRow = AttestationStatus & {
  readonly status: 'COMPLETE' | 'MISSING';
  readonly is_compliant: boolean;
  readonly unexpected: boolean;
};

/**
 * The rows of one subject: the template's entries in their order, then what it does not name in order of report.
 * A record whose type is not the entry's does not satisfy it: the entry is missing, and the record stands as
 * unexpected next to it, so that a green record of the wrong kind cannot take the place of the required one.
 */
function rowsOf(entries: readonly TemplateEntry[], records: readonly AttestationFact[]): readonly StatusRow[] {
  const byName = new Map(records.map((record) => [record.name, record]));
  const used = new Set<AttestationFact>();
  const rows = entries.map((entry): StatusRow => {
    const record = byName.get(entry.name);
    if (record === undefined || !satisfies(record, entry)) return missing(entry);
    used.add(record);
    return present(record, entry);
  });
  return [...rows, ...records.filter((record) => !used.has(record)).map((record) => present(record))];
}

function satisfies(record: AttestationFact, entry: TemplateEntry): boolean {
  const type = typeOf(record);
  return entry.type === '*' || entry.type === type || (entry.type === 'decision' && type === 'system:decision');
}

/** An override stands for evidence of the type that it overrides: it changes what is said, and not of what. */
function typeOf({ overridden, type }: AttestationFact): string {
  return overridden?.type ?? type;
}

/** A client that records waives nothing: only the entry says that no test need run. An unexpected record has none. */
function present(record: AttestationFact, entry?: TemplateEntry): StatusRow {
  const { compliant, noTestRan = false } = record;
  return {
    attestation_name: record.name,
    attestation_type: typeOf(record),
    attestation_id: record.id,
    ...(record.overridden === undefined ? {} : { overridden_attestation_id: record.overridden.id }),
    status: 'COMPLETE',
    is_compliant: compliant && !(noTestRan && entry?.min_tests !== 0),
    unexpected: entry === undefined,
    ...(noTestRan && compliant ? { no_test_ran: true } : {}),
    ...(entry?.min_tests === 0 ? { min_tests: 0 } : {}),
  };
}

function missing(entry: TemplateEntry): StatusRow {
  return { attestation_name: entry.name, attestation_type: entry.type, status: 'MISSING', is_compliant: false, unexpected: false };
}

/**
 * The decision table, for a trail and for an artifact alike:
 *
 * | a present record says no | something required is missing | state |
 * |---|---|---|
 * | yes | either | NON-COMPLIANT |
 * | no | yes | INCOMPLETE |
 * | no | no | COMPLIANT |
 *
 * Records that the template does not name count as any other.
 */
function decide(rows: readonly StatusRow[], somethingElseIsMissing = false): ComplianceState {
  if (rows.some((row) => row.status === 'COMPLETE' && !row.is_compliant)) return 'NON-COMPLIANT';
  if (somethingElseIsMissing || rows.some((row) => row.status === 'MISSING')) return 'INCOMPLETE';
  return 'COMPLIANT';
}

export function together(one: Template, other: Template): Template {
  const artifacts = Map.groupBy([...one.trail.artifacts, ...other.trail.artifacts], ({ name }) => name);
  return {
    version: 1,
    trail: {
      attestations: entriesOf([...one.trail.attestations, ...other.trail.attestations]),
      artifacts: Array.from(artifacts, ([name, same]) => ({
        name,
        attestations: entriesOf(same.flatMap(({ attestations }) => attestations)),
      })),
    },
  };
}

/**
 * Each name with each type once. Any type is asked for only where no type is: the one of a type answers both. A name may be
 * without a test only where all that ask for it say so.
 */
function entriesOf(entries: readonly TemplateEntry[]): readonly TemplateEntry[] {
  return [...Map.groupBy(entries, ({ name }) => name).values()].flatMap((same) => {
    const byType = new Map(same.map((entry) => [entry.type === 'system:decision' ? 'decision' : entry.type, entry]));
    const exact = [...byType].filter(([type]) => type !== '*').map(([, entry]) => entry);
    const asked = exact.length === 0 ? [...byType.values()] : exact;
    const mayBeEmpty = same.every(({ min_tests: least }) => least === 0);
    return asked.map(({ name, type }) => ({ name, type, ...(mayBeEmpty ? { min_tests: 0 as const } : {}) }));
  });
}

export function evaluate(facts: TrailFacts): ComplianceStatus & { readonly status: ComplianceState; readonly is_compliant: boolean } {
  const rows = trailRows(facts);
  const artifacts = artifactsOf(facts, rows);
  const state = decide(
    [...rows, ...artifacts.flatMap((artifact) => artifact.rows)],
    artifacts.some((artifact) => artifact.missing),
  );
  return {
    status: state,
    is_compliant: state === 'COMPLIANT',
    attestations_statuses: [...rows],
    artifacts_statuses: Object.fromEntries(artifacts.map((artifact) => [artifact.name, artifact.status])),
    evaluated_at: facts.now,
    flow_template_id: facts.templateId,
  };
}

export function evaluateReplaced(facts: TrailFacts): ReadonlyMap<string, string> {
  return replacedOf(facts, trailRows(facts));
}

function trailRows({ attestations, template }: TrailFacts): readonly StatusRow[] {
  const ofTrail = attestations.filter((record) => record.fingerprint === undefined && record.target === undefined);
  return rowsOf(template.trail.attestations, ofTrail);
}

interface DecidedArtifact {
  readonly name: string;
  readonly status: ArtifactStatus;
  readonly rows: readonly StatusRow[];
  readonly missing: boolean;
}

/** The template's in its order, then the others in order of report. */
function artifactsOf(facts: TrailFacts, trailRows: readonly StatusRow[]): readonly DecidedArtifact[] {
  const required = new Map(facts.template.trail.artifacts.map((artifact) => [artifact.name, artifact.attestations]));
  const reported = new Map(facts.artifacts.map((artifact) => [artifact.name, artifact]));
  const targets = facts.attestations.flatMap((record) => (record.target === undefined ? [] : [record.target]));
  const names = new Set([...required.keys(), ...reported.keys(), ...targets]);
  const records = recordsByName(facts);
  return [...names].map((name) => decideArtifact(facts, name, required.get(name), reported.get(name), records.get(name) ?? [], trailRows));
}

/**
 * States of the artifacts that another one took the name of on the trail, by their ids, each as it is decided by what speaks
 * of it alone: they are no part of the trail's own decision any more, but what is recorded of them still counts for them.
 */
function replacedOf(facts: TrailFacts, trailRows: readonly StatusRow[]): ReadonlyMap<string, string> {
  const required = new Map(facts.template.trail.artifacts.map((artifact) => [artifact.name, artifact.attestations]));
  const reported = new Map(facts.artifacts.map((artifact) => [artifact.name, artifact]));
  const replaced = facts.artifacts.filter((artifact) => reported.get(artifact.name) !== artifact);
  const about = Map.groupBy(facts.attestations, ({ fingerprint }) => fingerprint);
  const before = Map.groupBy(facts.attestations, ({ target }) => target);
  const states = replaced.map((artifact): readonly [string, string] => {
    const records = [about.get(artifact.fingerprint), before.get(artifact.name)].flatMap((some) => some ?? []);
    const { status } = decideArtifact(facts, artifact.name, required.get(artifact.name), artifact, records, trailRows);
    return [artifact.id, status.status];
  });
  return new Map(states);
}

/** In their order: read once, because a search for each name would be quadratic. */
function recordsByName({ attestations, artifacts }: TrailFacts): ReadonlyMap<string | undefined, readonly AttestationFact[]> {
  const reported = Map.groupBy<string | undefined, ArtifactFact>(artifacts, ({ fingerprint }) => fingerprint);
  return listsBy(attestations, ({ fingerprint, target }) => [target, ...(reported.get(fingerprint) ?? []).map(({ name }) => name)]);
}

function decideArtifact(
  facts: TrailFacts,
  name: string,
  entries: readonly TemplateEntry[] | undefined,
  artifact: ArtifactFact | undefined,
  candidates: readonly AttestationFact[],
  trailRows: readonly StatusRow[],
): DecidedArtifact {
  const rows = rowsOf(entries ?? [], latestRecords(candidates, artifact));
  // A trail's own attestations are required for each of its artifacts.
  const state = artifact === undefined ? 'MISSING' : decide([...trailRows, ...rows]);
  const status: ArtifactStatus = {
    ...(artifact === undefined ? {} : { artifact_fingerprint: artifact.fingerprint, artifact_id: artifact.id }),
    status: state,
    is_compliant: state === 'COMPLIANT',
    attestations_statuses: [...rows],
    unexpected: entries === undefined,
    evaluated_at: facts.now,
    flow_template_id: facts.templateId,
  };
  return { name, status, rows, missing: artifact === undefined && entries !== undefined };
}

/**
 * The latest record of each name among those that may be about one artifact. Records made before the artifact was reported bind to it by template
 * name and commit; while it is not reported there is no commit to compare, and the latest of each name stands.
 */
function latestRecords(records: readonly AttestationFact[], artifact: ArtifactFact | undefined): readonly AttestationFact[] {
  const latest = new Map<string, AttestationFact>();
  for (const record of records) {
    const isAbout = artifact !== undefined && record.fingerprint === artifact.fingerprint;
    const early = artifact === undefined || (record.commit !== undefined && record.commit === artifact.commit);
    if ((early || isAbout) && record.sequence > (latest.get(record.name)?.sequence ?? -1)) latest.set(record.name, record);
  }
  return [...latest.values()];
}
