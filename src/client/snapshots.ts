import { isListedSnapshot, isReportedSnapshot, isSnapshot, isSnapshotDiff } from '../contract/checks/snapshots.gen.ts';
import type { ParamsOf, SnapshotInput } from '../contract/index.ts';
import { one, page } from './asking.ts';
import { callOperation } from './operation.ts';
import { expect } from './reply.ts';
import type { Call } from './transport.ts';

/** Reports everything that runs in an environment. Resolves to whether that made a snapshot, and to the latest number, if told. */
export async function reportSnapshot(
  call: Call,
  params: ParamsOf<'reportSnapshot'>,
  input: SnapshotInput,
): Promise<{ readonly isNew: boolean; readonly number: number | undefined }> {
  const answer = await callOperation(call, 'reportSnapshot', params, { data: input });
  const { snapshot } = await expect(isReportedSnapshot, 'ReportedSnapshot', answer.reply(), answer.request);
  return { isNew: answer.status === 201, number: snapshot ?? undefined };
}

/** One snapshot, by its number, its distance from the end, or its time; a `ResponseError` with status 404 where there is none. */
export const getSnapshot = one('getSnapshot', isSnapshot, 'Snapshot');

/** One page of the snapshots of an environment, the latest first. */
export const listSnapshots = page('listSnapshots', isListedSnapshot, 'ListedSnapshot');

/** The differences between two snapshots. */
export const diffSnapshots = one('diffSnapshots', isSnapshotDiff, 'SnapshotDiff');
