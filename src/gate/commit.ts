import type { Artifact, AttestationRecord, FoundArtifact, SearchResult } from '../contract/index.ts';
import type { CommitQuestion, FaultFacts, TrailQuestion } from './evidence.ts';
import { complianceOf, judgedState, templateNotices, templateReasons, type TemplateAnswer, type TemplateDemands } from './template.ts';
import { unread, urlOf, verdictOn, type Reason, type TrailVerdict, type Verdict } from './verdict.ts';

export interface ArtifactOnTrail {
  readonly fingerprint: string;
  readonly flow: string;
  readonly trail: string;
  readonly answer: TemplateAnswer;
  readonly url: string | null | undefined;
}

export function artifactReasons(artifact: ArtifactOnTrail, policy: TemplateDemands): readonly Reason[] {
  const { answer } = artifact;
  // The decided state must be known too: a service that gives an unknown state is not believed.
  const state = complianceOf(answer.decided) === undefined ? answer.decided : judgedState(answer, policy);
  const reason = stateReason(artifact, state);
  return [...(reason === undefined ? [] : [reason]), ...templateReasons(answer, subjectOf(artifact), policy)];
}

/** Only where the service does not give the templates: where it does, the trail has the notices. */
export function artifactNotices(artifact: ArtifactOnTrail, policy: TemplateDemands): readonly string[] {
  const { current } = artifact.answer;
  return current === undefined || current === null ? templateNotices(artifact.answer, subjectOf(artifact), policy) : [];
}

function subjectOf({ fingerprint, flow, trail, url }: ArtifactOnTrail) {
  return {
    what: `Artifact ${fingerprint.slice(0, 12)} on trail ${trail} of flow ${flow}`,
    flow,
    about: { artifact: fingerprint, trail, flow, ...urlOf(url) },
  };
}

function stateReason(artifact: ArtifactOnTrail, state: string): Reason | undefined {
  const { about, what } = subjectOf(artifact);
  switch (complianceOf(state)) {
    case 'compliant':
      return undefined;
    case 'non-compliant':
      return {
        ...about,
        code: 'artifact-non-compliant',
        verdict: 'non-compliant',
        message: `${what} is not compliant`,
        fix: 'Look at its evidence in the service, fix what failed, and record it again',
      };
    case 'incomplete':
      return {
        ...about,
        code: 'artifact-incomplete',
        verdict: 'incomplete',
        message: `${what} is incomplete: evidence that its template requires is missing`,
        fix: 'Look at its trail in the service, and record what is missing before the gate',
      };
    case undefined:
      return {
        ...about,
        code: 'unknown-state',
        verdict: 'unknown',
        message: `${what} is in a state that we do not know: ${JSON.stringify(state === '' ? null : state)}`,
        fix: 'Look at the artifact in the service; a newer version of this action may know that state',
      };
  }
}

/** Reasons that a trail gives itself are left out: it says more exactly why. */
export function unsaidBy(trails: readonly TrailVerdict[], reasons: readonly Reason[]): readonly Reason[] {
  return reasons.filter(
    ({ artifact = '', code, flow, trail, verdict: says }) =>
      !trails.some(
        ({ question, verdict: { reasons: why, waived = [] } }) =>
          question.trail === trail &&
          question.flow === flow &&
          (why.some((reason) => reason.verdict === says) || (code === 'artifact-non-compliant' && waived.includes(artifact))),
      ),
  );
}

const lookThere = 'Look at the commit in the service; if the service is at fault, tell those who run it';

export type TemplatesOfArtifact = Pick<Artifact, 'current' | 'template_version' | 'own_template'>;

type Found = FoundArtifact & TemplatesOfArtifact;

export type SearchAnswer =
  | { readonly kind: 'found'; readonly result: Omit<SearchResult, 'artifacts'> & { readonly artifacts: readonly Found[] } }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'failed'; readonly fault: FaultFacts };

export type CommitRecordsAnswer =
  | { readonly kind: 'records'; readonly records: readonly AttestationRecord[] }
  | { readonly kind: 'failed'; readonly fault: FaultFacts };

export interface CommitAnswers {
  readonly search: SearchAnswer;
  readonly records: CommitRecordsAnswer;
}

export interface CommitEvidence {
  readonly question: CommitQuestion;
  readonly found: CommitAnswers;
  readonly trails: readonly TrailVerdict[];
}

/** From so many on, the answer may have been cut. */
export const mostFound = 100;

export function trailsOfCommit({ records, search }: CommitAnswers, question: CommitQuestion): readonly TrailQuestion[] {
  const { commit, org } = question;
  const ofArtifacts = artifactsIn(search, question).map(({ flow, trail }) => ({ flow, trail }));
  const ofRecords = recordsIn(records, question).map(({ flow_name: flow, trail_name: trail }) => ({ flow: flow ?? question.flow, trail }));
  const byName = new Map<string, TrailQuestion>();
  for (const { flow, trail } of [...ofArtifacts, ...ofRecords]) {
    if (isName(flow) && isName(trail)) byName.set(JSON.stringify([flow, trail]), { subject: 'trail', org, flow, trail, commit });
  }
  return [...byName.values()];
}

/** Every trail that has something of the commit must be compliant. A flow narrows it, and nothing else does. */
export function decideCommit({ found, question, trails }: CommitEvidence, policy: TemplateDemands): Verdict {
  const ofCommit = unsaidBy(trails, [...searchReasons(found.search, question, policy), ...recordReasons(found.records, question)]);
  const all = ofCommit.length === 0 && trails.length === 0 ? [missing(question)] : ofCommit;
  const notices = onTrailsIn(found.search, question).flatMap((onTrail) => artifactNotices(onTrail, policy));
  return verdictOn(all, trails, notices);
}

function searchReasons(search: SearchAnswer, question: CommitQuestion, policy: TemplateDemands): readonly Reason[] {
  const { commit } = question;
  if (search.kind === 'nothing') return [];
  if (search.kind === 'failed') return [unread(`The artifacts of commit ${short(commit)}`, search.fault)];
  const { full_match: match, type } = search.result.resolved_to ?? {};
  if (!resolvesTo(search.result, commit)) {
    const said = `type ${JSON.stringify(type ?? null)}, full_match ${JSON.stringify(match ?? null)}`;
    return [unclear(`The search for commit ${commit} resolved to something else: ${said}`)];
  }
  const cut = search.result.artifacts.length >= mostFound;
  return [
    ...(cut ? [unclear(`The search found ${mostFound} artifacts or more of commit ${short(commit)}, and may have left others out`)] : []),
    ...artifactsIn(search, question).flatMap((artifact) => untoldReasons(artifact, question)),
    // The trail decides; but a no of the artifact itself is not passed over.
    ...onTrailsIn(search, question).flatMap((onTrail) => artifactReasons(onTrail, policy)),
  ];
}

/** Not so where only fingerprints begin with its SHA, by chance or on purpose. */
function resolvesTo({ resolved_to: resolved }: Extract<SearchAnswer, { kind: 'found' }>['result'], commit: string): boolean {
  const { commits, fingerprints, full_match: match, type } = resolved ?? {};
  switch (type ?? '') {
    case 'commit':
      return match?.toLowerCase() === commit;
    case 'fingerprint':
      return isNamesake(match, commit);
    case 'multiple':
      return (
        commits?.matches?.every((sha) => sha.toLowerCase() === commit) === true &&
        fingerprints?.matches?.every((sha) => isNamesake(sha, commit)) === true
      );
    default:
      return false;
  }
}

function isNamesake(fingerprint: string | null | undefined, commit: string): boolean {
  return /^[a-f0-9]{64}$/i.test(fingerprint ?? '') && fingerprint?.toLowerCase().startsWith(commit) === true;
}

function untoldReasons(artifact: FoundArtifact, { commit }: CommitQuestion): readonly Reason[] {
  const { fingerprint, flow, has_provenance: hasProvenance, html_url: url, trail } = artifact;
  if (hasProvenance !== false && isName(flow) && isName(trail)) return [];
  const why = hasProvenance === false ? 'has no provenance: it was seen, and never reported' : 'does not say its flow and trail';
  const what = `Artifact ${fingerprint.slice(0, 12)} of commit ${short(commit)}`;
  const words = { message: `${what} ${why}`, fix: 'Report the artifact on a trail of its flow' };
  return [{ code: 'trail-untold', verdict: 'unknown', artifact: fingerprint, ...urlOf(url), ...words }];
}

function onTrailsIn(search: SearchAnswer, question: CommitQuestion): readonly ArtifactOnTrail[] {
  if (search.kind !== 'found') return [];
  return artifactsIn(search, question).flatMap((artifact) => {
    const { compliance_state: state, fingerprint, flow, html_url: url, trail } = artifact;
    if (artifact.has_provenance === false || !isName(flow) || !isName(trail) || !isName(state)) return [];
    return [{ fingerprint, flow, trail, url, answer: { ...artifact, decided: state } }];
  });
}

function recordReasons(answer: CommitRecordsAnswer, question: CommitQuestion): readonly Reason[] {
  if (answer.kind === 'failed') return [unread(`The records at commit ${short(question.commit)}`, answer.fault)];
  return recordsIn(answer, question)
    .filter(({ flow_name: flow, trail_name: trail }) => !isName(flow ?? question.flow) || !isName(trail))
    .slice(0, 1)
    .map(({ attestation_id: id, attestation_name: name }): Reason => ({
      code: 'trail-untold',
      verdict: 'unknown',
      message: `The record ${id} of ${name} at commit ${short(question.commit)} does not say its flow and trail`,
      fix: lookThere,
      attestation: name,
    }));
}

/** An artifact that gives no commit or flow is kept: it may be the one asked about. */
function artifactsIn(search: SearchAnswer, { commit, flow }: CommitQuestion): readonly Found[] {
  if (search.kind !== 'found') return [];
  return search.result.artifacts
    .filter(({ fingerprint, git_commit: of }) => !isNamesake(fingerprint, commit) || typeof of !== 'string' || of.toLowerCase() === commit)
    .filter((artifact) => flow === undefined || !isName(artifact.flow) || artifact.flow === flow);
}

function recordsIn(answer: CommitRecordsAnswer, { flow }: CommitQuestion): readonly AttestationRecord[] {
  if (answer.kind === 'failed') return [];
  return answer.records.filter(({ flow_name: of }) => flow === undefined || !isName(of) || of === flow);
}

/** Services leave a name that is not known out, or write an empty one. */
export function isName(text: string | null | undefined): text is string {
  return typeof text === 'string' && text !== '';
}

function short(commit: string): string {
  return commit.slice(0, 12);
}

function missing({ commit, flow, org }: CommitQuestion): Reason {
  return {
    code: 'commit-missing',
    verdict: 'incomplete',
    message: `${flow === undefined ? `Organization ${org}` : `Flow ${flow}`} has no evidence of commit ${commit}`,
    fix: 'Look at commit, org and flow; let the jobs that attest run before (needs: …), or set wait-timeout',
  };
}

function unclear(message: string): Reason {
  return { code: 'contradictory-answer', verdict: 'unknown', message, fix: lookThere };
}
