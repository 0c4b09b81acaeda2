import type { Presence } from '../model/artifacts.ts';
import { deploymentsOf } from './deployments.ts';
import { residencesOf } from './residences.ts';
import type { Steps, Row } from '../sql/statement.ts';
import { text } from '../sql/row.ts';

/** Where some artifacts run and ran; the rows have the `id` and `fingerprint` of each. */
export function* presenceOf(orgId: string, artifacts: readonly Row[]): Steps<(artifact: Row) => Presence> {
  const ids = artifacts.map((row) => text(row, 'id'));
  const residences = yield* residencesOf(orgId, [...new Set(artifacts.map((row) => text(row, 'fingerprint')))]);
  const byFingerprint = Map.groupBy(residences, ({ fingerprint }) => fingerprint);
  const deployments = yield* deploymentsOf(orgId, ids);
  return (row) => ({
    residences: byFingerprint.get(text(row, 'fingerprint')) ?? [],
    deployments: deployments.get(text(row, 'id')) ?? [],
  });
}
