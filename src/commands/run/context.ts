import { existsSync, realpathSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import type { CheckPackageAudit, OpenReplay } from '../../audit/index.ts';
import { systemClock, type Clock, type Network } from '../../client/index.ts';
import { TransportError, type UsageError, wrongUse } from '../../errors/index.ts';
import { contains, type SearchBounds } from '../../files/index.ts';
import type { Sending } from '../../gate/index.ts';
import { readEventFacts, type EventFacts } from '../../git/index.ts';
import type { JobOfRun } from '../../options/index.ts';
import type { Sent } from '../../presentation/index.ts';
import { given } from '../../text/index.ts';
import type { ShortNames } from './short-names.ts';

/**
 * `undefined` where the job may have no ID tokens. The runner sets both variables for each step of a job with `id-token: write`, over any
 * that an earlier step set.
 */
export function jobOfRun(env: NodeJS.ProcessEnv): JobOfRun | undefined {
  const requestUrl = env['ACTIONS_ID_TOKEN_REQUEST_URL']?.trim() ?? '';
  const requestToken = env['ACTIONS_ID_TOKEN_REQUEST_TOKEN']?.trim() ?? '';
  return requestUrl === '' || !/^[\x21-\x7E]+$/.test(requestToken) ? undefined : { requestUrl, requestToken };
}

export interface RunContext {
  /** The root of all paths; no file may lie outside. */
  readonly workspace: string;
  /** Patterns are relative to it, and git starts there: the workspace, or the working directory in it. */
  readonly directory: string;
  /** A pattern may leave the workspace by `..`: on the command line, where a person names the files. */
  readonly mayLeave: boolean;
  /** For commands that only read, on the command line, whose tables show short names. */
  readonly shortNames?: ShortNames;
  readonly event: EventFacts;
  readonly isForStatus?: boolean;
  /** Without a slash at the end. */
  readonly githubApiUrl: string;
  readonly network: Network;
  /** The folder of the running program, where its shell knows it. */
  readonly program?: string;
  /** On the command line: a service of our own says what the records of another one say. */
  readonly openReplay?: OpenReplay;
  /** Checks a package in a series; present where `openReplay` is. */
  readonly loadPackageCheck?: () => Promise<CheckPackageAudit>;
  readonly temporary: string;
  /** Aborts on SIGINT and SIGTERM. */
  readonly interrupt: AbortSignal;
  readonly clock: Clock;
  readonly report: Report;
  /** Gets a secret that comes up meanwhile, such as a new token: nothing shows it from then on. */
  readonly hide: (secret: string) => void;
  /** All forms of the secrets among the options: nothing that is sent or kept may hold one. */
  readonly secrets: readonly string[];
  readonly sent: SentLog;
}

/** From a CI system other than GitHub; an absent fact is not known. */
export interface CiFacts {
  /** 40 lower-case hexadecimal digits. */
  readonly commit?: string;
  readonly branch?: string;
  readonly buildUrl?: string;
  readonly provider?: NonNullable<EventFacts['provider']>;
}

export function searchRootOf({ directory, mayLeave, workspace }: RunContext): Required<SearchBounds> {
  return { workspace, directory, mayLeave };
}

export function contextOf(env: NodeJS.ProcessEnv, workspace: string, interrupt: AbortSignal, report: Report, ci: CiFacts = {}): RunContext {
  if (!existsSync(workspace)) {
    throw wrongUse(`The workspace ${workspace} does not exist`, 'Set GITHUB_WORKSPACE to the folder that the job works in');
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
    hide: () => undefined,
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

/** Only the shells print it. Texts may be foreign. */
export type Event =
  | { readonly kind: 'info'; readonly message: string }
  /** For people who wait, not for a log. `steps` are those that are done, and all of them where that is known. */
  | { readonly kind: 'progress'; readonly message: string; readonly steps?: { readonly done: number; readonly of?: number | undefined } }
  | { readonly kind: 'notice'; readonly message: string }
  /** To be fixed, but it does not fail the run. */
  | { readonly kind: 'warning'; readonly message: string; readonly file?: string; readonly line?: number };

export type Report = (event: Event) => void;

/** The one write of a run: a run that is stopped must say what was sent and what was not. */
interface SentLog {
  /** @throws the error of an interruption that came before anything was sent. */
  begin(name: string): void;
  end(name: string, sending: Sending): void;
  soFar(): Sent;
}

export function openSentLog(interrupt: AbortSignal): SentLog {
  let sent: Sent = { kind: 'nothing' };
  return {
    begin(name) {
      if (interrupt.aborted) throw new TransportError('interrupted', 'Interrupted before anything was sent', { request: '' });
      sent = { kind: 'on-its-way', name };
    },
    end(name, sending) {
      if (sending.kind === 'accepted') sent = { kind: 'recorded', name, id: sending.id };
      else if (sending.kind === 'failed' && sending.unconfirmed !== true) sent = { kind: 'nothing' };
    },
    soFar: () => sent,
  };
}

/**
 * `given` is relative to the workspace: patterns are relative to it, and git starts there. On a runner it must lie in the workspace, also
 * when links are followed; on the command line it takes the workspace's place. @throws {UsageError} where there is no such directory, or it
 * lies outside.
 */
export function inWorkingDirectory(context: RunContext, given: string | undefined): RunContext {
  if (given === undefined) return context;
  const { mayLeave, workspace } = context;
  const directory = resolve(workspace, given);
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true) throw invalid(given, 'is no directory');
  if (mayLeave) return { ...context, workspace: directory, directory };
  if (!contains(workspace, directory) || !contains(realpathSync.native(workspace), realpathSync.native(directory)))
    throw invalid(given, 'lies outside of the workspace');
  return { ...context, directory };
}

function invalid(given: string, what: string): UsageError {
  return wrongUse(
    `The working directory ${JSON.stringify(given)} ${what}`,
    'Let working-directory name the folder that the tests run in, relative to the workspace',
  );
}
