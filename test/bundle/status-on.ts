import type { ActionRun } from '../support/runner/index.ts';
import { openReported } from './reported.ts';
import { postResultsOn } from './scenarios/others.ts';
import type { Play, Run } from './play.ts';

export const other = 'd'.repeat(40);
export const base = 'b'.repeat(40);
const passed = [{ name: 'unit', total: 2, failures: 0, errors: 0, skipped: 0, duration: 1, timestamp: 1 }];

/** The parents of commits; `null`: GitHub does not show them. */
export type Parents = Readonly<Record<string, readonly string[]>>;

interface Status {
  readonly done: ActionRun;
  readonly states: readonly string[];
}

/** Another client records on a trail, for a commit; then a gate with `report: status` runs for the commit of the play. */
export async function statusOn(
  play: Play,
  { of, trail }: { readonly trail: string; readonly of: string | undefined },
  parents: Parents | null = {},
  inputs: Run['inputs'] = {},
): Promise<Status> {
  await postResultsOn(play, trail, passed, of);
  const refuse = (line: string) =>
    parents === null && line.includes('/commits/') && !line.includes('/statuses') ? { status: 403 } : undefined;
  const { api } = await openReported(play, {
    refuse,
    commit: (sha) => ({
      sha,
      files: [],
      parents: (parents?.[sha] ?? []).map((parent) => ({ sha: parent, url: 'https://api.github.com/x' })),
    }),
  });
  const done = await play.run({
    checkout: false,
    contexts: { github: { api_url: api.url } },
    inputs: { command: 'gate', report: 'status', trail, 'required-attestations': 'unit', ...inputs },
  });
  return { done, states: api.listed.map(({ state }) => state) };
}

/** How it ended: exit code, verdict, and the last state of the status. */
export const ended = ({ done, states }: Status): readonly unknown[] => [done.exitCode, done.outputs['verdict'], states.at(-1)];
