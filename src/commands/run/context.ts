import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { systemClock, type Clock, type Network } from '../../client/index.ts';
import { UsageError } from '../../errors/index.ts';
import type { SearchPlace } from '../../files/index.ts';
import { readEventFacts, type EventFacts } from '../../git/index.ts';
import type { Report } from './events.ts';
import { openSentLog, type SentLog } from './sent-log.ts';
import type { ShortNames } from '../resources/short-subject.ts';
import { given } from '../../text/index.ts';

/** What a shell gives to a command next to its options. */
export interface RunContext {
  /** The root that paths are relative to and that no file may leave. */
  readonly workspace: string;
  /** What patterns are relative to and where git starts: the workspace, or the working directory in it. */
  readonly directory: string;
  /** Whether a pattern may lead out of the workspace by `..`: on the command line, where a person names the files. */
  readonly mayLeave: boolean;
  /** There where who only reads may name things in short: on the command line, whose tables show them so. */
  readonly shortNames?: ShortNames;
  readonly event: EventFacts;
  /** GitHub's API, without a slash at the end. */
  readonly githubApiUrl: string;
  /** How requests leave this machine. */
  readonly network: Network;
  /** The folder of the program that runs, where its shell says. */
  readonly program?: string;
  /** Where temporary files may go. */
  readonly temporary: string;
  /** Aborts on SIGINT and SIGTERM. */
  readonly interrupt: AbortSignal;
  /** By which deadlines and waits pass. */
  readonly clock: Clock;
  readonly report: Report;
  /** The forms of the secrets among the options: nothing that is sent or kept may hold one. */
  readonly secrets: readonly string[];
  /** What this run has sent; it becomes part of the result. */
  readonly sent: SentLog;
}

/** What a CI system other than GitHub's says of the build; what is absent is not known. */
export interface CiFacts {
  /** 40 lower-case hexadecimal digits. */
  readonly commit?: string;
  readonly branch?: string;
  readonly buildUrl?: string;
  readonly provider?: NonNullable<EventFacts['provider']>;
}

/** Where a run looks for files. */
export function placeOf({ directory, mayLeave, workspace }: RunContext): Required<SearchPlace> {
  return { workspace, directory, mayLeave };
}

/** The context as a runner's environment, or a laptop's, tells it. */
export function contextOf(env: NodeJS.ProcessEnv, workspace: string, interrupt: AbortSignal, report: Report, ci: CiFacts = {}): RunContext {
  if (!existsSync(workspace)) {
    throw new UsageError('invalid-input', `The workspace ${workspace} does not exist`, {
      fix: 'Set GITHUB_WORKSPACE to the folder that the job works in',
    });
  }
  const event = { ...readEventFacts(env), ...eventOf(ci) };
  return {
    workspace,
    directory: workspace,
    mayLeave: false,
    event,
    githubApiUrl: apiUrlOf(env['GITHUB_API_URL']?.trim() || undefined, event.serverUrl),
    network: env,
    temporary: env['RUNNER_TEMP'] ?? tmpdir(),
    interrupt,
    clock: systemClock,
    report,
    secrets: [],
    sent: openSentLog(interrupt),
  };
}

/** As the runner says; else that of the server: a token of another server must never reach github.com. */
function apiUrlOf(given: string | undefined, serverUrl: string): string {
  if (given !== undefined) return given.replace(/\/+$/, '');
  const { host, protocol } = new URL(serverUrl);
  return host === 'github.com' || host.endsWith('.ghe.com') ? `${protocol}//api.${host}` : `${serverUrl}/api/v3`;
}

function eventOf({ branch, buildUrl, commit, provider }: CiFacts): Partial<EventFacts> {
  return given({ buildUrl, sha: commit, ref: branch === undefined ? undefined : `refs/heads/${branch}`, provider });
}
