import { isListedSnapshot, isReportedSnapshot, isSnapshot, isSnapshotDiff } from '../contract/checks/snapshots.gen.ts';
import type { ListedSnapshot, ParamsOf, QueryOf, Snapshot, SnapshotDiff, SnapshotInput } from '../contract/index.ts';
import { callOperation } from './operation.ts';
import type { ListPage } from './pages.ts';
import { expect, expectList } from './reply.ts';
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

/** One snapshot, by its number, its place from the end, or its time; a `ResponseError` with status 404 where there is none. */
export async function getSnapshot(call: Call, params: ParamsOf<'getSnapshot'>): Promise<Snapshot> {
  const answer = await callOperation(call, 'getSnapshot', params);
  return expect(isSnapshot, 'Snapshot', answer.reply(), answer.request);
}

/** One page of the snapshots of an environment, the latest first. */
export async function listSnapshots(
  call: Call,
  params: ParamsOf<'listSnapshots'>,
  { reverse, ...query }: QueryOf<'listSnapshots'>,
): Promise<ListPage<ListedSnapshot>> {
  const asked = { ...query, reverse: reverse?.toString() };
  return expectList(isListedSnapshot, 'ListedSnapshot', await callOperation(call, 'listSnapshots', params, { query: asked }));
}

/** The differences between two snapshots. */
export async function diffSnapshots(call: Call, params: ParamsOf<'diffSnapshots'>, query: QueryOf<'diffSnapshots'>): Promise<SnapshotDiff> {
  const answer = await callOperation(call, 'diffSnapshots', params, { query });
  return expect(isSnapshotDiff, 'SnapshotDiff', answer.reply(), answer.request);
}
