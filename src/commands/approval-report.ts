import { getRunningCommit, isNotThere, reportApproval, type Call } from '../client/index.ts';
import type { ApproverInput } from '../contract/index.ts';
import { UsageError } from '../errors/index.ts';
import { commitsAfter, subjectOf } from '../git/index.ts';
import {
  allOrComplaints,
  approverOptions,
  commitOption,
  connectionOptions,
  descriptionOption,
  environmentOption,
  fingerprintOption,
  flowOption,
  later,
  oldestCommitOption,
  readApprover,
  readCommitSha,
  readConnection,
  readEnvironment,
  readFingerprint,
  readName,
  readUserData,
  requiredForConnection,
  userDataOption,
  uses,
  type ConnectionSettings,
  type NamesOf,
  type OptionReader,
} from '../options/index.ts';
import { checkoutOf } from './checkout.ts';
import { describeCommand } from './command.ts';
import { withService } from './connect.ts';
import type { RunContext } from './context.ts';
import type { Applied } from './result.ts';

interface Settings {
  readonly connection: ConnectionSettings;
  readonly flow: string;
  readonly fingerprint: string;
  readonly environment: string | undefined;
  readonly oldestCommit: string | undefined;
  readonly commit: string | undefined;
  readonly description: string;
  readonly userData: Readonly<Record<string, unknown>>;
}

const common = [
  ...connectionOptions,
  flowOption,
  fingerprintOption,
  environmentOption,
  commitOption,
  oldestCommitOption,
  descriptionOption,
  userDataOption,
] as const;
const required = [...requiredForConnection, 'flow', 'fingerprint'] as const;

async function readSettings(read: OptionReader<NamesOf<typeof common>>): Promise<Settings> {
  const userData = await later(readUserData(read));
  return allOrComplaints<Settings>({
    connection: () => readConnection(read),
    flow: () => readName(read, 'flow', 'flowName'),
    fingerprint: () => readFingerprint(read, 'fingerprint'),
    environment: () => readEnvironment(read),
    oldestCommit: () => readCommitSha(read, 'oldest-commit'),
    commit: () => readCommitSha(read, 'commit'),
    description: () => read.text('description') ?? '',
    userData,
  });
}

export const approvalReportCommand = describeCommand({
  name: 'approval report',
  summary: 'Record that somebody approved an artifact, or did not.',
  examples: [
    'compliance-evidence approval report --org acme --flow checkout-service --fingerprint "$SHA256" \\\n    --environment production --oldest-commit "$LAST_RELEASE" --approved-by "Ada Lovelace" --comment "Tried on staging"',
  ],
  options: uses([...common, ...approverOptions], [...required, 'approved-by']),
  outputs: [],
  async read(read): Promise<{ readonly approval: Settings; readonly approver: ApproverInput }> {
    const approval = await later(readSettings(read));
    return allOrComplaints({ approval, approver: () => readApprover(read) });
  },
  run: ({ approval, approver }, context): Promise<Applied> => report(approval, [approver], context),
});

export const approvalRequestCommand = describeCommand({
  name: 'approval request',
  summary: 'Ask for an approval of an artifact: it is pending until one is reported.',
  examples: ['compliance-evidence approval request --org acme --flow checkout-service --fingerprint "$SHA256" --environment production'],
  options: uses(common, required),
  outputs: [],
  read: (read): Promise<Settings> => readSettings(read),
  run: (settings, context): Promise<Applied> => report(settings, [], context),
});

function report(settings: Settings, approvals: readonly ApproverInput[], context: RunContext): Promise<Applied> {
  const { connection, description, environment, fingerprint, flow, userData } = settings;
  return withService(connection, 0, context, async (call) => {
    const commits = await commitsOf(call, settings, context);
    const name = `approval of ${fingerprint.slice(0, 12)}`;
    context.sent.begin(name);
    const number = await reportApproval(
      call,
      { org: connection.org, flow_name: flow },
      {
        artifact_fingerprint: fingerprint,
        description,
        src_commit_list: [...commits.approved],
        ...(commits.oldest === undefined ? {} : { oldest_commit: commits.oldest }),
        ...(environment === undefined ? {} : { environment }),
        approvals: [...approvals],
        user_data: userData,
      },
    );
    return {
      kind: 'applied',
      resource: 'approval',
      name: number === undefined ? `of ${fingerprint}` : String(number),
      change: approvals.length === 0 ? 'requested' : 'reported',
    };
  });
}

interface Commits {
  readonly oldest: string | undefined;
  /** Those that came after it, the newest first; without it the newest alone. */
  readonly approved: readonly string[];
}

/** The commits that are approved: those since what runs in the environment, unless the caller says since when. */
async function commitsOf(call: Call, settings: Settings, { event, workspace }: RunContext): Promise<Commits> {
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
  try {
    return await getRunningCommit(call, { org: connection.org, flow_name: flow, environment_name: environment });
  } catch (error) {
    // A service may know nothing of what runs; what is approved is then the newest commit alone.
    if (isNotThere(error)) return undefined;
    throw error;
  }
}
