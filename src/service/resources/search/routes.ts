import { operations } from '../../../contract/index.ts';
import { invalid } from '../../http/check.ts';
import { route, type Route } from '../../http/route.ts';
import * as search from './use.ts';

export const searchRoutes: readonly Route[] = [
  /** Operation 7. */
  route(operations.searchSha, async ({ evidence, author, params }) => {
    const sha = params.search_value.toLowerCase();
    // Too many SHAs begin with fewer digits.
    if (!/^[0-9a-f]{5,64}$/.test(sha)) throw invalid({ 'path.search_value': 'must be 5 to 64 hexadecimal digits.' });
    return await search.searchSha(evidence, author, sha);
  }),
];
