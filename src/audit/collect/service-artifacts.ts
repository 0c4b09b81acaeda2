import type { Artifact as Told } from '../../contract/index.ts';
import { listAt, stringAt } from '../../text/index.ts';
import type { Artifact } from '../facts/shipped.ts';
import type { Asking } from './service-ask.ts';
import { wholeListing } from './service-pages.ts';
import { isWithoutProvenance, type SeenArtifact } from './service-snapshots.ts';
import { fingerprintOf, momentOf, shaAt, shaOf } from './service-values.ts';

/** The artifacts that were reported within a time, the latest first. The listing ends where its time does. */
export async function readArtifacts(
  asking: Asking,
  { since, until }: { readonly since: string; readonly until: string },
): Promise<readonly Artifact[]> {
  const { org } = asking;
  const at = ({ created_at: created }: Told): number => Date.parse(momentOf(created) ?? '');
  const listing = wholeListing(asking, {
    what: 'The artifacts',
    text: `GET /artifacts/${org}?page=N&per_page=100`,
    read: (call, query) => asking.questions.listArtifacts(call, { org }, query),
    keyOf: ({ fingerprint, id, ...more }) => id ?? JSON.stringify([fingerprint, more.trail_name, stringAt(more, 'flow_name')]),
    isEnough: (items) => items.some((item) => at(item) < Date.parse(since)),
  });
  const told = (await asking.orUntold('artifacts', 'The artifacts', listing)) ?? [];
  // One that does not say when it was reported may be of this time.
  const isMeant = (item: Told): boolean => Number.isNaN(at(item)) || (at(item) >= Date.parse(since) && at(item) < Date.parse(until));
  return told.filter(isMeant).map(artifactOf);
}

function artifactOf(told: Told): Artifact {
  return {
    kind: 'artifact',
    fingerprint: fingerprintOf(told.fingerprint) ?? told.fingerprint,
    name: told.filename ?? told.template_reference_name ?? '',
    flow: stringAt(told, 'flow_name') ?? '',
    trail: told.trail_name ?? null,
    commit: shaOf(told.git_commit) ?? shaAt(told, 'git_commit_info', 'sha1'),
    state: told.state ?? 'UNKNOWN',
    url: told.html_url ?? null,
    at: momentOf(told.created_at),
    running: [],
    withoutProvenance: false,
  };
}

/** The artifacts that were reported, with where they run now, and those that snapshots show besides: reported earlier, or never. */
export function withSeen(asking: Asking, reported: readonly Artifact[], seen: readonly SeenArtifact[]): readonly Artifact[] {
  const running = new Map(seen.map((artifact) => [artifact.fingerprint, artifact.running]));
  const nameOf = ({ fingerprint, flow }: Artifact): string => `${flow}/${fingerprint}`;
  const known = new Set(reported.map(nameOf));
  const fingerprints = new Set(reported.map(({ fingerprint }) => fingerprint));
  const more = seen
    .flatMap((artifact) => shownOf(asking, artifact))
    // Another flow may have said something else of it, earlier; one that no flow is told of is the one that was reported.
    .filter((artifact) => !known.has(nameOf(artifact)) && (artifact.flow !== '' || !fingerprints.has(artifact.fingerprint)));
  return [...reported.map((artifact) => ({ ...artifact, running: running.get(artifact.fingerprint) ?? [] })), ...more];
}

function shownOf(asking: Asking, { fingerprint, running, shown }: SeenArtifact): readonly Artifact[] {
  const withoutProvenance = isWithoutProvenance(shown);
  if (withoutProvenance === undefined) {
    asking.untell('snapshots', 'Its snapshots do not say which flow has reported an artifact', 'Update the service');
    return [];
  }
  const base = { kind: 'artifact', fingerprint, name: shown.name ?? '', at: null, running, withoutProvenance } as const;
  const said = shown.compliant === true ? 'COMPLIANT' : shown.compliant === false ? 'NON-COMPLIANT' : 'UNKNOWN';
  const flows = (listAt(shown, 'flows') ?? []).filter((flow) => stringAt(flow, 'flow_name') !== undefined);
  if (flows.length === 0)
    return [
      { ...base, flow: shown.flow_name ?? '', trail: null, commit: shaOf(shown.git_commit), state: said, url: shown.html_url ?? null },
    ];
  return flows.map((flow) => ({
    ...base,
    flow: stringAt(flow, 'flow_name') ?? '',
    trail: stringAt(flow, 'trail_name') ?? null,
    commit: shaAt(flow, 'git_commit'),
    state: stringAt(flow, 'artifact_compliance_in_flow') ?? 'UNKNOWN',
    url: stringAt(flow, 'html_url') ?? shown.html_url ?? null,
  }));
}
