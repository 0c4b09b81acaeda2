import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listRecords, startDeadline, type Transport } from '../../../src/client/index.ts';
import { countAt, stringAt } from '../../../src/text/index.ts';
import { organizations } from './clients.ts';
import type { Ledger } from './ledger.ts';

/** Follows the log of each organization, and compares it with the acknowledged records. */
export interface Follower {
  /** Reads what is new. Each record that was acknowledged before this began must be there. */
  readonly follow: (transport: Transport, files: string) => Promise<void>;
  /** By the names of the wanted records. */
  readonly seen: ReadonlyMap<string, string>;
}

interface End {
  readonly sequence: number;
  readonly link: string;
}

const genesis: End = { sequence: 0, link: '0'.repeat(64) };
const sha256 = (content: string | Buffer) => hash('sha256', content);

export function openFollower(ledger: Ledger): Follower {
  const ends = new Map<string, End>();
  const seen = new Map<string, string>();
  const missing = new Set<string>();
  let looked = 0;

  async function followOne(org: string, transport: Transport, files: string): Promise<void> {
    for (;;) {
      const end = ends.get(org) ?? genesis;
      const call = { transport, deadline: startDeadline(60_000) };
      const { head, records } = await listRecords(call, { org }, { after: end.sequence, limit: 1000 });
      let { link } = end;
      for (const record of records) {
        link = sha256(`${link}\n${record.sequence}\n${sha256(record.body)}`);
        if (record.link !== link) ledger.report(`${org}: the record ${record.sequence} does not follow the one before it.`);
        await look(org, record.sequence, JSON.parse(record.body), files);
      }
      const sequence = end.sequence + records.length;
      ends.set(org, { sequence, link });
      if (head.sequence < sequence) ledger.report(`${org}: the log ended at ${sequence}, and ends at ${head.sequence} now.`);
      if (head.sequence === sequence && head.link !== link) ledger.report(`${org}: the last record is not the head.`);
      if (head.sequence <= sequence || records.length === 0) return;
    }
  }

  async function look(org: string, sequence: number, body: unknown, files: string): Promise<void> {
    if (stringAt(body, 'kind') !== 'attestation') return;
    const name = stringAt(body, 'data', 'description') ?? '';
    const wanted = ledger.wanted.get(name);
    const at = `${org}, record ${sequence} (${name})`;
    if (wanted === undefined || wanted.org !== org) return ledger.report(`${at}: nobody wanted it there.`);
    if (seen.has(name)) ledger.report(`${at}: it is there twice.`);
    seen.set(name, stringAt(body, 'id') ?? '');
    missing.delete(name);
    const acknowledged = ledger.acknowledged.get(name);
    if (acknowledged !== undefined && acknowledged.id !== seen.get(name))
      ledger.report(`${at}: it was acknowledged as ${acknowledged.id}.`);
    if (stringAt(body, 'attachment', 'sha256') !== wanted.sha256) return ledger.report(`${at}: its file is not the one that was sent.`);
    const problem = wanted.sha256 === undefined ? undefined : await fileProblem(files, body);
    if (problem !== undefined) ledger.report(`${at}: ${problem}`);
  }

  return {
    seen,
    follow: async (transport, files) => {
      const acknowledged = [...ledger.acknowledged.values()];
      for (const { id, wanted } of acknowledged.slice(looked)) {
        const found = seen.get(wanted.name);
        if (found === undefined) missing.add(wanted.name);
        else if (found !== id) ledger.report(`${wanted.org}/${wanted.name} was acknowledged as ${id}, and is in the log as ${found}.`);
      }
      looked = acknowledged.length;
      for (const org of organizations) await followOne(org, transport, files);
      for (const name of missing) {
        const one = ledger.acknowledged.get(name);
        ledger.report(`${one?.wanted.org}/${name} was acknowledged at ${one?.at} ms by ${one?.from} as ${one?.id}, and is lost.`);
      }
      missing.clear();
    },
  };
}

/** The file is among the kept ones, or still among the arrived ones. */
async function fileProblem(files: string, body: unknown): Promise<string | undefined> {
  const id = stringAt(body, 'attachment', 'id') ?? '';
  const kept = join(files, 'blobs', id);
  for (const file of [kept, join(files, 'blobs', 'incoming', id), kept]) {
    const content = await readFile(file).catch(() => undefined);
    if (content === undefined) continue;
    const isSame = sha256(content) === stringAt(body, 'attachment', 'sha256') && content.length === countAt(body, 'attachment', 'bytes');
    return isSame ? undefined : `the file ${id} is not whole.`;
  }
  return `the file ${id} is not there.`;
}
