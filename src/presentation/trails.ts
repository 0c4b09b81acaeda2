import type { AttestationStatus, Trail } from '../contract/index.ts';
import { oneLine, stringAt } from '../text/index.ts';
import type { Column } from './column.ts';
import { gateSentence, headline } from './gate-answers.ts';
import { isOverridden, overriddenWord, standsByOverride, yesOrNo } from './overrides.ts';
import { createdWords, localTime } from './time.ts';

const state = ({ compliance_status: status }: Trail): string =>
  overriddenWord(status.status, standsByOverride(status.status, trailEntries({ compliance_status: status })));
const stateFirst = (trail: Trail): string => headline(trail, trail.compliance_status.status, state(trail));
const sha = (trail: Trail): string => stringAt(trail, 'git_commit_info', 'sha1') ?? '';
const message = (trail: Trail): string => stringAt(trail, 'git_commit_info', 'message')?.split('\n', 1)[0] ?? '';

/** The state by the templates of today, where it differs from the decided one. */
function stateNow(trail: Trail): string {
  const now = trail.current?.status;
  if (now === undefined || now === trail.compliance_status.status) return '';
  const rows = trailEntries({ compliance_status: { ...trail.compliance_status, ...trail.current } });
  return `${overriddenWord(now, standsByOverride(now, rows))}, by ${trail.own_template === true ? 'its own template and that of its flow' : 'the template that its flow has now'}`;
}

export const trailColumns: readonly Column<Trail>[] = [
  { head: 'TRAIL', cell: ({ name }) => (/^[0-9a-f]{40}$/.test(name) ? name.slice(0, 12) : name) },
  { head: 'STATE', cell: stateFirst },
  { head: 'LAST CHANGE', cell: ({ last_modified_at: at }) => localTime(at) },
  { head: 'COMMIT', cell: (trail) => sha(trail).slice(0, 7) },
  { head: 'MESSAGE', cell: (trail) => oneLine(message(trail), 60) },
];

export const trailFields: readonly Column<Trail>[] = [
  { head: 'Trail', cell: ({ name }) => name },
  { head: 'Flow', cell: (trail) => stringAt(trail, 'flow', 'name') ?? '' },
  { head: 'State', cell: stateFirst },
  { head: 'Gate', cell: (trail) => gateSentence(trail, trail.compliance_status.status) },
  { head: 'State now', cell: stateNow },
  { head: 'Description', cell: (trail) => stringAt(trail, 'description') ?? '' },
  { head: 'Commit', cell: (trail) => [sha(trail), message(trail)].filter((part) => part !== '').join(' ') },
  { head: 'Branch', cell: (trail) => stringAt(trail, 'git_commit_info', 'branch') ?? '' },
  { head: 'Created', cell: (trail) => createdWords(trail.created_at, stringAt(trail, 'created_by')) },
  { head: 'Last change', cell: ({ last_modified_at: at }) => localTime(at) },
  { head: 'Origin', cell: (trail) => stringAt(trail, 'origin_url') ?? '' },
  { head: 'Page', cell: ({ html_url: url }) => url ?? '' },
];

/** One attestation name of a trail, or of an artifact on it. */
export interface TrailEntry extends AttestationStatus {
  readonly artifact: string;
}

/** The attestations of a trail in the order of the answer, those of the trail itself first. */
export function trailEntries({ compliance_status: status }: Pick<Trail, 'compliance_status'>): readonly TrailEntry[] {
  const ofTrail = status.attestations_statuses.map((entry) => ({ ...entry, artifact: '' }));
  const ofArtifacts = Object.entries(status.artifacts_statuses ?? {}).flatMap(([artifact, { attestations_statuses: entries }]) =>
    entries.map((entry) => ({ ...entry, artifact })),
  );
  return [...ofTrail, ...ofArtifacts];
}

export const entryColumns: readonly Column<TrailEntry>[] = [
  { head: 'ATTESTATION', cell: ({ artifact, attestation_name: name }) => (artifact === '' ? name : `${artifact}.${name}`) },
  { head: 'TYPE', cell: ({ attestation_type: type }) => type ?? '' },
  { head: 'STATUS', cell: ({ status }) => status ?? '' },
  { head: 'COMPLIANT', cell: (entry) => yesOrNo(entry.is_compliant, isOverridden(entry)) },
  { head: 'REQUIRED', cell: ({ unexpected }) => (unexpected === true ? 'no' : 'yes') },
  { head: 'ID', cell: ({ attestation_id: id }) => id ?? '', isWhole: true },
];
