import type { Server } from 'node:http';
import os from 'node:os';
import type { FastifyInstance } from 'fastify';
import { Server as TlsServer } from 'node:https';
import { UsageError } from '../../errors/index.ts';

/**
 * Listens on an address. For one that stands for all of this machine fastify asks the system for each, to name them in its log, which
 * nobody reads; it does so where an error ends the process, and a sandbox may refuse the answer.
 */
export async function listenOn(app: FastifyInstance, place: { readonly host: string; readonly port: number }): Promise<void> {
  const { networkInterfaces } = os;
  os.networkInterfaces = () => ({});
  try {
    await app.listen(place);
  } catch (error) {
    throw notListening('service', place, error);
  } finally {
    os.networkInterfaces = networkInterfaces;
  }
}

/** Where a server listens, for example `https://127.0.0.1:40123`. */
export function urlOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error(`The service listens on ${address ?? 'nothing'} where a port was expected.`);
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `${server instanceof TlsServer ? 'https' : 'http'}://${host}:${address.port}`;
}

/** The caller can change an address that is not free; anything else is our fault. */
export function notListening(
  part: 'service' | 'metrics',
  { host, port }: { readonly host: string; readonly port: number },
  cause: unknown,
): unknown {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (code !== 'EADDRINUSE' && code !== 'EADDRNOTAVAIL' && code !== 'EACCES' && code !== 'ENOTFOUND') return cause;
  const why =
    code === 'EADDRINUSE' ? 'something else listens there' : code === 'EACCES' ? 'this user may not' : 'this machine has no such address';
  return new UsageError('invalid-input', `The ${part} cannot listen on ${host}, port ${port}: ${why}.`, {
    cause,
    fix: 'Choose another port (0 takes a free one), or an address of this machine.',
  });
}
