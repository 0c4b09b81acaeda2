import { UsageError } from '../errors/index.ts';
import type { Question } from '../gate/index.ts';
import { subjectOf, type EventFacts } from '../git/index.ts';
import { checkoutOf } from './checkout.ts';
import type { RunContext } from './context.ts';
import type { ServiceSettings } from '../options/index.ts';

/** Number of the pull request that the event is about: of several with one head only its own runs count. */
export function pullRequestOf(event: EventFacts): string | undefined {
  const number = subjectOf(event).pullRequest?.number;
  return number === undefined ? undefined : String(number);
}

/** The trail that a gate without evidence of its own asks about: that of the event's commit, or of HEAD away from GitHub. */
export async function questionOf({ org, flow, trail, commit }: ServiceSettings, context: RunContext): Promise<Question> {
  const subject = subjectOf(context.event);
  const sha = commit ?? subject.sha ?? (context.event.eventName === '' ? (await checkoutOf(context.workspace))?.commit.sha1 : undefined);
  const name = trail ?? sha;
  if (name === undefined) {
    throw new UsageError('missing-input', 'Neither a trail nor a commit is known', {
      fix: 'Give trail or commit, or run inside a git checkout',
    });
  }
  return { org, flow, trail: name, commit: sha, pullRequest: pullRequestOf(context.event) };
}
