import { derivedId } from '../record-id.ts';

interface Repository {
  readonly id?: string | null;
  readonly name: string;
  readonly url: string;
  readonly provider?: string | null;
}

/** The service's identifier of a repository: the same for every report of it, whether the host's own number is known or not. */
export function repositoryId(org: string, repository: Repository | null | undefined): string | undefined {
  if (repository === null || repository === undefined) return undefined;
  return derivedId('repository', org, repository.provider ?? '', repository.url === '' ? repository.name : repository.url);
}
