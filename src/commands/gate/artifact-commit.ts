import type { Call } from '../../client/index.ts';
import type { Artifact } from '../../contract/index.ts';
import { UsageError } from '../../errors/index.ts';
import type { ArtifactQuestion } from '../../gate/index.ts';
import type { EventFacts } from '../../git/index.ts';
import { list, plainUrl, stringAt } from '../../text/index.ts';
import { artifactsIn } from './read-artifact.ts';

/**
 * The commit that an artifact was reported with in the flow; `asked` chooses among several.
 *
 * @throws {UsageError} where it was reported with none, with another one than `asked`, with several and none is chosen, or with one
 * of another repository. Else errors as those of the client.
 */
export async function artifactCommit(
  call: Call,
  question: ArtifactQuestion,
  asked: string | undefined,
  event: EventFacts,
): Promise<string> {
  const artifacts = await artifactsIn(call, question, question.flow);
  const commits = [...new Set(artifacts.flatMap(commitOf))];
  const what = `Artifact ${question.fingerprint.slice(0, 12)} of flow ${question.flow}`;
  const [first, ...others] = commits;
  if (first === undefined) {
    throw new UsageError('invalid-input', `${what} was reported with no commit`, {
      fix: 'Report it with the commit that it was made of: command: artifact-report, in a checkout or with commit',
    });
  }
  if (asked !== undefined && !commits.includes(asked)) {
    throw new UsageError('invalid-input', `${what} was not reported with commit ${asked}, but with ${list(commits)}`, {
      fix: 'Give one of these as commit, or leave it out',
    });
  }
  if (asked === undefined && others.length > 0) {
    throw new UsageError('missing-input', `${what} was reported with ${commits.length} commits: ${list(commits)}`, {
      fix: `Choose one of them, as in:\n\n  commit: ${first}`,
    });
  }
  const commit = asked ?? first;
  const elsewhere = repositoriesOf(artifacts.filter((artifact) => commitOf(artifact).includes(commit)));
  if (event.repository !== undefined && elsewhere.length > 0 && !elsewhere.includes(here(event))) {
    throw new UsageError(
      'invalid-input',
      `${what} was made in ${list(elsewhere)}: a status of ${commit.slice(0, 12)} cannot be set in ${here(event)}`,
      {
        fix: 'Judge it in a workflow of that repository, or leave `report: status` out',
      },
    );
  }
  return commit;
}

function commitOf({ git_commit: commit }: Artifact): readonly string[] {
  return /^[a-f0-9]{40}$/i.test(commit ?? '') ? [commit?.toLowerCase() ?? ''] : [];
}

/** Addresses of repositories, as far as the reports give them. */
function repositoriesOf(artifacts: readonly Artifact[]): readonly string[] {
  const addresses = artifacts.map(
    ({ commit_url: commit, repo_info: info, repo_url: repository }) =>
      repository ?? stringAt(info, 'url') ?? commit?.replace(/\/(?:-\/)?commits?\/[0-9a-f]+.*$/i, ''),
  );
  return [...new Set(addresses.flatMap((address) => (address === undefined || address === '' ? [] : normal(address))))];
}

function here({ repository, serverUrl }: EventFacts): string {
  return normal(`${serverUrl}/${repository ?? ''}`);
}

function normal(address: string): string {
  return plainUrl(address)
    .replace(/(?:\.git)?\/*$/, '')
    .toLowerCase();
}
