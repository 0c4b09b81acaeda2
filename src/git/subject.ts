import { given, valueAt } from '../text/index.ts';
import { isRepositoryName, type EventFacts } from './event-facts.ts';
import { eventRow } from './events.ts';
import type { Head } from './head.ts';
import { lineAt } from './payload.ts';

/** The commit an event is about, and all that the event itself knows of it and of the repository. */
export interface Subject extends Head {
  readonly repositoryName?: string;
  readonly repositoryId?: string;
  /** The repository's page, without credentials. */
  readonly repositoryUrl?: string;
  readonly repositoryDescription?: string;
}

/**
 * Which commit the event is about. `GITHUB_SHA` is the merge commit on pull requests, and the tip of the default
 * branch on `pull_request_target` and `workflow_run`: there it never stands in for a head that the payload does not
 * name, since that would be evidence for another commit.
 */
export function subjectOf(event: EventFacts): Subject {
  return { ...eventRow(event.eventName).head(event), ...repositoryOf(event) };
}

function repositoryOf(event: EventFacts): Pick<Subject, 'repositoryName' | 'repositoryId' | 'repositoryUrl' | 'repositoryDescription'> {
  const repository = valueAt(event.payload, 'repository');
  const fromPayload = lineAt(repository, 'full_name');
  const name = event.repository ?? (fromPayload !== undefined && isRepositoryName(fromPayload) ? fromPayload : undefined);
  if (name === undefined) return {};
  const same = fromPayload?.toLowerCase() === name.toLowerCase();
  const number = same ? valueAt(repository, 'id') : undefined;
  const id = event.repositoryId ?? (Number.isSafeInteger(number) ? String(number) : undefined);
  const description = same ? lineAt(repository, 'description') : undefined;
  return {
    repositoryName: name,
    repositoryUrl: `${event.serverUrl}/${name}`,
    ...given({ repositoryId: id, repositoryDescription: description }),
  };
}
