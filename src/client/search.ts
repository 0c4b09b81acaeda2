import { isSearchResult } from '../contract/checks/search.gen.ts';
import { one } from './asking.ts';

/** Operation 7: the facts about a commit or fingerprint, or the beginning of one; a `ResponseError` with status 404 if there are none. */
export const searchSha = one('searchSha', isSearchResult, 'SearchResult');
