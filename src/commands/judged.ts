import { passingVerdicts } from '../errors/index.ts';
import type { TrailAnswer, Verdict } from '../gate/index.ts';
import type { GateSettings } from '../options/index.ts';
import { webAddress } from '../text/index.ts';
import type { Judged } from './result.ts';

/** What a command knows of a judgement, next to the answer that it is about. */
type JudgedFacts = Pick<Judged, 'command' | 'dryRun' | 'question' | 'sent' | 'evidence' | 'verdict'> & {
  /** Where one trail alone was read. */
  readonly answer: TrailAnswer | undefined;
};

/** The result of a command that decided. */
export function judged({ answer, verdict, ...facts }: JudgedFacts, { failOn }: GateSettings): Judged {
  const fails = failOn.has(verdict.name);
  return {
    kind: 'judged',
    ...facts,
    verdict: withWebLinks(verdict),
    fails,
    letThrough: fails || passingVerdicts.has(verdict.name) ? undefined : verdict.name,
    trailUrl: linkOf(answer?.kind === 'trail' ? answer.trail.html_url : undefined),
  };
}

/** The links of the service, as far as they lead to a page: they are shown, printed and handed on as outputs. */
function withWebLinks(verdict: Verdict): Verdict {
  const reasons = verdict.reasons.map(({ url, ...reason }) => {
    const link = linkOf(url);
    return link === undefined ? reason : { ...reason, url: link };
  });
  return { ...verdict, reasons, rows: verdict.rows.map((row) => ({ ...row, url: linkOf(row.url) })) };
}

function linkOf(url: string | null | undefined): string | undefined {
  return webAddress(url) === undefined ? undefined : (url ?? undefined);
}
