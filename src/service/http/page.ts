import { limits } from '../../contract/index.ts';
import { Refusal } from '../evidence/refusal.ts';

/** The requested page, which is never everything. */
export function boundedPage(query: Parameters<typeof pageOf>[0], usual: number, most = usual): ReturnType<typeof pageOf> {
  return pageOf({ ...query, per_page: query.per_page === 0 ? most : (query.per_page ?? usual) }, usual);
}

/** The requested page; `perPage` 0 means everything. */
export function pageOf(
  query: { readonly page?: number; readonly per_page?: number },
  otherwise: number,
): { readonly page: number; readonly perPage: number } {
  const perPage = query.per_page ?? otherwise;
  if (perPage > limits.pageSize) {
    throw new Refusal('invalid-request', 'The page is too large.', {
      errors: { 'query.per_page': `must be at most ${limits.pageSize}. [input: ${perPage}]` },
    });
  }
  return { page: query.page ?? 1, perPage };
}
