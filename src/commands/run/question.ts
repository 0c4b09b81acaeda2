import { matches } from '../../contract/patterns.ts';
import { UsageError } from '../../errors/index.ts';
import type { Question, TrailQuestion } from '../../gate/index.ts';
import { subjectOf, type EventFacts } from '../../git/index.ts';
import { checkoutOf } from './commit.ts';
import type { RunContext } from './context.ts';
import { identityOf } from '../resources/fingerprint.ts';
import type { GateSubject, ServiceSettings } from '../../options/index.ts';

/** The question about a trail, which is named after the commit unless it has a name of its own; `undefined` where neither is known. */
export function questionAbout(
  { org, flow, trail }: Pick<ServiceSettings, 'org' | 'flow' | 'trail'>,
  commit: string | undefined,
  event: EventFacts,
): TrailQuestion | undefined {
  const name = trail ?? commit;
  // Where several pull requests have one head, only the runs of this one count.
  const pullRequest = subjectOf(event).pullRequest?.number.toString();
  return name === undefined ? undefined : { subject: 'trail', org, flow, trail: name, commit, pullRequest };
}

/**
 * The question of a gate without evidence of its own. The trail is by default that of the event's commit, or of HEAD away from GitHub; HEAD
 * says nothing about another trail. Throws a `UsageError` where neither a trail nor a commit is known. For another subject every run
 * counts, also those of other pull requests.
 */
export async function questionOfGate(org: string, asked: GateSubject, context: RunContext): Promise<Question> {
  if (asked.subject === 'artifact') {
    const { approvedFor, artifact, flow, subject } = asked;
    return { subject, org, flow, ...(await identityOf(artifact, context)), approvedFor };
  }
  if (asked.subject === 'commit') return { org, ...asked };
  const { event, workspace } = context;
  const subject = subjectOf(event);
  const commit = asked.commit ?? subject.sha ?? (event.eventName === '' ? await commitByHand(asked.trail, workspace) : undefined);
  const question = questionAbout({ org, ...asked }, commit, event);
  if (question !== undefined) return question;
  const { fix, message } = subject.unknown ?? unknownWords;
  throw new UsageError('missing-input', message, { fix });
}

/** The commit that is meant away from GitHub: that of the named trail, whatever is checked out; else HEAD. */
async function commitByHand(trail: string | undefined, workspace: string): Promise<string | undefined> {
  if (trail === undefined) return (await checkoutOf(workspace))?.commit.sha1;
  return matches('commitSha', trail) ? trail : undefined;
}

const unknownWords = {
  message: 'Neither a trail nor a commit is known',
  fix: 'Give trail or commit, or run inside a git checkout',
};
