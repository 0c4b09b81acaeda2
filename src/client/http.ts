import type * as undici from 'undici';

/** The library that sends the requests. It loads more slowly than everything else of a run together, and a dry run sends none. */
export type Http = Pick<typeof undici, 'Agent' | 'Pool' | 'ProxyAgent' | 'errors' | 'fetch' | 'request'>;

const { promise, resolve } = Promise.withResolvers<void>();

/** Resolves when the library is loaded; never in a run that sends nothing. */
export const httpLoaded: Promise<void> = promise;

export async function loadHttp(): Promise<Http> {
  const http = await import('undici');
  resolve();
  return http;
}
