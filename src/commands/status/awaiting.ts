import { followedRun, subjectOf, type EventFacts } from '../../git/index.ts';
import type { PendingFacts } from '../../presentation/index.ts';
import type { Command } from '../run/command.ts';
import type { Pending } from '../run/result.ts';

/** The run of another workflow that a judgement has to wait for; `undefined` where it can be made now. */
export function awaitedRun(event: EventFacts): (PendingFacts & { readonly url: string | undefined }) | undefined {
  const run = followedRun(event);
  if (run === undefined || run.state === 'completed') return undefined;
  return { state: run.state, url: run.url, workflow: run.workflow };
}

/** The command in a form that only reads its inputs, so that their faults show, and then waits for another run. It sends nothing. */
export function awaiting(command: Command, awaited: PendingFacts): Command<unknown, Pending> {
  const { state, workflow } = awaited;
  return {
    ...command,
    run: (_, { event, sent }) =>
      Promise.resolve({ kind: 'pending', command: command.name, state, workflow, commit: subjectOf(event).sha, sent: sent.soFar() }),
  };
}
