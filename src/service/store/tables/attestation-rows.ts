import { stringAt } from '../../../text/index.ts';
import type { RecordedAttestation } from '../kinds/attestations.ts';
import { ruleOf } from '../log/header.ts';
import type { ToldRun } from '../model/named-records.ts';
import { insertAll, type Steps, type Value } from '../sql/sql.ts';
import { keepLatest } from './latest.ts';

/** A record of evidence, its place in the log, and its number in its organization. */
export interface Numbered {
  readonly record: RecordedAttestation;
  readonly sequence: number;
  readonly number: number;
  readonly told: ToldRun;
}

/** Updates the tables with records of evidence, but for the decisions about their trails. */
export function* keepAttestations(all: readonly Numbered[]): Steps<void> {
  yield* insertAll('attestations', all.map(attestationRow));
  yield* insertAll('blobs', all.flatMap(blobRows));
  yield* insertAll('answers', all.flatMap(answerRows));
  yield* keepLatest(all);
}

function attestationRow({ number, record, sequence, told }: Numbered): Readonly<Record<string, Value>> {
  return {
    org_id: record.org_id,
    id: record.id,
    number,
    sequence,
    flow_id: record.flow_id,
    trail_id: record.trail_id,
    name: record.attestation_name,
    type: record.attestation_type,
    commit_sha: record.commit ?? null,
    is_compliant: record.is_compliant,
    overridden_id: record.overridden?.id ?? null,
    overridden_type: record.overridden?.type ?? null,
    created_at: record.created_at,
    control: controlOf(record),
    tests_ran: told.testsRan,
    run: told.run,
  };
}

/** The first rules that ask what a decision is about. By earlier ones it was about no control. */
const controlsSince = 2;

function controlOf(record: RecordedAttestation): string | null {
  if (record.attestation_type !== 'system:decision' || ruleOf(record) < controlsSince) return null;
  return stringAt(record.data, 'control') ?? null;
}

function blobRows({ record }: Numbered): readonly Readonly<Record<string, Value>>[] {
  if (record.attachment === undefined) return [];
  const { id, sha256, bytes } = record.attachment;
  return [{ org_id: record.org_id, id, attestation_id: record.id, sha256, bytes }];
}

function answerRows({ record, sequence }: Numbered): readonly Readonly<Record<string, Value>>[] {
  if (record.request === undefined) return [];
  const { hash, key } = record.request;
  return [{ org_id: record.org_id, reported_by: record.reported_by, idempotency_key: key, request_hash: hash, sequence }];
}
