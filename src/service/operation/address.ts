import { lookup } from 'node:dns/promises';
import type { Server } from 'node:http';
import { Server as TlsServer } from 'node:https';
import { BlockList, isIPv6 } from 'node:net';
import os from 'node:os';
import type { FastifyInstance } from 'fastify';
import { codeOf, wrongUse } from '../../errors/index.ts';
import type { Log } from './log.ts';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

interface Exposure {
  readonly host: string;
  readonly hasTls: boolean;
  readonly isBehindProxy: boolean;
}

/** Throws a UsageError if tokens and evidence would cross a network that anybody may listen to. */
export async function refuseOpenly({ hasTls, host, isBehindProxy }: Exposure): Promise<void> {
  if (hasTls || isBehindProxy || (await isThisMachine(host))) return;
  throw wrongUse(
    `On ${host} others could read the tokens and the evidence on their way, because this would be plain HTTP`,
    'Do one of three. With a certificate, if the service is not ephemeral: --tls-cert FILE --tls-key FILE. With a proxy that has TLS, where nobody but the proxy reaches this port: --behind-proxy. For this machine alone: --host 127.0.0.1',
  );
}

/** Whether everything that a host stands for is loopback. A name that stands for nothing is left to whoever listens on it. */
export async function isThisMachine(host: string): Promise<boolean> {
  const addresses = await lookup(host, { all: true }).catch(() => []);
  return addresses.every(({ address }) => loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4'));
}

/** Says in the log what whoever runs a service that others reach must see to. */
export function warnOfExposure({ hasTls, isBehindProxy }: Exposure, url: string, publicUrl: string | undefined, log: Log): void {
  if (isBehindProxy && !hasTls) {
    log(`This is plain HTTP at ${url}, for a proxy with TLS. See to it that nobody but the proxy reaches this port.`);
  }
  const { hostname } = new URL(url);
  if (publicUrl === undefined && (isBehindProxy || hostname === '0.0.0.0' || hostname === '[::]')) {
    log(`Links lead to ${url}, where nobody else may reach them. Name the public address with --public-url.`);
  }
}

/** Listens on an address. For all addresses, fastify asks the system for each, to log it; where a sandbox refuses, the process ends. */
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
  const code = codeOf(cause);
  if (code !== 'EADDRINUSE' && code !== 'EADDRNOTAVAIL' && code !== 'EACCES' && code !== 'ENOTFOUND') return cause;
  const why =
    code === 'EADDRINUSE' ? 'something else listens there' : code === 'EACCES' ? 'this user may not' : 'this machine has no such address';
  return wrongUse(
    `The ${part} cannot listen on ${host}, port ${port}: ${why}.`,
    'Choose another port (0 takes a free one), or an address of this machine.',
    cause,
  );
}
