import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { onTestFinished } from 'vitest';
import type { Lookup } from '../../../../src/service/notify/hosts.ts';

export interface NameServer {
  /** Asks this server. */
  readonly lookup: Lookup;
  /** Each name that was asked for. */
  readonly asked: readonly string[];
  /** Sets the address that every name has from now on; it is forgotten at once. */
  answer(address: string): void;
}

/** A name server on this machine (RFC 1035), until the test ends: whoever owns a domain may answer something else each time. */
export async function nameServer(first: string): Promise<NameServer> {
  let address = first;
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (question, { address: from, port }) => {
    const name = nameIn(question);
    const isA = question.readUInt16BE(12 + name.length + 2) === 1;
    if (isA) asked.push(name);
    socket.send(answerTo(question, name, isA ? address : undefined), port, from);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  onTestFinished(() => void socket.close());
  const resolver = new Resolver();
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return { lookup: (name) => resolver.resolve4(name), asked, answer: (next) => void (address = next) };
}

function nameIn(question: Buffer): string {
  const labels: string[] = [];
  for (let at = 12; question.readUInt8(at) !== 0; at += question.readUInt8(at) + 1)
    labels.push(question.toString('latin1', at + 1, at + 1 + question.readUInt8(at)));
  return labels.join('.');
}

/** The question once more, and at most one address of it with no time to live. */
function answerTo(question: Buffer, name: string, address: string | undefined): Buffer {
  const asked = question.subarray(12, 12 + name.length + 2 + 4);
  const counts = Buffer.from([0, 1, 0, address === undefined ? 0 : 1, 0, 0, 0, 0]);
  const found = address === undefined ? [] : [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)];
  return Buffer.concat([question.subarray(0, 2), Buffer.from([0x81, 0x80]), counts, asked, Buffer.from(found)]);
}
