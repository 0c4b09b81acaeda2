import {
  allOrComplaints,
  connectionOptions,
  dryRunOption,
  gateOptions,
  gateSubjectOptions,
  githubTokenOption,
  minTestsOption,
  readGate,
  readGateSubject,
  readLookup,
  requiredForConnection,
  uses,
} from '../../options/index.ts';
import { describeCommand } from '../run/command.ts';
import { lookUp } from '../run/connect.ts';
import { judged } from '../run/judged.ts';
import { endingOutputs, judgedOutputs } from '../run/outputs.ts';
import { questionOfGate } from '../run/question.ts';
import type { Judged } from '../run/result.ts';
import { artifactCommit } from './artifact-commit.ts';
import { askMerges } from './ask-merges.ts';
import { judgeAgain, judgeSubject, judgingIn } from './judge-subject.ts';

export const gateCommand = describeCommand({
  name: 'gate',
  summary: 'Ask whether a trail, an artifact or a commit is compliant; the exit code says so.',
  examples: [
    'compliance-evidence gate --org acme --flow checkout-service --required-attestations unit-tests,lint --wait-timeout 5m',
    'compliance-evidence gate --org acme --flow checkout-service --subject artifact --fingerprint "$SHA256" \\\n    --require-approval --environment production',
  ],
  options: [
    ...uses(connectionOptions, requiredForConnection),
    ...uses([...gateSubjectOptions, dryRunOption, minTestsOption, ...gateOptions, githubTokenOption]),
  ],
  outputs: [...endingOutputs, 'artifact-fingerprint', ...judgedOutputs],
  read(read) {
    return allOrComplaints({
      connection: () => readLookup(read),
      dryRun: () => read.flag('dry-run'),
      asked: () => readGateSubject(read),
      gating: () => readGate(read, () => read.count('min-tests')),
      githubToken: () => read.text('github-token'),
    });
  },
  run({ asked, connection, dryRun, gating, githubToken }, context): Promise<Judged> {
    return lookUp(connection, gating.waitTimeout + gating.evaluationTimeout, context, async (call, org) => {
      const question = await questionOfGate(org, asked, context);
      const decided = await judgeSubject(call, question, judgingIn(gating, context), askMerges(githubToken, context));
      const facts = { command: 'gate', dryRun, evidence: undefined, sent: context.sent.soFar() };
      return judged({ ...facts, question, ...decided }, gating, context);
    });
  },
  judging: {
    again: (settings, question, context) => judgeAgain('gate', settings, question, context),
    async commit({ asked, connection }, chosen, context) {
      if (asked.subject !== 'artifact') return asked.commit;
      return lookUp(connection, 0, context, async (call, org) => {
        const question = await questionOfGate(org, asked, context);
        if (question.subject !== 'artifact') throw new RangeError('a question about an artifact was expected');
        return artifactCommit(call, question, chosen, context.event);
      });
    },
  },
});
