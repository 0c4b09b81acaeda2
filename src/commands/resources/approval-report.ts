import { getRunningCommit, reportApproval, type Call } from '../../client/index.ts';
import type { ApprovalInput, ApproverInput, AsSent } from '../../contract/index.ts';
import { UsageError } from '../../errors/index.ts';
import { runKey } from '../../gate/index.ts';
import { commitsAfter, subjectOf } from '../../git/index.ts';
import {
  allOrComplaints,
  approverOptions,
  artifactOptions,
  commitOption,
  connectionOptions,
  descriptionOption,
  dryRunOption,
  environmentOption,
  flowOption,
  oldestCommitOption,
  readArtifact,
  readConnection,
  readOptions,
  requiredForConnection,
  userDataOption,
  uses,
  type ReaderOf,
} from '../../options/index.ts';
import { given } from '../../text/index.ts';
import { describeCommand, endingOutputs } from '../run/command.ts';
import { checkoutOf } from '../run/commit.ts';
import { withService } from '../run/connect.ts';
import type { RunContext } from '../run/context.ts';
import { ifThere } from '../run/fault.ts';
import { identityOf, treeData } from '../run/question.ts';
import { hideInRecord, reportOnce } from '../run/report-once.ts';
import type { Reported } from '../run/result.ts';

const own = [environmentOption, oldestCommitOption, commitOption, descriptionOption, userDataOption, dryRunOption] as const;
const common = [...connectionOptions, flowOption, ...artifactOptions, ...own] as const;
const required = [...requiredForConnection, 'flow'] as const;

function readSettings(read: ReaderOf<typeof common>) {
  const { connection, artifact, others } = allOrComplaints({
    connection: () => readConnection(read),
    artifact: () => readArtifact(read),
    others: () => readOptions(read, [flowOption, ...own], ['flow']),
  });
  return { ...others, connection, artifact };
}

type Settings = ReturnType<typeof readSettings>;

export const approvalReportCommand = describeCommand({
  name: 'approval report',
  summary: 'Record that somebody approved an artifact, or did not.',
  examples: [
    'compliance-evidence approval report --org acme --flow checkout-service --fingerprint "$SHA256" \\\n    --environment production --oldest-commit "$LAST_RELEASE" --approved-by "Ada Lovelace" --comment "Tried on staging"',
  ],
  options: uses([...common, ...approverOptions], [...required, 'approved-by']),
  outputs: [...endingOutputs, 'artifact-fingerprint'],
  read(read) {
    return allOrComplaints({
      approval: () => readSettings(read),
      approver: () => readOptions(read, approverOptions, ['approved-by']),
    });
  },
  run({ approval, approver: { approvalUrl = '', approvedBy, comment = '', decision } }, context): Promise<Reported> {
    const approver = { state: decision, comment, approved_by: approvedBy, approval_url: approvalUrl };
    return report('approval report', approval, [approver], context);
  },
});

export const approvalRequestCommand = describeCommand({
  name: 'approval request',
  summary: 'Ask for an approval of an artifact: it is pending until one is reported.',
  examples: ['compliance-evidence approval request --org acme --flow checkout-service --fingerprint "$SHA256" --environment production'],
  options: uses(common, required),
  outputs: [...endingOutputs, 'artifact-fingerprint'],
  read: readSettings,
  run: (settings, context): Promise<Reported> => report('approval request', settings, [], context),
});

/** Fields that cannot hold a secret. */
const kept = new Set(['artifact_fingerprint', 'src_commit_list', 'oldest_commit', 'environment', `user_data.${runKey}`]);

async function report(command: string, settings: Settings, approvals: readonly ApproverInput[], context: RunContext): Promise<Reported> {
  const { connection, description = '', dryRun, environment, flow, userData } = settings;
  const { org } = connection;
  const identity = await identityOf(settings.artifact, context);
  const { fingerprint } = identity;
  return withService(connection, 0, context, async (call) => {
    const commits = await commitsOf(call, settings, context);
    const complete: AsSent<ApprovalInput> = {
      artifact_fingerprint: fingerprint,
      description,
      src_commit_list: commits.approved,
      ...given({ oldest_commit: commits.oldest, environment }),
      approvals,
      user_data: { ...userData, ...treeData(identity) },
    };
    const data = hideInRecord(complete, kept, context);
    const question = { subject: 'artifact', org, flow, fingerprint, approvedFor: undefined } as const;
    const change = approvals.length === 0 ? 'requested' : 'reported';
    return reportOnce(
      { command, resource: 'approval', name: '', change, question, fingerprint, data, dryRun },
      {
        what: `approval of artifact ${fingerprint.slice(0, 12)}`,
        to: call,
        async send() {
          const number = await reportApproval(call, { org, flow_name: flow }, data);
          return number === undefined ? {} : { id: String(number), name: String(number) };
        },
      },
      context,
    );
  });
}

/** The newest first: those since the one that the caller names or that runs in the environment, else one. */
async function commitsOf(
  call: Call,
  settings: Settings,
  { event, workspace }: RunContext,
): Promise<{ readonly oldest: string | undefined; readonly approved: readonly string[] }> {
  const head = event.eventName === '' ? (await checkoutOf(workspace))?.commit.sha1 : undefined;
  const newest = settings.commit ?? subjectOf(event).sha ?? head;
  if (newest === undefined) {
    throw new UsageError('missing-input', 'No commit is known that would be approved', {
      fix: 'Give commit, or run inside a git checkout',
    });
  }
  const oldest = settings.oldestCommit ?? (await runningCommit(call, settings));
  return { oldest, approved: oldest === undefined || oldest === newest ? [newest] : await commitsAfter(workspace, oldest, newest) };
}

async function runningCommit(call: Call, { connection, environment, flow }: Settings): Promise<string | undefined> {
  if (environment === undefined) return undefined;
  // A service may not know what runs; then only the newest commit is approved.
  return ifThere(getRunningCommit(call, { org: connection.org, flow_name: flow, environment_name: environment }));
}
