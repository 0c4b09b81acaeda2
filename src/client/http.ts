import type * as parts from './undici.ts';

/** The library that sends the requests. It loads more slowly than everything else of a run together, and a dry run sends none. */
export type Http = typeof parts;

const { promise, resolve } = Promise.withResolvers<void>();

/** Resolves when the library is loaded; never in a run that sends nothing. */
export const httpLoaded: Promise<void> = promise;

export async function loadHttp(): Promise<Http> {
  const http = await import('./undici.ts');
  resolve();
  return http;
}
