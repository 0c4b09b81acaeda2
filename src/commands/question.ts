import { UsageError } from '../errors/index.ts';
import type { Question } from '../gate/index.ts';
import { subjectOf, type EventFacts } from '../git/index.ts';
import { checkoutOf } from './checkout.ts';
import type { RunContext } from './context.ts';
import type { ServiceSettings } from '../options/index.ts';

/** The question about a trail, which is named after the commit unless it has a name of its own; `undefined` where neither is known. */
export function questionAbout(
  { org, flow, trail }: Pick<ServiceSettings, 'org' | 'flow' | 'trail'>,
  commit: string | undefined,
  event: EventFacts,
): Question | undefined {
  const name = trail ?? commit;
  return name === undefined ? undefined : { org, flow, trail: name, commit, pullRequest: pullRequestOf(event) };
}

/** Number of the pull request that the event is about: of several with one head only its own runs count. */
function pullRequestOf(event: EventFacts): string | undefined {
  const number = subjectOf(event).pullRequest?.number;
  return number === undefined ? undefined : String(number);
}

/**
 * What a gate without evidence of its own asks about: the event's commit, or HEAD away from GitHub. Throws a `UsageError`
 * where neither a trail nor a commit is known.
 */
export async function questionOfGate(service: ServiceSettings, context: RunContext): Promise<Question> {
  const { event, workspace } = context;
  const commit =
    service.commit ?? subjectOf(event).sha ?? (event.eventName === '' ? (await checkoutOf(workspace))?.commit.sha1 : undefined);
  const question = questionAbout(service, commit, event);
  if (question !== undefined) return question;
  throw new UsageError('missing-input', 'Neither a trail nor a commit is known', {
    fix: 'Give trail or commit, or run inside a git checkout',
  });
}
