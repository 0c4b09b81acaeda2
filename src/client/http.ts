const { promise, resolve } = Promise.withResolvers<void>();

/** Resolves when it is loaded: never, where nothing is sent. */
export const httpLoaded: Promise<void> = promise;

/** undici, which sends the requests: loading it takes longer than all else that a run loads, and a dry run sends none. */
export async function loadHttp() {
  const http = await import('undici');
  resolve();
  return http;
}

export type Http = Awaited<ReturnType<typeof loadHttp>>;
