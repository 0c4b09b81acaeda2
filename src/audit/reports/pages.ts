import type { Header } from '../facts/line.ts';

/** The page of the repository on GitHub; null where it is not known. */
export function repositoryUrl({ repository, serverUrl }: Header): string | null {
  return repository === null ? null : `${serverUrl}/${repository}`;
}

/** The page of a commit. */
export function commitUrl(header: Header, sha: string): string | null {
  const repository = repositoryUrl(header);
  return repository === null ? null : `${repository}/commit/${encodeURIComponent(sha)}`;
}
