import { isSearchResult } from '../contract/checks/search.gen.ts';
import type { ParamsOf, SearchResult } from '../contract/index.ts';
import { callOperation } from './operation.ts';
import { expect } from './reply.ts';
import type { Call } from './transport.ts';

/** Operation 7: the facts about a commit or fingerprint, or the beginning of one; a `ResponseError` with status 404 if there are none. */
export async function searchSha(call: Call, params: ParamsOf<'searchSha'>): Promise<SearchResult> {
  const answer = await callOperation(call, 'searchSha', params);
  return expect(isSearchResult, 'SearchResult', answer.reply(), answer.request);
}
