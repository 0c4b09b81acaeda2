import { operations, usualPages } from '../../../contract/index.ts';
import { given } from '../../../text/index.ts';
import { pageOf } from '../../http/check.ts';
import { dataRoute, route, type Route } from '../../http/route.ts';
import { listJson, setStatus } from '../../http/send.ts';
import * as snapshots from './use-snapshots.ts';
import * as environments from './use.ts';

export const environmentRoutes: readonly Route[] = [
  dataRoute(operations.putEnvironment, async ({ reply, evidence, author, data }) =>
    setStatus(reply, await environments.putEnvironment(evidence, author, data)),
  ),

  /** Answers the plain list unless a page is asked for. */
  route(operations.listEnvironments, async ({ evidence, author, query }) => {
    const { name = '', sort = 'name', sort_direction: direction = 'asc', tag = [], type: types = [], ...asked } = query;
    const isPaged = asked.page !== undefined || asked.per_page !== undefined;
    const { page, perPage } = pageOf(asked, isPaged ? usualPages.environments : 0);
    const filter = { name, types, tags: tag, sort, descends: direction === 'desc' };
    const { environments: items, total } = await environments.listEnvironments(evidence, author, filter, { page, perPage });
    if (!isPaged) return items;
    return { environments: items, page, per_page: perPage, total_pages: Math.ceil(total / perPage), total_count: total };
  }),

  route(operations.getEnvironment, ({ evidence, author, params }) => environments.getEnvironment(evidence, author, params.env_name)),

  dataRoute(operations.renameEnvironment, ({ evidence, author, params, data }) =>
    environments.changeEnvironment(evidence, author, params.env_name, { name: data.new_name }),
  ),

  route(operations.archiveEnvironment, ({ evidence, author, params }) =>
    environments.changeEnvironment(evidence, author, params.env_name, { isArchived: true }),
  ),

  dataRoute(operations.joinEnvironment, ({ evidence, author, params, data }) =>
    environments.changeEnvironment(evidence, author, params.env_name, { delta: 'join', part: data.physical_env_name }),
  ),

  dataRoute(operations.attachPolicies, ({ evidence, author, params, data }) =>
    environments.changeEnvironment(evidence, author, params.env_name, { delta: 'attach', policies: data.policy_names }),
  ),

  dataRoute(operations.detachPolicies, ({ evidence, author, params, data }) =>
    environments.changeEnvironment(evidence, author, params.env_name, { delta: 'detach', policies: data.policy_names }),
  ),

  route(operations.listEnvironmentEvents, ({ evidence, author, params, query }) => {
    const { end, end_ts: before, interval = '', repo_name: repoNames = [], reverse: oldestFirst = false, start, start_ts: after } = query;
    return snapshots.listEvents(evidence, author, params.env_name, {
      ...pageOf(query, usualPages.events),
      interval,
      oldestFirst,
      repoNames,
      ...given({ start, end, after: numberOf(after), before: numberOf(before) }),
    });
  }),
];

function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

export const snapshotRoutes: readonly Route[] = [
  /** 201 if it made a snapshot, and 200 if nothing changed. */
  dataRoute(operations.reportSnapshot, async ({ reply, evidence, author, params, data }) => {
    const { isNew, snapshot } = await snapshots.reportSnapshot(evidence, author, params.env_name, params.type, data);
    setStatus(reply, isNew ? 'created' : 'updated');
    return { message: isNew ? 'Snapshot created' : 'no new snapshots to create', snapshot };
  }),

  route(operations.getSnapshot, ({ evidence, author, params }) =>
    snapshots.getSnapshot(evidence, author, params.env_name, params.expression),
  ),

  route(operations.listSnapshots, ({ evidence, author, params, query }) => {
    const { interval = '', reverse: oldestFirst = false } = query;
    return snapshots.listSnapshots(evidence, author, params.env_name, { ...pageOf(query, usualPages.snapshots), interval, oldestFirst });
  }),

  route(operations.diffSnapshots, ({ evidence, author, query }) =>
    snapshots.diffSnapshots(evidence, author, query.snappish1, query.snappish2),
  ),
];

export const allowlistRoutes: readonly Route[] = [
  dataRoute(operations.allowArtifact, ({ evidence, author, params, data }) =>
    environments.allowArtifact(evidence, author, params.env_name, data),
  ),

  route(operations.listAllowedArtifacts, ({ evidence, author }) => listJson(environments.listAllowedArtifacts(evidence, author))),
];
