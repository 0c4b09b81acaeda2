import { narrow, sleep } from '../../client/index.ts';
import type { VerdictRow } from '../../gate/index.ts';
import {
  allOrComplaints,
  argument,
  connectionOptions,
  flowOption,
  gateOptions,
  minTestsOption,
  readGate,
  readLookup,
  readName,
  requiredToLookUp,
  shortNameOption,
  uses,
  type GateSubject,
} from '../../options/index.ts';
import { localTime, rowWords } from '../../presentation/index.ts';
import { describeCommand } from '../run/command.ts';
import { lookUp } from '../run/connect.ts';
import { judged, questionOfGate } from '../run/question.ts';
import type { Judged } from '../run/result.ts';
import { askMerges, backoff } from './gate.ts';
import { judgeSubject } from './judge-subject.ts';

/** In milliseconds: somebody watches. */
const longestPause = 5_000;

export const trailWatchCommand = describeCommand({
  name: 'trail watch',
  summary: 'Follow a trail until it is decided, and say what changes. The exit code is that of its verdict.',
  examples: ['compliance-evidence trail watch release-1.2 --org acme --flow checkout-service --wait-timeout 1h'],
  options: [
    argument(shortNameOption),
    ...uses([flowOption], ['flow']),
    ...uses(connectionOptions, requiredToLookUp),
    ...uses([minTestsOption, ...gateOptions]).map(({ use }) =>
      use.name === 'wait-timeout' ? { use: { ...use, default: '30m' } } : { use },
    ),
  ],
  outputs: [],
  read(read) {
    return allOrComplaints({
      connection: () => readLookup(read),
      flow: () => readName(read, 'flow', 'flowName'),
      trail: () => readName(read, 'name', 'trailName'),
      gating: () => readGate(read, () => read.count('min-tests')),
    });
  },
  run({ connection, flow, gating, trail }, context): Promise<Judged> {
    return lookUp(connection, gating.waitTimeout + gating.evaluationTimeout, context, async (call, org) => {
      const askMerge = askMerges(undefined, context);
      const judge = async (subject: GateSubject) => {
        const question = await questionOfGate(org, subject, context);
        return { subject, question, ...(await judgeSubject(call, question, { ...gating, waitTimeout: 0 }, askMerge)) };
      };
      const tell = changeTeller((message) => context.report({ kind: 'info', message: `${localTime(Date.now() / 1000)}  ${message}` }));
      const wait = narrow(call.deadline, gating.waitTimeout);
      const first = await judge({ subject: 'trail', flow, trail, commit: undefined });
      const longer = first.answer?.kind === 'no-trail' ? await context.shortNames?.withLongerTrail(call, org, first.subject) : undefined;
      let found = longer === undefined ? first : await judge(longer);
      for (const pause of backoff(longestPause)) {
        tell(found.verdict);
        if (found.verdict.name !== 'incomplete' || wait.remaining() === 0) break;
        await sleep(Math.min(pause, wait.remaining()), call.deadline, `the trail ${trail} to be decided`);
        found = await judge(found.subject);
      }
      const { answer, question, verdict } = found;
      const facts = { command: 'trail watch', dryRun: false, evidence: undefined, sent: context.sent.soFar() };
      return judged({ ...facts, question, answer, verdict }, gating, context);
    });
  },
});

/** Says each state once, as long as it stays. */
function changeTeller(say: (message: string) => void): (verdict: { readonly name: string; readonly rows: readonly VerdictRow[] }) => void {
  const known = new Map<string, string>();
  const tell = (name: string, state: string): void => {
    const before = known.get(name);
    if (before !== state) say(`${name}: ${before === undefined ? '' : `${before} → `}${state}`);
    known.set(name, state);
  };
  return ({ name, rows }) => {
    for (const row of rows) tell(row.attestation, rowWords(row).word);
    tell('The trail', name);
  };
}
