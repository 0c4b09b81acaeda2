import { operations } from '../../../contract/index.ts';
import { route, type Route } from '../../http/route.ts';
import * as records from './use.ts';

/** The number of records in one answer, where the caller names none. */
const usualLimit = 100;

/** The log itself, for who proves that it holds. It has hashes of tokens and of webhooks, so that reading alone does not permit it. */
const listRecords = route(operations.listRecords, ({ evidence, author, query }) =>
  records.recordsAfter(evidence, author, query.after ?? 0, query.limit ?? usualLimit),
);

export const recordRoutes: readonly Route[] = [listRecords];
