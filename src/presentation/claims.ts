import { count } from '../text/index.ts';

/** The kind of run that says which job and leg its test results belong to; nobody vouches for it. */
export type ClaimedBy = 'fork' | 'pull request';

export const claimedHeadings: Readonly<Record<ClaimedBy, string>> = {
  fork: 'Claimed by the run of a fork',
  'pull request': 'Claimed by the run of the pull request',
};

type ClaimedJob = { readonly job: string | null; readonly leg: string | null; readonly matrix: unknown };

/** The claimed job and leg: `tests › {"shard":1} › nightly`. All of it is foreign text. */
export function claimWords({ job, leg, matrix }: ClaimedJob): string {
  const parts = [job, matrix === null ? null : JSON.stringify(matrix), leg];
  return parts.filter((part) => part !== null).join(' › ');
}

/** Test results that were set aside. */
interface CollectedFacts {
  /** Name of the attestation. */
  readonly name: string;
  readonly folder: string;
  readonly files: number;
  readonly tests: number;
}

export function collectedWords({ files, folder, name, tests }: CollectedFacts): string {
  return `${name}: ${count(tests, 'test')} in ${count(files, 'file')} collected in ${folder}; nothing was recorded`;
}
