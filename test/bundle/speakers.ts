import type { ActionRun } from '../support/runner/index.ts';
import type { Run } from './play.ts';
import type { Reported } from './reported.ts';
import { usual } from './scenarios/scenario.ts';

/** The run that judges: a run of a workflow on an event. */
export interface Speaker {
  /** `push`, `schedule`; that of a pull request if `pull` is given. */
  readonly event?: string;
  readonly pull?: number;
  readonly run: number;
  readonly attempt?: number;
  readonly job?: string;
  /** Name of the workflow's file. */
  readonly file?: string;
}

/** Lets gates of runs speak at one commit, whose trail is green. A red gate asks for a name that is not there. */
export interface Speakers {
  readonly green: (speaker: Speaker, run?: Run) => Promise<ActionRun>;
  readonly red: (speaker: Speaker, run?: Run) => Promise<ActionRun>;
  /** The state that GitHub shows. */
  readonly shown: () => string | undefined;
  /** The words next to it. */
  readonly words: () => string;
}

export async function openSpeakers({ api, play, run }: Reported): Promise<Speakers> {
  await usual(play);
  const gate = (speaker: Speaker, { inputs, ...more }: Run = {}): Promise<ActionRun> =>
    run({ ...asEvent(speaker, play.sha), inputs: { command: 'gate', ...inputs }, ...more });
  return {
    green: gate,
    red: (speaker, given = {}) => gate(speaker, { ...given, inputs: { 'required-attestations': 'lint', ...given.inputs } }),
    shown: () => api.listed.at(-1)?.state,
    words: () => String(api.listed.at(-1)?.description),
  };
}

function asEvent(speaker: Speaker, sha: string): Pick<Run, 'event' | 'contexts'> {
  const { attempt = 1, event = 'push', file = 'ci.yml', job = 'gate', pull, run } = speaker;
  const shop = { full_name: 'acme/shop' };
  const ref = pull === undefined ? 'refs/heads/main' : `refs/pull/${pull}/merge`;
  const request = { number: pull, head: { sha, ref: 'topic', repo: shop }, base: { ref: 'main', repo: shop } };
  return {
    event:
      pull === undefined
        ? { name: event, payload: { ref, after: sha, repository: shop } }
        : { name: 'pull_request', payload: { number: pull, repository: shop, pull_request: request } },
    contexts: {
      github: {
        run_id: String(run),
        run_attempt: String(attempt),
        job,
        ref,
        workflow_ref: `acme/shop/.github/workflows/${file}@${ref}`,
      },
    },
  };
}
