import type { Call } from '../../client/index.ts';
import type { Artifact } from '../../contract/index.ts';
import { UsageError, wrongUse } from '../../errors/index.ts';
import type { ArtifactQuestion } from '../../gate/index.ts';
import type { EventFacts } from '../../git/index.ts';
import {
  allOrComplaints,
  connectionOptions,
  dryRunOption,
  evaluationTimeoutOption,
  gateOptions,
  gateSubjectOptions,
  githubTokenOption,
  minTestsOption,
  policyOptions,
  readGate,
  readGateSubject,
  readJudge,
  readLookup,
  requiredForConnection,
  statementFolderOption,
  uses,
  type GateSubject,
} from '../../options/index.ts';
import { list, plainUrl, stringAt } from '../../text/index.ts';
import { describeCommand, endingOutputs, judgedOutputs, statementOutputs } from '../run/command.ts';
import { lookUp } from '../run/connect.ts';
import { judged, questionOfGate, shownVerdict, trailUrlOf } from '../run/question.ts';
import type { Explained, Judged } from '../run/result.ts';
import { askMerges } from './gate.ts';
import { judgeAgain, judgeSubject, judgingIn } from './judge-subject.ts';
import { artifactsIn } from './read-artifact.ts';

/**
 * The commit that an artifact was reported with in the flow; `asked` chooses among several.
 *
 * @throws {UsageError} where it was reported with none, with another one than `asked`, with several and none is chosen, or with one
 * of another repository. Else errors as those of the client.
 */
async function artifactCommit(call: Call, question: ArtifactQuestion, asked: string | undefined, event: EventFacts): Promise<string> {
  const artifacts = await artifactsIn(call, question, question.flow);
  const commits = [...new Set(artifacts.flatMap(commitOf))];
  const what = `Artifact ${question.fingerprint.slice(0, 12)} of flow ${question.flow}`;
  const [first, ...others] = commits;
  if (first === undefined) {
    throw wrongUse(
      `${what} was reported with no commit`,
      'Report it with the commit that it was made of: command: artifact-report, in a checkout or with commit',
    );
  }
  if (asked !== undefined && !commits.includes(asked)) {
    throw wrongUse(
      `${what} was not reported with commit ${asked}, but with ${list(commits)}`,
      'Give one of these as commit, or leave it out',
    );
  }
  if (asked === undefined && others.length > 0) {
    throw new UsageError('missing-input', `${what} was reported with ${commits.length} commits: ${list(commits)}`, {
      fix: `Choose one of them, as in:\n\n  commit: ${first}`,
    });
  }
  const commit = asked ?? first;
  const elsewhere = repositoriesOf(artifacts.filter((artifact) => commitOf(artifact).includes(commit)));
  if (event.repository !== undefined && elsewhere.length > 0 && !elsewhere.includes(here(event))) {
    throw wrongUse(
      `${what} was made in ${list(elsewhere)}: a status of ${commit.slice(0, 12)} cannot be set in ${here(event)}`,
      'Judge it in a workflow of that repository, or leave `report: status` out',
    );
  }
  return commit;
}

function commitOf({ git_commit: commit }: Artifact): readonly string[] {
  return /^[a-f0-9]{40}$/i.test(commit ?? '') ? [commit?.toLowerCase() ?? ''] : [];
}

function repositoriesOf(artifacts: readonly Artifact[]): readonly string[] {
  const addresses = artifacts.map(
    ({ commit_url: commit, repo_info: info, repo_url: repository }) =>
      repository ?? stringAt(info, 'url') ?? commit?.replace(/\/(?:-\/)?commits?\/[0-9a-f]+.*$/i, ''),
  );
  return [...new Set(addresses.flatMap((address) => (address === undefined || address === '' ? [] : normal(address))))];
}

function here({ repository, serverUrl }: EventFacts): string {
  return normal(`${serverUrl}/${repository ?? ''}`);
}

function normal(address: string): string {
  return plainUrl(address)
    .replace(/(?:\.git)?\/*$/, '')
    .toLowerCase();
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

export const gateCommand = describeCommand({
  name: 'gate',
  summary: 'Ask whether a trail, an artifact or a commit is compliant; the exit code says so.',
  examples: [
    'compliance-evidence gate --org acme --flow checkout-service --required-attestations unit-tests,lint --wait-timeout 5m',
    'compliance-evidence gate --org acme --flow checkout-service --subject artifact --fingerprint "$SHA256" \\\n    --require-approval --environment production',
  ],
  options: [
    ...uses(connectionOptions, requiredForConnection),
    ...uses([...gateSubjectOptions, dryRunOption, minTestsOption, ...gateOptions, githubTokenOption, statementFolderOption]),
  ],
  outputs: [...endingOutputs, 'artifact-fingerprint', ...judgedOutputs, ...statementOutputs],
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
