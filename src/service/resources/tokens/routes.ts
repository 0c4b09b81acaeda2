import { operations } from '../../../contract/index.ts';
import { dataRoute, route, type Route } from '../../http/route.ts';
import * as tokens from './use.ts';

export const tokenRoutes: readonly Route[] = [
  route(operations.listTokens, ({ evidence, author }) => tokens.listTokens(evidence, author)),
  dataRoute(operations.createToken, ({ evidence, author, data }) => tokens.createToken(evidence, author, data)),
  dataRoute(operations.rotateToken, ({ evidence, author, params, data }) => tokens.rotateToken(evidence, author, params.token_id, data)),
  route(operations.revokeToken, ({ evidence, author, params }) => tokens.revokeToken(evidence, author, params.token_id)),
  route(operations.listMembers, ({ evidence, author }) => tokens.listMembers(evidence, author)),
];
