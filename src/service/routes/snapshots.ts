import { operations, usualPages } from '../../contract/index.ts';
import { diffSnapshots as diff } from '../evidence/snapshot-diff.ts';
import * as snapshots from '../evidence/snapshots.ts';
import { pageOf } from '../http/check.ts';
import { dataRoute, queryRoute, route, type Route } from '../http/route.ts';
import { setStatus } from '../http/send.ts';

export const snapshotRoutes: readonly Route[] = [
  /** 201 if it made a snapshot, and 200 if nothing changed. */
  dataRoute(operations.reportSnapshot, 'snapshot', async ({ reply, evidence, author, params, data }) => {
    const { isNew, snapshot } = await snapshots.reportSnapshot(evidence, author, params.env_name, params.type, data);
    setStatus(reply, isNew ? 'created' : 'updated');
    return { message: isNew ? 'Snapshot created' : 'no new snapshots to create', snapshot };
  }),

  route(operations.getSnapshot, 'read', ({ evidence, author, params }) =>
    snapshots.getSnapshot(evidence, author, params.env_name, params.expression),
  ),

  queryRoute(operations.listSnapshots, 'read', ({ evidence, author, params, query }) => {
    const { interval = '', reverse: oldestFirst = false } = query;
    return snapshots.listSnapshots(evidence, author, params.env_name, { ...pageOf(query, usualPages.snapshots), interval, oldestFirst });
  }),

  queryRoute(operations.diffSnapshots, 'read', ({ evidence, author, query }) => diff(evidence, author, query.snappish1, query.snappish2)),
];
