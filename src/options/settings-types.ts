import type { VerdictName } from '../errors/index.ts';
import type { Policy } from '../gate/index.ts';
import type { JunitOptions } from '../junit/index.ts';

/** Where the service is, and who asks it: read by the same rules for every command. */
export interface ConnectionSettings {
  readonly baseUrl: URL;
  readonly token: string;
  readonly org: string;
  /** Milliseconds. */
  readonly timeout: number;
}

/** The same, and which trail is meant. */
export interface ServiceSettings extends ConnectionSettings {
  readonly flow: string;
  /** `undefined`: the SHA of the commit. */
  readonly trail: string | undefined;
  readonly commit: string | undefined;
  readonly dryRun: boolean;
}

/** What to record, next to what is read from files and from git. */
export interface AttestSettings {
  readonly name: string;
  readonly junitPaths: readonly string[];
  readonly junit: JunitOptions;
  /** How the test step ended, as far as the caller says. */
  readonly testOutcome: string | undefined;
  readonly jobStatus: string | undefined;
  readonly onUnusable: 'post-error' | 'post-nothing';
  readonly artifactFingerprint: string | undefined;
  readonly targetArtifacts: readonly string[];
  readonly description: string | undefined;
  readonly originUrl: string | undefined;
  readonly externalUrls: ReadonlyMap<string, string>;
  readonly annotations: ReadonlyMap<string, string>;
  readonly userData: Readonly<Record<string, unknown>>;
  readonly attachments: readonly string[];
  /** How the files that became evidence go along: without their logs, as they are, or not at all. */
  readonly attach: 'results' | 'full' | 'never';
  readonly redact: readonly ('author' | 'message' | 'branch')[];
  readonly matrix: unknown;
  /** The caller's own label of this run within its job. */
  readonly leg: string | undefined;
  readonly githubToken: string | undefined;
}

/** What the gate demands, how long it waits, and what fails the job. */
export interface GateSettings {
  readonly policy: Policy;
  readonly failOn: ReadonlySet<VerdictName>;
  /** Milliseconds. */
  readonly waitTimeout: number;
  /** Milliseconds. */
  readonly evaluationTimeout: number;
}
