import { isSearchResult } from '../contract/checks/search.gen.ts';
import type { ParamsOf, SearchResult } from '../contract/index.ts';
import { callOperation } from './operation.ts';
import { expect } from './reply.ts';
import type { Call } from './transport.ts';

/**
 * Operation 7: everything known about a commit or fingerprint, whole or its beginning; a `ResponseError` with status 404 where nothing is
 * known.
 */
export async function searchSha(call: Call, params: ParamsOf<'searchSha'>): Promise<SearchResult> {
  const answer = await callOperation(call, 'searchSha', params);
  return expect(isSearchResult, 'SearchResult', answer.reply(), answer.request);
}
