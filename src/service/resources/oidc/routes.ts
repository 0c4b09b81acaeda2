import { limits, operations } from '../../../contract/index.ts';
import { dataRoute, openRoute, route, type Route } from '../../http/route.ts';
import * as jobs from './use.ts';

/** Access for the ID token of a job. Its caller has nothing else yet, so anybody can get here. */
const exchangeIdToken = openRoute(operations.exchangeIdToken, limits.idTokenBytes, ({ evidence, params, data }) =>
  jobs.giveAccess(evidence, params.org, data.token),
);

export const oidcRoutes: readonly Route[] = [
  exchangeIdToken,
  route(operations.listJobRules, ({ evidence, author }) => jobs.listJobRules(evidence, author)),
  dataRoute(operations.addJobRule, ({ evidence, author, data }) => jobs.addJobRule(evidence, author, data)),
  route(operations.removeJobRule, ({ evidence, author, params }) => jobs.removeJobRule(evidence, author, params.rule_id)),
];
