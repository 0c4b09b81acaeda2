import { narrow, sleep, type Deadline, type EvidenceClient } from '../client/index.ts';
import {
  decide,
  missingNames,
  rowsOf,
  type Evidence,
  type OwnEvidence,
  type Question,
  type TrailAnswer,
  type Verdict,
} from '../gate/index.ts';
import { list, seconds } from '../text/index.ts';
import type { TrailAsker } from './ask.ts';
import type { RunContext } from './context.ts';
import { paces } from './pace.ts';
import { gatherRecords } from './records.ts';
import type { GateSettings } from './settings.ts';

export interface GateInput {
  readonly question: Question;
  readonly own?: OwnEvidence;
  /** What the trail said when our own record was seen evaluated; asked for anew when absent. */
  readonly answer?: TrailAnswer;
}

/** The use case `gate`: reads the trail, waits for what other jobs still owe, looks behind every green name, and decides. */
export async function gate(
  input: GateInput,
  settings: GateSettings,
  asker: TrailAsker,
  client: EvidenceClient,
  deadline: Deadline,
  context: RunContext,
): Promise<{ verdict: Verdict; answer: TrailAnswer }> {
  const { question, own } = input;
  const wait = narrow(deadline, settings.waitTimeout);
  const pace = paces(15_000);
  let told = '';
  for (let { answer } = input; ; answer = undefined) {
    const current = answer ?? (await asker.ask(client));
    const missing = isLost(own) ? undefined : waitedFor(current, settings);
    const pause = pace.next().value;
    if (missing === undefined || wait.remaining() === 0) {
      const records = await gatherRecords(current, question, client, own);
      const evidence: Evidence = { question, answer: current, records, ...(own === undefined ? {} : { own }) };
      return { verdict: decide(evidence, settings.policy), answer: current };
    }
    if (missing !== told) context.report({ kind: 'info', message: `Waiting up to ${seconds(wait.remaining() / 1000)} for ${missing}` });
    told = missing;
    await sleep(Math.min(pause, wait.remaining()), deadline, `the wait for ${missing}`);
  }
}

/** Whether our own evidence already decides against a yes, whatever other jobs still bring. */
function isLost(own: OwnEvidence | undefined): boolean {
  if (own === undefined) return false;
  const { problems, sending } = own;
  return problems.length > 0 || sending.kind === 'failed' || (sending.kind === 'accepted' && !sending.evaluated);
}

/** What a wait could still bring; `undefined` when it could change nothing: all is there, or something already says no. */
function waitedFor(answer: TrailAnswer, { policy }: GateSettings): string | undefined {
  switch (answer.kind) {
    case 'no-flow':
    case 'no-trail':
      return 'the trail to begin';
    case 'failed':
      return undefined;
    case 'trail': {
      const rows = rowsOf(answer.trail);
      const names = missingNames(rows, policy);
      const red = rows.some(({ status }) => status.is_compliant === false && status.status !== 'MISSING');
      return red || names.length === 0 ? undefined : list(names);
    }
  }
}
