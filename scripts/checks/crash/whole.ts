import { setTimeout as sleep } from 'node:timers/promises';
import { downloadEvidence, getAttestation, startDeadline, type Transport } from '../../../src/client/index.ts';
import { listAt, stringAt } from '../../../src/text/index.ts';
import { hash } from 'node:crypto';
import type { Acknowledged, Ledger } from './ledger.ts';
import type { Follower } from './log.ts';
import { command, type Place } from './services.ts';

/** Asks for the records and their files as a user does. */
export async function askBack(ledger: Ledger, transport: Transport, some: readonly Acknowledged[]): Promise<void> {
  for (const { id, wanted } of some) {
    const { flow, name, org, sha256, trail } = wanted;
    const call = { transport, deadline: startDeadline(30_000) };
    const records = await getAttestation(call, { org }, id);
    if (records.length !== 1) ledger.report(`${org}/${name}: ${records.length} records are shown as ${id}.`);
    if (sha256 === undefined) continue;
    const params = { org, flow_name: flow, trail_name: trail, attestation_id: id };
    const { content } = await downloadEvidence(call, params).catch((error: unknown) => {
      ledger.report(`${org}/${name}: its file is not shown: ${String(error)}`);
      return { content: undefined };
    });
    if (content !== undefined && hash('sha256', content) !== sha256) ledger.report(`${org}/${name}: another file is shown as its own.`);
  }
}

/** While no client writes: the log has the acknowledged records alone, and `verify` holds, with a witness. */
export async function checkWhole(ledger: Ledger, follower: Follower, place: Place): Promise<void> {
  if (follower.seen.size !== ledger.acknowledged.size)
    ledger.report(`${ledger.acknowledged.size} records were acknowledged, and ${follower.seen.size} are in the log.`);
  const witness = [...ledger.acknowledged.values()].at(-1)?.head;
  // The last file of a killed process may move at this moment.
  await sleep(50);
  const { code, error, output } = await command(place, 'verify', '--json', ...(witness === undefined ? [] : ['--head', witness]));
  if (code === 0) return;
  const problems = (listAt(parsed(output), 'organizations') ?? []).map((each) => stringAt(each, 'problem') ?? '');
  ledger.report(`verify ended with ${code}: ${[stringAt(parsed(output), 'problem'), ...problems, error].join(' ').trim()}`);
}

function parsed(output: string): unknown {
  return output === '' ? undefined : JSON.parse(output);
}
