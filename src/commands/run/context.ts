import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { systemClock, type Clock, type Network } from '../../client/index.ts';
import { UsageError } from '../../errors/index.ts';
import type { SearchBounds } from '../../files/index.ts';
import { readEventFacts, type EventFacts } from '../../git/index.ts';
import type { Report } from './events.ts';
import { openSentLog, type SentLog } from './sent-log.ts';
import type { ShortNames } from '../resources/short-subject.ts';
import { given } from '../../text/index.ts';

/** Everything that a shell gives to a command, next to its options. */
export interface RunContext {
  /** The root of all paths; no file may lie outside. */
  readonly workspace: string;
  /** The directory that patterns are relative to and where git starts: the workspace, or the working directory in it. */
  readonly directory: string;
  /** Whether a pattern may leave the workspace by `..`: on the command line, where a person names the files. */
  readonly mayLeave: boolean;
  /** Present where commands that only read accept short names: on the command line, whose tables show them. */
  readonly shortNames?: ShortNames;
  readonly event: EventFacts;
  /** GitHub's API, without a slash at the end. */
  readonly githubApiUrl: string;
  /** How requests leave this machine. */
  readonly network: Network;
  /** The folder of the running program, where its shell knows it. */
  readonly program?: string;
  /** Where temporary files may go. */
  readonly temporary: string;
  /** Aborts on SIGINT and SIGTERM. */
  readonly interrupt: AbortSignal;
  /** The clock for deadlines and waits. */
  readonly clock: Clock;
  readonly report: Report;
  /** The forms of the secrets among the options: nothing that is sent or kept may hold one. */
  readonly secrets: readonly string[];
  /** The requests that this run has sent; they become part of the result. */
  readonly sent: SentLog;
}

/** Facts about the build from a CI system other than GitHub; an absent one is not known. */
export interface CiFacts {
  /** 40 lower-case hexadecimal digits. */
  readonly commit?: string;
  readonly branch?: string;
  readonly buildUrl?: string;
  readonly provider?: NonNullable<EventFacts['provider']>;
}

/** Where a run looks for files. */
export function placeOf({ directory, mayLeave, workspace }: RunContext): Required<SearchBounds> {
  return { workspace, directory, mayLeave };
}

/** The context, from the environment of a runner or of a laptop. */
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

/** The runner's value, else that of the server: a token of another server must never reach github.com. */
function apiUrlOf(given: string | undefined, serverUrl: string): string {
  if (given !== undefined) return given.replace(/\/+$/, '');
  const { host, protocol } = new URL(serverUrl);
  return host === 'github.com' || host.endsWith('.ghe.com') ? `${protocol}//api.${host}` : `${serverUrl}/api/v3`;
}

function eventOf({ branch, buildUrl, commit, provider }: CiFacts): Partial<EventFacts> {
  return given({ buildUrl, sha: commit, ref: branch === undefined ? undefined : `refs/heads/${branch}`, provider });
}
