import { isBlank, isWithin } from '../../text/index.ts';
import type { Approval, Artifact } from '../facts/shipped.ts';
import type { World } from '../population/world.ts';

export interface ShownArtifact {
  readonly fingerprint: string;
  readonly name: string | null;
  readonly flow: string;
  readonly commit: string | null;
  readonly url: string | null;
  /** When it was reported; null where that was before the period, or is unknown. */
  readonly at: string | null;
  readonly running: readonly string[];
  /** The newest first. */
  readonly approvals: readonly ShownApproval[];
}

export interface ShownApproval extends Pick<Approval, 'number' | 'state' | 'at' | 'by'> {
  /** Null: it is valid everywhere. */
  readonly environment: string | null;
  readonly description: string | null;
  readonly answers: readonly Answer[];
}

/** The answer of one person. All but the moment are the words of whoever held the token. */
interface Answer {
  readonly name: string;
  readonly said: string;
  readonly at: string | null;
  readonly comment: string | null;
  readonly ticket: string | null;
}

/** The artifacts of an audit with all decisions about them, and artifacts that were reported before and approved within it. */
export function shownArtifacts({ approvals, artifacts, header }: World): readonly ShownArtifact[] {
  const given = Map.groupBy(approvals, keyOf);
  const known = new Set(artifacts.map(keyOf));
  const earlier = [...given].filter(
    ([key, all]) => !known.has(key) && all.some(({ at }) => header.scope !== undefined || isWithin(at, header.period)),
  );
  return [
    ...artifacts.map((artifact) => shownArtifact(artifact, given.get(keyOf(artifact)) ?? [])),
    ...earlier.flatMap(([, all]) =>
      all.slice(0, 1).map(({ fingerprint, flow }) => shownArtifact({ ...unreported, fingerprint, flow }, all)),
    ),
  ];
}

const unreported = { name: '', commit: null, url: null, at: null, running: [] } as const;

function keyOf({ fingerprint, flow }: Pick<Approval, 'fingerprint' | 'flow'>): string {
  return `${flow}/${fingerprint}`;
}

function shownArtifact(
  { at, commit, fingerprint, flow, name, running, url }: Pick<Artifact, keyof typeof unreported | 'fingerprint' | 'flow'>,
  approvals: readonly Approval[],
): ShownArtifact {
  const named = [name, ...approvals.map(({ artifact }) => artifact ?? '')].find((text) => !isBlank(text));
  const newestFirst = approvals.toSorted((one, other) => other.number - one.number);
  return { fingerprint, name: named ?? null, flow, commit, url, at, running, approvals: newestFirst.map(shownApproval) };
}

function shownApproval({ approvers, at, by, description, environment, number, state }: Approval): ShownApproval {
  return {
    number,
    state,
    environment: textOrNull(environment),
    at,
    description: textOrNull(description),
    by: textOrNull(by),
    answers: approvers.map(({ comment, ticket, ...answer }) => ({ ...answer, comment: textOrNull(comment), ticket: textOrNull(ticket) })),
  };
}

function textOrNull(text: string | null | undefined): string | null {
  return text === undefined || text === null || isBlank(text) ? null : text;
}

/** Why approvals are not known, where a reader may look for them; undefined where they are. */
export function whyNoApprovals({ untold }: Pick<World, 'untold'>): string | undefined {
  return untold.find(({ source }) => source === 'approvals' || source === 'artifacts')?.why;
}

/** The words of an approval: the request, each person's answer, and whose token reported it. Foreign text as it came. */
export function approvalWords({ answers, at, by, description, environment, number, state }: ShownApproval): readonly string[] {
  const place = environment === null ? 'every environment' : environment;
  const asked = `approval ${number} for ${place}: ${state}, asked for at ${at}${description === null ? '' : ` (${description})`}`;
  const people = answers.map(({ at: moment, comment, name, said: word, ticket }) => {
    const parts = [...(comment === null ? [] : [comment]), ...(ticket === null ? [] : [ticket])];
    return `${isBlank(name) ? 'somebody' : name} said ${word}${moment === null ? '' : ` at ${moment}`}${parts.length === 0 ? '' : ` (${parts.join('; ')})`}`;
  });
  return [
    asked,
    ...(people.length > 0 ? people : ['nobody is named who decided']),
    by === null ? 'nobody says whose token reported it' : `reported with the token of ${by}`,
  ];
}

export function approvalLines(world: World): readonly string[] {
  const why = whyNoApprovals(world);
  if (why !== undefined) return [`Who approved the artifact is not known: ${why}`];
  return shownArtifacts(world).flatMap((artifact) =>
    artifact.approvals.length === 0
      ? [`${titleOf(artifact)}: no approval is known`]
      : artifact.approvals.map((approval) => `${titleOf(artifact)}: ${approvalWords(approval).join('; ')}`),
  );
}

/** `shop (ffffffffffff) of flow build`. */
export function titleOf({ fingerprint, flow, name }: Pick<ShownArtifact, 'fingerprint' | 'flow' | 'name'>): string {
  return `${name ?? 'an artifact without a name'} (${fingerprint.slice(0, 12)})${flow === '' ? '' : ` of flow ${flow}`}`;
}
