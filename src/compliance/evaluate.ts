import type { ArtifactStatus, ComplianceState, ComplianceStatus, TemplateEntry } from '../contract/index.ts';
import type { ArtifactFact, AttestationFact, TrailFacts } from './facts.ts';
import { decide, rowsOf, type StatusRow } from './rows.ts';

/** A trail's compliance as its readers see it, at the time of the event that asked. */
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

/** States of the artifacts that another one took the name of on the trail, by their ids: `evaluate` shows them no more. */
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
  /** Required by the template and not reported. */
  readonly missing: boolean;
}

/** The artifacts of a trail under their template names: the template's in its order, then the others in order of report. */
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

/** The records that may be about each name, in their order: read once, for a search for each name would be quadratic. */
function recordsByName({ attestations, artifacts }: TrailFacts): ReadonlyMap<string | undefined, readonly AttestationFact[]> {
  const reported = Map.groupBy<string | undefined, ArtifactFact>(artifacts, ({ fingerprint }) => fingerprint);
  const records = new Map<string | undefined, AttestationFact[]>();
  for (const record of attestations) {
    const named = reported.get(record.fingerprint) ?? [];
    for (const name of new Set([record.target, ...named.map((artifact) => artifact.name)])) {
      const list = records.get(name);
      if (list === undefined) records.set(name, [record]);
      else list.push(record);
    }
  }
  return records;
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
