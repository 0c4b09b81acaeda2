import type { RequestInit, Response } from 'undici';
import { defaultTimeouts, openConnections } from './connections.ts';
import type { Network } from './proxy.ts';

/**
 * `fetch` for another API than the service's, by the same ways: certificates are verified, and plain http never goes through a
 * proxy. It is a file of its own, because a bundle that asks no other API then goes without all of undici.
 */
export interface OpenFetch {
  fetch(url: string, init?: RequestInit): Promise<Response>;
  close(): void;
}

/** Throws a `UsageError` as `openTransport` does. */
export function openFetch(network: Network): OpenFetch {
  const connections = openConnections(defaultTimeouts, network);
  return {
    async fetch(url, init) {
      const { fetch } = await import('undici');
      return fetch(url, { ...init, dispatcher: (await connections.towards(new URL(url))).dispatcher });
    },
    close: () => connections.close(),
  };
}
