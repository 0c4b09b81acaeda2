import type { VerdictName } from '../../errors/index.ts';
import { withJobs, type TrailAnswer, type Verdict } from '../../gate/index.ts';
import type { GateSettings, JudgeSettings } from '../../options/index.ts';
import type { LetThrough } from '../../presentation/index.ts';
import { webAddress } from '../../text/index.ts';
import type { RunContext } from './context.ts';
import type { Judged } from './result.ts';
import { thisRun } from './run-facts.ts';

/** The facts that a command knows about a judgement, next to the answer that it is about. */
type JudgedFacts = Pick<Judged, 'command' | 'dryRun' | 'question' | 'sent' | 'evidence' | 'verdict'> & {
  readonly answer: TrailAnswer | undefined;
};

/** The result of a command that decided. */
export function judged(
  { answer, verdict: alone, ...facts }: JudgedFacts,
  settings: GateSettings,
  context: Pick<RunContext, 'event'>,
): Judged {
  const verdict = shownVerdict(alone, settings, context);
  const letThrough = whatLetsThrough(verdict.name, settings);
  return {
    kind: 'judged',
    ...facts,
    verdict,
    fails: settings.failOn.has(verdict.name) && letThrough === undefined,
    letThrough,
    trailUrl: trailUrlOf(answer),
  };
}

/** The verdict that is shown: with the jobs before the gate, and only with links that lead to pages. */
export function shownVerdict(verdict: Verdict, { jobs }: Pick<JudgeSettings, 'jobs'>, { event }: Pick<RunContext, 'event'>): Verdict {
  return withWebLinks(withJobs(verdict, jobs && { ...jobs, page: thisRun(event).url }));
}

/** The page of the trail, where a single one was read. */
export function trailUrlOf(answer: TrailAnswer | undefined): string | undefined {
  return linkOf(answer?.kind === 'trail' ? answer.trail.html_url : undefined);
}

/** Whether the job fails, or would fail if the settings were already enforced. */
export function wouldFail({ fails, letThrough }: Pick<Judged, 'fails' | 'letThrough'>): boolean {
  return fails || letThrough?.by === 'enforce-from';
}

function whatLetsThrough(verdict: VerdictName, { enforceFrom, failOn }: GateSettings): LetThrough | undefined {
  if (failOn.has(verdict)) {
    const isEnforced = enforceFrom === undefined || enforceFrom.getTime() <= Date.now();
    return isEnforced ? undefined : { verdict, by: 'enforce-from', from: enforceFrom.toISOString() };
  }
  return verdict === 'compliant' ? undefined : { verdict, by: 'fail-on' };
}

/** The links of the service that lead to a page: they are shown, printed and handed on as outputs. */
function withWebLinks(verdict: Verdict): Verdict {
  const reasons = verdict.reasons.map(({ url, ...reason }) => {
    const link = linkOf(url);
    return link === undefined ? reason : { ...reason, url: link };
  });
  return { ...verdict, reasons, rows: verdict.rows.map((row) => ({ ...row, url: linkOf(row.url) })) };
}

/** The parsed form rather than the written one: it has no line breaks and the like. */
function linkOf(url: string | null | undefined): string | undefined {
  return webAddress(url)?.href;
}
