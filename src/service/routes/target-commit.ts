import { invalid } from '../http/check.ts';

/**
 * The input, unless it names artifacts and says neither a fingerprint nor a commit: such a record waits for an artifact of that
 * name and commit, and without a commit it would never belong to one.
 */
export function withCommit<
  Input extends {
    readonly target_artifacts?: readonly string[] | null;
    readonly artifact_fingerprint?: string | null;
    readonly git_commit_info?: object | null;
  },
>(input: Input): Input {
  const named = (input.target_artifacts ?? []).length > 0;
  if (!named || (input.artifact_fingerprint ?? input.git_commit_info ?? null) !== null) return input;
  throw invalid({ target_artifacts: 'needs at least one of artifact_fingerprint or git_commit_info next to it: add one.' });
}
