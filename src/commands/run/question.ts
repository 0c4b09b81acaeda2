import { resolve } from 'node:path';
import { matches } from '../../contract/limits.ts';
import { UsageError, type VerdictName } from '../../errors/index.ts';
import { fingerprintOf } from '../../files/index.ts';
import { kindKey, runKey, singleFile, treeKey, withJobs } from '../../gate/index.ts';
import type { ArtifactQuestion, Question, TrailAnswer, TrailQuestion, Verdict } from '../../gate/index.ts';
import { subjectOf, type EventFacts } from '../../git/index.ts';
import type { ArtifactSettings, GateSettings, GateSubject, JudgeSettings, ServiceSettings } from '../../options/index.ts';
import type { LetThrough } from '../../presentation/index.ts';
import { count, list, webAddress } from '../../text/index.ts';
import { checkoutOf, thisRun } from './commit.ts';
import type { RunContext } from './context.ts';
import type { Judged } from './result.ts';

type JudgedFacts = Pick<Judged, 'command' | 'dryRun' | 'question' | 'sent' | 'evidence' | 'verdict'> & {
  readonly answer: TrailAnswer | undefined;
};

export function judged(
  { answer, verdict: alone, ...facts }: JudgedFacts,
  settings: GateSettings,
  context: Pick<RunContext, 'event' | 'isForStatus'>,
): Judged {
  const verdict = shownVerdict(alone, settings, context);
  const letThrough = whatLetsThrough(verdict.name, settings);
  return {
    kind: 'judged',
    ...facts,
    verdict,
    basis: basisOf(answer, settings, context),
    fails: settings.failOn.has(verdict.name) && letThrough === undefined,
    letThrough,
    trailUrl: trailUrlOf(answer),
  };
}

function basisOf(
  answer: TrailAnswer | undefined,
  { jobs, policy }: GateSettings,
  { isForStatus = false }: Pick<RunContext, 'isForStatus'>,
): NonNullable<Judged['basis']> {
  const { flow_template: ofFlow = null, template: ofTrail = null } = answer?.kind === 'trail' ? answer.trail : {};
  return { at: Date.now() / 1000, templates: { ofFlow, ofTrail }, policy: { ...policy, isForStatus }, jobs };
}

/** With the jobs before the gate, and only with links that lead to pages. */
export function shownVerdict(verdict: Verdict, { jobs }: Pick<JudgeSettings, 'jobs'>, { event }: Pick<RunContext, 'event'>): Verdict {
  return withWebLinks(withJobs(verdict, jobs && { ...jobs, page: thisRun(event).url }));
}

export function trailUrlOf(answer: TrailAnswer | undefined): string | undefined {
  return linkOf(answer?.kind === 'trail' ? answer.trail.html_url : undefined);
}

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

/** Only those that lead to a page: they are shown, printed and handed on as outputs. */
function withWebLinks(verdict: Verdict): Verdict {
  const reasons = verdict.reasons.map(({ url, ...reason }) => {
    const link = linkOf(url);
    return link === undefined ? reason : { ...reason, url: link };
  });
  return { ...verdict, reasons, rows: verdict.rows.map((row) => ({ ...row, url: linkOf(row.url) })) };
}

/** As parsed, not as written: without line breaks and the like. */
function linkOf(url: string | null | undefined): string | undefined {
  return webAddress(url)?.href;
}

/** `tree` tells a directory from others with the same fingerprint. */
export type Identity = Pick<ArtifactQuestion, 'fingerprint' | 'tree'>;

/** Reports the parts of a directory that do not count. @throws {UsageError} where it has no other, as every build that made nothing. */
export async function identityOf(artifact: ArtifactSettings, { interrupt, report, workspace }: RunContext): Promise<Identity> {
  if (artifact.kind === 'fingerprint') {
    const { fingerprint, listedAs } = artifact;
    if (listedAs !== undefined)
      report({ kind: 'info', message: `An earlier step of this job declared the artifact ${listedAs}; its fingerprint is ${fingerprint}` });
    return { fingerprint };
  }
  const { exclude, path } = artifact;
  const found = await fingerprintOf(resolve(workspace, path), { exclude, withTree: true, signal: interrupt });
  const { entries, ignored, kind, sha256, tree = null } = found;
  const without = [...exclude, ...ignored];
  const left = without.length === 0 ? '' : `, without ${list(without)}`;
  if (entries === 0)
    throw new UsageError('empty-input', `The ${kind} ${path} is empty${left}: every empty one has the same fingerprint`, {
      fix: 'Look at the step that builds it, and name the file or the folder that it writes',
    });
  report({ kind: 'info', message: `The fingerprint of the ${kind} ${path} is ${sha256} (${count(entries, 'entry', 'entries')}${left})` });
  return { fingerprint: sha256, tree };
}

/** For `user_data`: which directory it is, or that it is a single file. */
export function treeData({ tree }: Identity): Readonly<Record<string, unknown>> {
  if (tree === undefined) return {};
  return { [runKey]: tree === null ? { [kindKey]: singleFile } : { [treeKey]: tree } };
}

/** A trail without a name of its own is named after the commit; `undefined` where neither is known. */
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
 * For a gate without evidence of its own. The trail is by default that of the event's commit, or of HEAD away from GitHub; HEAD says
 * nothing about another trail. For another subject every run counts, also those of other pull requests. @throws {UsageError} where neither
 * a trail nor a commit is known.
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

/** Away from GitHub: that of the named trail, whatever is checked out; else HEAD. */
async function commitByHand(trail: string | undefined, workspace: string): Promise<string | undefined> {
  if (trail === undefined) return (await checkoutOf(workspace))?.commit.sha1;
  return matches('commitSha', trail) ? trail : undefined;
}

const unknownWords = {
  message: 'Neither a trail nor a commit is known',
  fix: 'Give trail or commit, or run inside a git checkout',
};
