import { operations } from '../../contract/index.ts';
import * as events from '../evidence/environment-events.ts';
import * as environments from '../evidence/environments.ts';
import { dataRoute } from '../http/data-route.ts';
import { pageOf } from '../http/page.ts';
import { queryRoute, route, type Route } from '../http/route.ts';
import { given } from '../../text/index.ts';

/** The default page size of environments and events. */
const usualPage = 15;

const putEnvironment = dataRoute(operations.putEnvironment, 'evidence', async ({ reply, evidence, author, data: input }) => {
  const outcome = await environments.putEnvironment(evidence, author, input);
  return await reply.code(outcome === 'created' ? 201 : 200).send({ message: 'OK' });
});

/** Answers the plain list unless a page is asked for. */
const listEnvironments = queryRoute(operations.listEnvironments, 'read', async ({ evidence, author, query }) => {
  const { name = '', sort = 'name', sort_direction: direction = 'asc', tag = [], type: types = [], ...asked } = query;
  const isPaged = asked.page !== undefined || asked.per_page !== undefined;
  const { page, perPage } = pageOf(asked, isPaged ? usualPage : 0);
  const filter = { name, types, tags: tag, sort, descends: direction === 'desc' };
  const { environments: items, total } = await environments.listEnvironments(evidence, author, filter, { page, perPage });
  if (!isPaged) return items;
  return { environments: items, page, per_page: perPage, total_pages: Math.ceil(total / perPage), total_count: total };
});

const getEnvironment = route(operations.getEnvironment, 'read', ({ evidence, author, params }) =>
  environments.getEnvironment(evidence, author, params.env_name),
);

const renameEnvironment = dataRoute(operations.renameEnvironment, 'evidence', async ({ evidence, author, params, data }) => {
  const { new_name: name } = data;
  await environments.changeEnvironment(evidence, author, params.env_name, { name });
  return { message: 'OK' };
});

const archiveEnvironment = route(operations.archiveEnvironment, 'evidence', async ({ evidence, author, params }) => {
  await environments.changeEnvironment(evidence, author, params.env_name, { isArchived: true });
  return { message: 'OK' };
});

const joinEnvironment = dataRoute(operations.joinEnvironment, 'evidence', async ({ evidence, author, params, data }) => {
  const { physical_env_name: part } = data;
  await environments.changeEnvironment(evidence, author, params.env_name, { delta: 'join', part });
  return { message: 'OK' };
});

const attachPolicies = dataRoute(operations.attachPolicies, 'evidence', async ({ evidence, author, params, data }) => {
  const { policy_names: policies } = data;
  await environments.changeEnvironment(evidence, author, params.env_name, { delta: 'attach', policies });
  return { message: 'OK' };
});

const detachPolicies = dataRoute(operations.detachPolicies, 'evidence', async ({ evidence, author, params, data }) => {
  const { policy_names: policies } = data;
  await environments.changeEnvironment(evidence, author, params.env_name, { delta: 'detach', policies });
  return { message: 'OK' };
});

const listEnvironmentEvents = queryRoute(operations.listEnvironmentEvents, 'read', ({ evidence, author, params, query }) => {
  const { end, end_ts: before, interval = '', repo_name: repoNames = [], reverse: oldestFirst = false, start, start_ts: after } = query;
  return events.listEvents(evidence, author, params.env_name, {
    ...pageOf(query, usualPage),
    interval,
    oldestFirst,
    repoNames,
    ...given({ start, end }),
    ...(after === undefined ? {} : { after: Number(after) }),
    ...(before === undefined ? {} : { before: Number(before) }),
  });
});

export const environmentRoutes: readonly Route[] = [
  putEnvironment,
  listEnvironments,
  getEnvironment,
  renameEnvironment,
  archiveEnvironment,
  joinEnvironment,
  attachPolicies,
  detachPolicies,
  listEnvironmentEvents,
];
