import {
  allOrComplaints,
  connectionOptions,
  evaluationTimeoutOption,
  gateSubjectOptions,
  githubTokenOption,
  minTestsOption,
  policyOptions,
  readConnection,
  readGateSubject,
  readJudge,
  requiredForConnection,
  uses,
  type ConnectionSettings,
  type GateSubject,
  type JudgeSettings,
} from '../options/index.ts';
import { describeCommand } from './command.ts';
import type { Call } from '../client/index.ts';
import { withService } from './connect.ts';
import { askMerges } from './gate/ask-merges.ts';
import { judgeSubject } from './gate/judge-subject.ts';
import { toldVerdict, trailUrlOf } from './judged.ts';
import { endingOutputs } from './outputs.ts';
import { questionOfGate } from './question.ts';
import type { Explained } from './result.ts';

interface Settings {
  readonly connection: ConnectionSettings;
  readonly asked: GateSubject;
  readonly judging: JudgeSettings;
  readonly githubToken: string | undefined;
}

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
  read(read): Settings {
    return allOrComplaints<Settings>({
      connection: () => readConnection(read),
      asked: () => readGateSubject(read, 'short'),
      judging: () => readJudge(read, () => read.count('min-tests')),
      githubToken: () => read.text('github-token'),
    });
  },
  run({ asked, connection, githubToken, judging }: Settings, context): Promise<Explained> {
    return withService(connection, judging.evaluationTimeout, context, async (call) => {
      const judge = async (subject: GateSubject) => {
        const question = await questionOfGate(connection.org, subject, context);
        return { question, ...(await judgeSubject(call, question, judging, askMerges(githubToken, context))) };
      };
      const whole = await withWholeShas(call, connection.org, asked);
      const first = await judge(whole);
      const longer = first.answer?.kind === 'no-trail' ? await withLongerTrail(call, connection.org, whole) : undefined;
      const { answer, question, verdict } = longer === undefined ? first : await judge(longer);
      return {
        kind: 'explained',
        command: 'explain',
        question,
        verdict: toldVerdict(verdict, judging),
        trailUrl: trailUrlOf(answer),
        sent: context.sent.soFar(),
      };
    });
  },
});

// The names that are short are rare, and their reading is loaded for them alone.
const shortNames = () => import('./short-names.ts');

/** The same subject with the commit or artifact that a short SHA stands for. */
async function withWholeShas(call: Call, org: string, asked: GateSubject): Promise<GateSubject> {
  if (asked.subject === 'artifact') {
    const { artifact } = asked;
    if (artifact.kind !== 'fingerprint' || artifact.fingerprint.length === 64) return asked;
    const { wholeSha } = await shortNames();
    return { ...asked, artifact: { ...artifact, fingerprint: await wholeSha(call, org, 'fingerprint', artifact.fingerprint) } };
  }
  const { commit } = asked;
  if (commit === undefined || commit.length === 40) return asked;
  const { wholeSha } = await shortNames();
  return { ...asked, commit: await wholeSha(call, org, 'commit', commit) };
}

/** The trail whose name begins so, where there is none of that name; `undefined` where there is none of either. */
async function withLongerTrail(call: Call, org: string, asked: GateSubject): Promise<GateSubject | undefined> {
  if (asked.subject !== 'trail' || asked.trail === undefined) return undefined;
  const { trailThatBegins } = await shortNames();
  const trail = await trailThatBegins(call, { org, flow_name: asked.flow }, asked.trail);
  return trail === undefined ? undefined : { ...asked, trail };
}
