import {
  allOrComplaints,
  connectionOptions,
  evaluationTimeoutOption,
  gateSubjectOptions,
  githubTokenOption,
  minTestsOption,
  policyOptions,
  readGateSubject,
  readJudge,
  readLookup,
  requiredForConnection,
  uses,
  type GateSubject,
} from '../../options/index.ts';
import { describeCommand } from '../run/command.ts';
import { lookUp } from '../run/connect.ts';
import { askMerges } from './ask-merges.ts';
import { judgeSubject } from './judge-subject.ts';
import { shownVerdict, trailUrlOf } from '../run/judged.ts';
import { endingOutputs } from '../run/outputs.ts';
import { questionOfGate } from '../run/question.ts';
import type { Explained } from '../run/result.ts';

export const explainCommand = describeCommand({
  name: 'explain',
  summary: 'Say what the gate says of a trail, an artifact or a commit, why, and what fixes each reason. Fails nothing, waits for nothing.',
  examples: [
    'compliance-evidence explain --org acme --flow checkout-service --required-attestations unit-tests,lint',
    'compliance-evidence explain --org acme --subject commit --commit "$(git rev-parse HEAD)"',
  ],
  options: [
    ...uses(connectionOptions, requiredForConnection),
    ...uses([...gateSubjectOptions, minTestsOption, ...policyOptions, evaluationTimeoutOption, githubTokenOption]),
  ],
  outputs: [...endingOutputs, 'artifact-fingerprint', 'trail-url'],
  read(read) {
    return allOrComplaints({
      connection: () => readLookup(read),
      asked: () => readGateSubject(read, read.nameLength),
      judging: () => readJudge(read, () => read.count('min-tests')),
      githubToken: () => read.text('github-token'),
    });
  },
  run({ asked, connection, githubToken, judging }, context): Promise<Explained> {
    return lookUp(connection, judging.evaluationTimeout, context, async (call, org) => {
      const judge = async (subject: GateSubject) => {
        const question = await questionOfGate(org, subject, context);
        return { question, ...(await judgeSubject(call, question, judging, askMerges(githubToken, context))) };
      };
      const whole = (await context.shortNames?.withWholeSha(call, org, asked)) ?? asked;
      const first = await judge(whole);
      const longer = first.answer?.kind === 'no-trail' ? await context.shortNames?.withLongerTrail(call, org, whole) : undefined;
      const { answer, question, verdict } = longer === undefined ? first : await judge(longer);
      return {
        kind: 'explained',
        command: 'explain',
        question,
        verdict: shownVerdict(verdict, judging, context),
        trailUrl: trailUrlOf(answer),
        sent: context.sent.soFar(),
      };
    });
  },
});
