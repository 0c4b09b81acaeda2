import {
  allOrComplaints,
  claimOptions,
  claimRecordOptions,
  connectionOptions,
  dryRunOption,
  flowOption,
  gateOptions,
  later,
  readClaimRecord,
  readClaims,
  readConnection,
  readGate,
  readName,
  requiredForConnection,
  requiredToClaim,
  uses,
} from '../../options/index.ts';
import { describeCommand } from '../run/command.ts';
import { withService } from '../run/connect.ts';
import { judgeAgain } from '../gate/judge-subject.ts';
import { judged } from '../run/judged.ts';
import { endingOutputs, judgedOutputs } from '../run/outputs.ts';
import type { Judged } from '../run/result.ts';
import { forkPost, type ForkPostSettings } from './post.ts';

export const forkPostCommand = describeCommand({
  name: 'fork post',
  summary: "Record what `fork-collect` set aside in the run of a pull request, on the trail of the pull request's head, and decide.",
  examples: [
    'compliance-evidence fork post --org acme --flow checkout-service --collected downloads \\\n    --github-token "$GITHUB_TOKEN" --attestation-names unit-tests --required-attestations unit-tests',
  ],
  options: [
    ...uses(connectionOptions, requiredForConnection),
    ...uses([flowOption], ['flow']),
    ...uses([dryRunOption]),
    ...uses(claimOptions, requiredToClaim),
    ...uses(claimRecordOptions, ['github-token']),
    ...uses(gateOptions),
  ],
  outputs: [...endingOutputs, ...judgedOutputs],
  async read(read): Promise<ForkPostSettings> {
    const attestation = await later(Promise.resolve().then(() => readClaimRecord(read)));
    return allOrComplaints<ForkPostSettings>({
      connection: () => readConnection(read),
      flow: () => readName(read, 'flow', 'flowName'),
      dryRun: () => read.flag('dry-run'),
      claims: () => readClaims(read),
      attestation,
      githubToken: () => read.required('github-token'),
      gating: () => readGate(read, () => Math.min(read.count('min-tests'), 1)),
    });
  },
  run(settings, context): Promise<Judged> {
    const { connection, dryRun, gating } = settings;
    return withService(connection, gating.waitTimeout + gating.evaluationTimeout, context, async (call) => {
      const posted = await forkPost(call, settings, context);
      return judged({ command: 'fork post', dryRun, sent: context.sent.soFar(), evidence: undefined, ...posted }, gating, context);
    });
  },
  judging: { again: (settings, question, context) => judgeAgain('fork post', settings, question, context) },
});
