import { operations } from '../../../contract/index.ts';
import { dataRoute, type Route } from '../../http/route.ts';
import * as tags from './use.ts';

export const tagRoutes: readonly Route[] = [
  dataRoute(operations.patchTags, ({ evidence, author, params, data }) =>
    tags.changeTags(evidence, author, params.resource_type, params.resource_id, data),
  ),
];
