import { matches } from '../contract/patterns.ts';
import { UsageError } from '../errors/index.ts';
import { subjectOf } from '../git/index.ts';
import { keepComment, postStatus, type CommitStatus, type GitHubAccess } from '../github/index.ts';
import type { RawOptions, ReportsSettings } from '../options/index.ts';
import { letThroughWords, pendingWords, stoppedWords, verdictWords } from '../presentation/index.ts';
import { oneLine } from '../text/index.ts';
import { awaitedRun } from './awaiting.ts';
import { buildUrlOf } from './build-url.ts';
import { commentPlace } from './comment-place.ts';
import type { RunContext } from './context.ts';
import { withGitHub } from './github.ts';
import type { Judged, Pending, Result } from './result.ts';

/** Where a verdict is shown on GitHub next to the job. Each step throws what GitHub's API answered. */
export interface Reports {
  /** The status is pending: until the end, and for ever if this run is lost, nothing older stands for its verdict. */
  begin(): Promise<void>;
  /** `page`: the result as markdown, for the comment. */
  end(result: Result | Pending, page: string): Promise<void>;
}

/** How long GitHub may take for a request, with retries; a run that was interrupted has 7.5 s for all that is left. */
const patience = 30_000;
const impatience = 3_000;

/** The reports of a run, as its inputs ask for them. A dry run has none. `clean` takes secrets out of a text. */
export function openReports(settings: ReportsSettings, raw: RawOptions, context: RunContext, clean: (text: string) => string): Reports {
  const { event, interrupt, report } = context;
  const subject = subjectOf(event);
  const awaited = awaitedRun(event);
  const flow = raw['flow']?.trim() ?? '';
  const sha = raw['commit']?.trim().toLowerCase() || subject.sha;
  const page = buildUrlOf(event);
  // A name that no flow can have is refused as an input; it must not reach GitHub before that.
  const asks = raw['dry-run']?.trim().toLowerCase() !== 'true' && matches('flowName', flow);

  function ask<Answer>(work: (access: GitHubAccess) => Promise<Answer>): Promise<Answer> {
    const { githubToken: token } = settings;
    if (token === undefined || event.repository === undefined)
      throw new UsageError('missing-input', 'The verdict cannot be reported: the repository of this run is not known', {
        fix: 'Let `report` to runs of GitHub Actions',
      });
    return withGitHub(token, event.repository, context, (access) =>
      work({ ...access, timeLimit: interrupt.aborted ? impatience : patience }),
    );
  }

  async function setStatus(status: Pick<CommitStatus, 'state' | 'description' | 'targetUrl'>): Promise<void> {
    if (!asks || !settings.status) return;
    if (sha === undefined || !matches('commitSha', sha)) {
      const { fix, message } = subject.unknown ?? unknownCommit;
      throw new UsageError('missing-input', `The status cannot be set: ${message}`, { fix });
    }
    // Once more when it is harmless: what was taken out of it may have parted a secret.
    const description = clean(oneLine(status.description));
    await ask((access) => postStatus(access, { ...status, description, sha, context: `compliance/${flow}` }));
  }

  async function comment(body: string): Promise<void> {
    if (!asks || !settings.comment) return;
    const place = await commentPlace(event, ask);
    if (place.kind === 'nowhere') return report({ kind: place.isUnusual ? 'notice' : 'info', message: place.why });
    await ask((access) => keepComment(access, { pullRequest: place.pullRequest, key: flow, body }));
  }

  return {
    begin: () =>
      awaited === undefined
        ? setStatus({ state: 'pending', description: `Flow ${flow} is being checked`, targetUrl: page })
        : setStatus({ state: 'pending', description: pendingWords(awaited), targetUrl: awaited.url ?? page }),
    async end(result, body) {
      if (result.kind !== 'judged' && result.kind !== 'stopped') return;
      const said = result.kind === 'judged' ? judgement(result) : { state: 'error' as const, description: stoppedWords(result) };
      // Both, whatever becomes of the first.
      const url = result.kind === 'judged' ? result.trailUrl : undefined;
      const ends = await Promise.allSettled([setStatus({ ...said, targetUrl: url ?? page }), comment(body)]);
      for (const end of ends) if (end.status === 'rejected') throw end.reason;
    },
  };
}

const unknownCommit = { message: 'the commit of this event is not known', fix: 'Give `commit`, 40 hexadecimal digits' };

/** A status says what the job says: green where it does not fail, in the words of the verdict. */
function judgement({ fails, letThrough, verdict }: Judged): Pick<CommitStatus, 'state' | 'description'> {
  const { word } = verdictWords[verdict.name];
  if (letThrough !== undefined) return { state: 'success', description: letThroughWords(letThrough) };
  const [first] = verdict.reasons;
  const description = first === undefined ? word : `${word}: ${first.message}`;
  return { state: fails ? (verdict.name === 'unknown' ? 'error' : 'failure') : 'success', description };
}
