import type { Play } from '../play.ts';

/** Another client records test results on the trail of the play, for the play's commit unless said otherwise. */
export function postResults(play: Play, rows: readonly object[], commit = play.sha): Promise<void> {
  return postResultsOn(play, play.sha, rows, commit);
}

/** The same on any trail; without a commit where none is given. */
export async function postResultsOn(play: Play, trail: string, rows: readonly object[], commit: string | undefined): Promise<void> {
  await play.stage.putFlow(play.flow, ['unit']);
  const about = { sha1: commit, message: 'Sell tea', author: 'Ada', branch: 'main', timestamp: 1_700_000_000 };
  const body = new FormData();
  const of = commit === undefined ? {} : { git_commit_info: about };
  body.set('data_json', JSON.stringify({ attestation_name: 'unit', ...of, junit_results: rows }));
  const response = await fetch(`${play.stage.baseUrl}/attestations/acme/${play.flow}/trail/${trail}/junit`, {
    method: 'POST',
    headers: { authorization: `Bearer ${play.stage.tokens.member}` },
    body,
  });
  if (!response.ok) throw new Error(await response.text());
}

/** The event of a pull request whose head is the play's commit. */
export function pullRequest(play: Play, number: number, base = 'main'): { readonly name: string; readonly payload: unknown } {
  const repo = { full_name: 'acme/shop' };
  return {
    name: 'pull_request',
    payload: { number, repository: repo, pull_request: { number, head: { sha: play.sha, ref: 'fix', repo }, base: { ref: base, repo } } },
  };
}
