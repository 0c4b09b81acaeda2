import { narrow, sleep } from '../../client/index.ts';
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
} from '../../options/index.ts';
import { localTime, rowWords } from '../../presentation/index.ts';
import { describeCommand } from '../run/command.ts';
import { lookUp } from '../run/connect.ts';
import { ifThere } from '../run/fault.ts';
import { judged, questionOfGate } from '../run/question.ts';
import type { Judged } from '../run/result.ts';
import { trailNamed } from '../run/short-names.ts';
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
      const name = (await ifThere(trailNamed(call, { org, flow_name: flow }, trail)))?.name ?? trail;
      const question = await questionOfGate(org, { subject: 'trail', flow, trail: name, commit: undefined }, context);
      const facts = { command: 'trail watch', dryRun: false, evidence: undefined, sent: context.sent.soFar(), question };
      const known = new Map<string, string>();
      const tell = (what: string, state: string): void => {
        const before = known.get(what);
        const message = `${localTime(Date.now() / 1000)}  ${what}: ${before === undefined ? '' : `${before} → `}${state}`;
        if (before !== state) context.report({ kind: 'info', message });
        known.set(what, state);
      };
      const wait = narrow(call.deadline, gating.waitTimeout);
      for (const pause of backoff(longestPause)) {
        const found = await judgeSubject(call, question, { ...gating, waitTimeout: 0 }, askMerges(undefined, context));
        for (const row of found.verdict.rows) tell(row.attestation, rowWords(row).word);
        tell('The trail', found.verdict.name);
        if (found.verdict.name !== 'incomplete' || wait.remaining() === 0) return judged({ ...facts, ...found }, gating, context);
        await sleep(Math.min(pause, wait.remaining()), call.deadline, `the trail ${trail} to be decided`);
      }
      throw new RangeError('the backoff never ends');
    });
  },
});
