import type * as undici from 'undici';

/** What sends the requests: to load it takes longer than all else that a run loads, and a dry run sends none. */
export type Http = Pick<typeof undici, 'Agent' | 'Pool' | 'ProxyAgent' | 'errors' | 'fetch' | 'request'>;

const { promise, resolve } = Promise.withResolvers<void>();

/** Resolves when it is loaded: never, where nothing is sent. */
export const httpLoaded: Promise<void> = promise;

export async function loadHttp(): Promise<Http> {
  const http = await import('undici');
  resolve();
  return http;
}
