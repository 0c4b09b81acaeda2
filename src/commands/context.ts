import type { EventFacts } from '../git/index.ts';
import type { Report } from './report.ts';

/** What a shell gives to a command beside its options. */
export interface RunContext {
  /** The root that paths are relative to and that no file may leave. */
  readonly workspace: string;
  readonly event: EventFacts;
  /** GitHub's API, without a slash at the end. */
  readonly githubApiUrl: string;
  /** Where temporary files may go. */
  readonly temporary: string;
  /** Aborts on SIGINT and SIGTERM. */
  readonly interrupt: AbortSignal;
  readonly report: Report;
}
