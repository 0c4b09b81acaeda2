import type {
  Approval,
  Approver,
  Artifact,
  AttestationRecord,
  AttestationStatus,
  CustomType,
  Environment,
  Flow,
  FoundArtifact,
  FoundTrail,
  ListedSnapshot,
  NotificationRule,
  NotificationTarget,
  Policy,
  SearchResult,
  Snapshot,
  SnapshotArtifact,
  SnapshotDiff,
  Trail,
} from '../contract/index.ts';
import { listAt, oneLine, stringAt } from '../text/index.ts';
import { gateSentence, headline } from './gate-answers.ts';
import {
  isArtifactOverridden,
  isOverridden,
  isOverride,
  overriddenWord,
  overrideSentence,
  standsByOverride,
  yesOrNo,
  type WithOverrides,
} from './overrides.ts';
import { createdWords, localTime } from './time.ts';

export interface Column<Item, Head extends string = string> {
  readonly head: Head;
  /** Foreign text as it came; empty where nothing is known. */
  readonly cell: (item: Item) => string;
  /** People copy it, so a narrow terminal does not cut it. */
  readonly isWhole?: boolean;
}

function columnsOf<Item, Head extends string>(
  fields: readonly Column<Item, Head>[],
  ...heads: readonly NoInfer<Head>[]
): readonly Column<Item>[] {
  return heads.flatMap((head) =>
    fields.filter((field) => field.head === head).map((field) => ({ ...field, head: field.head.toUpperCase() })),
  );
}

const approvalFields = [
  { head: 'Approval', cell: ({ release_number: number }) => String(number) },
  { head: 'State', cell: ({ state }) => state },
  {
    head: 'Artifact',
    cell: ({ artifact_name: name, target_artifact: fingerprint }) =>
      [name ?? '', fingerprint ?? ''].filter((part) => part !== '').join(' '),
  },
  {
    head: 'Comes after',
    cell: ({ base_artifact: base, target_artifact: fingerprint }) => (base === fingerprint ? '' : (base ?? '')),
  },
  { head: 'Environment', cell: ({ environment }) => environment ?? 'any' },
  { head: 'Description', cell: ({ description }) => description ?? '' },
  { head: 'Commits', cell: (approval) => (listAt(approval, 'src_commit_list') ?? []).map(shortCommit).join(' ') },
  { head: 'Reported by', cell: ({ reported_by: by }) => by ?? '' },
  { head: 'Created', cell: ({ created_at: at }) => localTime(at) },
] as const satisfies readonly Column<Approval>[];

/** The approver is only claimed by the caller; the reporter is proven. */
const approvalColumns: readonly Column<Approval>[] = [
  { head: 'NUMBER', cell: ({ release_number: number }) => String(number) },
  ...columnsOf(approvalFields, 'State', 'Environment'),
  {
    head: 'SAID BY',
    cell: ({ approvals }) => (approvals ?? []).map(({ approved_by: by, state }) => `${by ?? 'unknown'} (${state ?? 'unknown'})`).join(', '),
  },
  ...columnsOf(approvalFields, 'Reported by', 'Created'),
];

export const approverColumns: readonly Column<Approver>[] = [
  { head: 'SAID BY', cell: ({ approved_by: by }) => by ?? 'unknown' },
  { head: 'STATE', cell: ({ state }) => state ?? 'unknown' },
  { head: 'COMMENT', cell: ({ comment }) => comment ?? '' },
  { head: 'WHERE', cell: ({ approval_url: url }) => url ?? '' },
  { head: 'WHEN', cell: ({ timestamp: at }) => localTime(at) },
];

/** In a list a commit is its SHA; in a single approval it is an object with it. */
function shortCommit(commit: unknown): string {
  return (typeof commit === 'string' ? commit : (stringAt(commit, 'commit_sha') ?? '')).slice(0, 12);
}

const artifactState = (artifact: Artifact): string =>
  headline(artifact, artifact.state, overriddenWord(artifact.state ?? '', isArtifactOverridden(artifact, artifact.state)));

const artifactFields = [
  { head: 'Fingerprint', cell: ({ fingerprint }) => fingerprint },
  { head: 'File', cell: ({ filename }) => filename ?? '' },
  { head: 'Name', cell: ({ template_reference_name: name }) => name ?? '' },
  { head: 'State', cell: artifactState },
  { head: 'Gate', cell: (artifact) => gateSentence(artifact, artifact.state) },
  { head: 'Flow', cell: (artifact) => stringAt(artifact, 'flow_name') ?? '' },
  { head: 'Trail', cell: ({ trail_name: trail }) => trail ?? '' },
  { head: 'Commit', cell: ({ git_commit: commit }) => commit ?? '' },
  { head: 'Build', cell: ({ build_url: url }) => url ?? '' },
  { head: 'Created', cell: ({ created_at: at }) => localTime(at) },
  { head: 'Last change', cell: ({ last_modified_at: at }) => localTime(at) },
  { head: 'Page', cell: ({ html_url: url }) => url ?? '' },
] as const satisfies readonly Column<Artifact>[];

const artifactColumns: readonly Column<Artifact>[] = [
  { head: 'FINGERPRINT', cell: ({ fingerprint }) => fingerprint.slice(0, 12) },
  ...columnsOf(artifactFields, 'File', 'State', 'Trail'),
  { head: 'COMMIT', cell: ({ git_commit: commit }) => commit?.slice(0, 7) ?? '' },
  ...columnsOf(artifactFields, 'Created'),
];

const compliantWord = (record: AttestationRecord): string => yesOrNo(record.is_compliant, isOverride(record));

const attestationFields = [
  { head: 'Attestation', cell: ({ attestation_name: name }) => name },
  { head: 'Id', cell: ({ attestation_id: id }) => id, isWhole: true },
  { head: 'Type', cell: ({ attestation_type: type }) => type ?? '' },
  { head: 'Compliant', cell: compliantWord },
  { head: 'Override', cell: (record) => (isOverride(record) ? overrideSentence(record, record.attestation_name, localTime) : '') },
  { head: 'Flow', cell: ({ flow_name: flow }) => flow ?? '' },
  { head: 'Trail', cell: ({ trail_name: trail }) => trail ?? '' },
  { head: 'Artifact', cell: ({ artifact_fingerprint: fingerprint }) => fingerprint ?? '' },
  { head: 'Commit', cell: (record) => stringAt(record, 'git_commit_info', 'sha1') ?? '' },
  { head: 'Description', cell: (record) => stringAt(record, 'description') ?? '' },
  { head: 'Created', cell: (record) => createdWords(record.created_at, stringAt(record, 'reported_by')) },
  { head: 'Origin', cell: (record) => stringAt(record, 'origin_url') ?? '' },
  { head: 'Page', cell: ({ html_url: url }) => url ?? '' },
] as const satisfies readonly Column<AttestationRecord>[];

const attestationColumns: readonly Column<AttestationRecord>[] = [
  ...columnsOf(attestationFields, 'Attestation', 'Type', 'Compliant', 'Flow', 'Trail'),
  { head: 'CREATED', cell: ({ created_at: at }) => localTime(at) },
  ...columnsOf(attestationFields, 'Id'),
];

const latestVersion = ({ versions }: CustomType): string => String(versions?.[0]?.version ?? '');

const typeFields = [
  { head: 'Type', cell: ({ name }) => `custom:${name}` },
  { head: 'Description', cell: ({ description }) => description ?? '' },
  { head: 'Version', cell: latestVersion },
  { head: 'Archived', cell: ({ archived }) => (archived === true ? 'yes' : '') },
  { head: 'Created', cell: ({ created_at: at, created_by: by }) => createdWords(at, by) },
  { head: 'Last change', cell: ({ last_modified_at: at }) => localTime(at) },
] as const satisfies readonly Column<CustomType>[];

const typeColumns = columnsOf(typeFields, 'Type', 'Version', 'Archived', 'Description');

function stateWord(state: boolean | null | undefined): string {
  return state === true ? 'compliant' : state === false ? 'non-compliant' : 'unknown';
}

const environmentFields = [
  { head: 'Environment', cell: ({ name }) => name },
  { head: 'Type', cell: ({ type }) => type ?? '' },
  { head: 'Description', cell: ({ description }) => description ?? '' },
  { head: 'State', cell: ({ state }) => stateWord(state) },
  { head: 'Policies', cell: ({ policies }) => (policies ?? []).join(', ') },
  { head: 'Made of', cell: ({ included_environments: included }) => (included ?? []).join(', ') },
  { head: 'Last report', cell: ({ last_reported_at: at }) => localTime(at) },
  { head: 'Last change', cell: ({ last_modified_at: at }) => localTime(at) },
] as const satisfies readonly Column<Environment>[];

const environmentColumns = columnsOf(environmentFields, 'Environment', 'Type', 'State', 'Last report', 'Policies');

const flowFields = [
  { head: 'Flow', cell: ({ name }) => name },
  { head: 'Description', cell: ({ description }) => description ?? '' },
  { head: 'Visibility', cell: ({ visibility }) => visibility ?? '' },
  { head: 'Created', cell: ({ created_at: at, created_by: by }) => createdWords(at, by) },
  { head: 'Begun by', cell: ({ begun_by: by, made_at: made }) => beginningWords(by, made) },
  { head: 'Last change', cell: ({ last_modified_at: at }) => localTime(at) },
] as const satisfies readonly Column<Flow>[];

const flowColumns = columnsOf(flowFields, 'Flow', 'Visibility', 'Last change', 'Description');

/** Where the service says it, and whether a person has made the flow since. */
function beginningWords(by: Flow['begun_by'], made: Flow['made_at']): string {
  if (by !== 'evidence') return by === 'request' ? 'a request' : '';
  return typeof made === 'number' ? `evidence, made on purpose ${localTime(made)}` : 'evidence, and nobody made it on purpose';
}

const joinTexts = (texts: readonly string[] | null | undefined): string => (texts ?? []).join(', ');
const healthWord = (failing: boolean | null | undefined): string => (failing === true ? 'failing' : failing === false ? 'good' : '');

/** The path of a webhook is a secret: anybody who knows it can send there. */
function targetWords({ emails, type, webhook }: NotificationTarget): string {
  const host = typeof webhook === 'string' && URL.canParse(webhook) ? new URL(webhook).host : '';
  return [type ?? '', joinTexts(emails), host].filter((part) => part !== '').join(' ');
}

/** A later message may have arrived. */
function reasonOf({
  last_failure_at: failed,
  last_failure_reason: reason,
  last_success_at: success,
}: NotificationTarget): readonly string[] {
  return reason === null || reason === undefined || (success ?? 0) > (failed ?? 0) ? [] : [oneLine(reason, 300)];
}

const notificationFields = [
  { head: 'Number', cell: ({ number }) => String(number) },
  { head: 'Name', cell: ({ name }) => name ?? '' },
  { head: 'Environments', cell: ({ environments }) => joinTexts(environments) },
  { head: 'Triggers', cell: ({ triggers }) => joinTexts(triggers) },
  { head: 'Targets', cell: ({ targets }) => joinTexts(targets?.map(targetWords)) },
  { head: 'Health', cell: ({ is_failing: failing }) => healthWord(failing) },
  { head: 'Last success', cell: ({ last_success_timestamp: at }) => localTime(at) },
  { head: 'Last failure', cell: ({ last_failure_timestamp: at }) => localTime(at) },
  { head: 'Why', cell: ({ targets }) => (targets ?? []).flatMap(reasonOf).join('; ') },
  { head: 'Created', cell: ({ created_at: at, created_by: by }) => createdWords(at, by) },
  { head: 'Last change', cell: ({ last_modified_at: at }) => localTime(at) },
] as const satisfies readonly Column<NotificationRule>[];

const notificationColumns = columnsOf(notificationFields, 'Number', 'Name', 'Environments', 'Triggers', 'Targets', 'Health');

/** The newest version comes last. */
const latestPolicy = ({ versions }: Policy) => versions?.at(-1);
const attachedTo = ({ consuming_envs: environments }: Policy): string => (environments ?? []).join(', ');

const policyFields = [
  { head: 'Policy', cell: ({ name }) => name },
  { head: 'Description', cell: ({ description }) => description ?? '' },
  { head: 'Version', cell: (policy) => String(latestPolicy(policy)?.version ?? '') },
  { head: 'Comment', cell: (policy) => latestPolicy(policy)?.comment ?? '' },
  { head: 'Environments', cell: attachedTo },
  { head: 'Created', cell: ({ created_at: at, created_by: by }) => createdWords(at, by) },
  { head: 'Last change', cell: ({ last_modified_at: at }) => localTime(at) },
] as const satisfies readonly Column<Policy>[];

const policyColumns = columnsOf(policyFields, 'Policy', 'Version', 'Environments', 'Last change', 'Description');

const foundState = (artifact: FoundArtifact): string =>
  headline(
    artifact,
    artifact.compliance_state,
    overriddenWord(artifact.compliance_state ?? '', isArtifactOverridden(artifact, artifact.compliance_state)),
  );

function matchesOf({ resolved_to: to }: SearchResult, kind: 'commits' | 'fingerprints'): string {
  const matches = to?.[kind]?.matches ?? [];
  return to?.type === 'multiple' || matches.some((match) => match !== to?.full_match) ? matches.join(', ') : '';
}

const searchFields: readonly Column<SearchResult>[] = [
  { head: 'Is a', cell: ({ resolved_to: to }) => to?.type ?? '' },
  { head: 'Whole', cell: ({ resolved_to: to }) => to?.full_match ?? '' },
  { head: 'Commits', cell: (result) => matchesOf(result, 'commits') },
  { head: 'Fingerprints', cell: (result) => matchesOf(result, 'fingerprints') },
];

export const foundColumns: readonly Column<FoundArtifact>[] = [
  { head: 'FINGERPRINT', cell: ({ fingerprint }) => fingerprint.slice(0, 12) },
  { head: 'NAME', cell: ({ name }) => name ?? '' },
  { head: 'FLOW', cell: ({ flow, pipeline }) => flow ?? pipeline ?? '' },
  { head: 'TRAIL', cell: ({ trail }) => trail ?? '' },
  { head: 'STATE', cell: foundState },
  { head: 'COMMIT', cell: ({ git_commit: commit }) => commit?.slice(0, 7) ?? '' },
  { head: 'RUNNING IN', cell: ({ running_in: environments }) => (environments ?? []).join(', ') },
  { head: 'PROVENANCE', cell: ({ has_provenance: has }) => (has === true ? 'yes' : has === false ? 'no' : '') },
];

export const foundTrailColumns: readonly Column<FoundTrail>[] = [
  { head: 'TRAIL', cell: ({ name }) => name, isWhole: true },
  { head: 'FLOW', cell: ({ flow }) => flow ?? '' },
  { head: 'STATE', cell: (trail) => headline(trail, trail.compliance_state, trail.compliance_state ?? '') },
  { head: 'LAST CHANGE', cell: ({ last_modified_at: at }) => localTime(at) },
];

/** The latest snapshot has no end. */
const snapshotColumns: readonly Column<ListedSnapshot>[] = [
  { head: 'SNAPSHOT', cell: ({ index }) => String(index) },
  { head: 'FROM', cell: ({ from }) => localTime(from) },
  { head: 'TO', cell: ({ to }) => (Number(to ?? 0) === 0 ? 'now' : localTime(to)) },
  { head: 'COMPLIANT', cell: ({ compliant }) => (compliant ? 'yes' : 'no') },
];

const snapshotFields: readonly Column<Snapshot>[] = [
  { head: 'Snapshot', cell: ({ index }) => String(index) },
  { head: 'Type', cell: ({ type }) => type ?? '' },
  { head: 'Compliant', cell: ({ compliant }) => (compliant ? 'yes' : 'no') },
  { head: 'From', cell: ({ timestamp }) => localTime(timestamp) },
  { head: 'To', cell: ({ next_snapshot_timestamp: next }) => localTime(next) },
  { head: 'Page', cell: ({ html_url: url }) => url ?? '' },
];

/** An artifact without a running instance is there because it stopped. */
const instanceWords = ({ creationTimestamp }: SnapshotArtifact): string => {
  const { length } = creationTimestamp ?? [];
  return length === 0 ? 'stopped' : String(length);
};

export const runningColumns: readonly Column<SnapshotArtifact>[] = [
  { head: 'ARTIFACT', cell: ({ name }) => name ?? '' },
  { head: 'FINGERPRINT', cell: ({ fingerprint }) => fingerprint.slice(0, 12) },
  { head: 'STATE', cell: ({ compliant }) => stateWord(compliant) },
  { head: 'INSTANCES', cell: instanceWords },
  { head: 'FLOW', cell: ({ flow_name: flow }) => flow ?? '' },
];

interface DifferenceRow {
  readonly name: string;
  readonly fingerprint: string;
  readonly change: string;
}

/** An artifact of only the first snapshot is gone in the second. */
export function differenceRows(difference: SnapshotDiff): readonly DifferenceRow[] {
  const { changed, snappish1, snappish2 } = difference;
  const row = ({ fingerprint, name }: SnapshotDiff['changed']['artifacts'][number], change: string): DifferenceRow => {
    return { name: name ?? '', fingerprint, change };
  };
  return [
    ...snappish1.artifacts.map((artifact) => row(artifact, 'gone')),
    ...snappish2.artifacts.map((artifact) => row(artifact, 'new')),
    ...changed.artifacts.map((artifact) =>
      row(artifact, `${String(artifact.s1_instance_count)} → ${String(artifact.s2_instance_count)} instances`),
    ),
  ];
}

export const differenceColumns: readonly Column<DifferenceRow>[] = [
  { head: 'ARTIFACT', cell: ({ name }) => name },
  { head: 'FINGERPRINT', cell: ({ fingerprint }) => fingerprint.slice(0, 12) },
  { head: 'CHANGE', cell: ({ change }) => change },
];

const differenceFields: readonly Column<SnapshotDiff>[] = [
  { head: 'From', cell: ({ snappish1 }) => snappish1.snapshot_id ?? '' },
  { head: 'To', cell: ({ snappish2 }) => snappish2.snapshot_id ?? '' },
  { head: 'Alike', cell: (difference) => String(difference['not-changed'].artifacts.length) },
];

const trailState = ({ compliance_status: status }: Trail): string =>
  overriddenWord(status.status, standsByOverride(status.status, trailEntries({ compliance_status: status })));
const stateFirst = (trail: Trail): string => headline(trail, trail.compliance_status.status, trailState(trail));
const sha = (trail: Trail): string => stringAt(trail, 'git_commit_info', 'sha1') ?? '';
const message = (trail: Trail): string => stringAt(trail, 'git_commit_info', 'message')?.split('\n', 1)[0] ?? '';

function stateNow(trail: Trail): string {
  const now = trail.current?.status;
  if (now === undefined || now === trail.compliance_status.status) return '';
  const rows = trailEntries({ compliance_status: { ...trail.compliance_status, ...trail.current } });
  return `${overriddenWord(now, standsByOverride(now, rows))}, by ${trail.own_template === true ? 'its own template and that of its flow' : 'the template that its flow has now'}`;
}

const trailColumns: readonly Column<Trail>[] = [
  { head: 'TRAIL', cell: ({ name }) => (/^[0-9a-f]{40}$/.test(name) ? name.slice(0, 12) : name) },
  { head: 'STATE', cell: stateFirst },
  { head: 'LAST CHANGE', cell: ({ last_modified_at: at }) => localTime(at) },
  { head: 'COMMIT', cell: (trail) => sha(trail).slice(0, 7) },
  { head: 'MESSAGE', cell: (trail) => oneLine(message(trail), 60) },
];

const trailFields: readonly Column<Trail>[] = [
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

export interface TrailEntry extends AttestationStatus {
  readonly artifact: string;
}

/** In the order of the answer, those of the trail itself first. */
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

const lists = {
  approvals: approvalColumns,
  artifacts: artifactColumns,
  attestations: attestationColumns,
  environments: environmentColumns,
  flows: flowColumns,
  notifications: notificationColumns,
  policies: policyColumns,
  snapshots: snapshotColumns,
  trails: trailColumns,
  types: typeColumns,
};

const fields = {
  approval: approvalFields,
  artifact: artifactFields,
  attestation: attestationFields,
  'default organization': [{ head: 'Default organization', cell: ({ name }: { readonly name: string | undefined }) => name ?? 'none' }],
  difference: differenceFields,
  environment: environmentFields,
  flow: flowFields,
  notification: notificationFields,
  policy: policyFields,
  search: searchFields,
  snapshot: snapshotFields,
  trail: trailFields,
  type: typeFields,
};

type ItemsOf<Tables> = { readonly [Resource in keyof Tables]: Tables[Resource] extends readonly Column<infer Item>[] ? Item : never };

export type ListedItems = ItemsOf<typeof lists>;
export type ShownItems = ItemsOf<typeof fields> & Readonly<Record<'artifact' | 'attestation' | 'trail', WithOverrides>>;

type TablesOf<Items> = { readonly [Resource in keyof Items]: readonly Column<Items[Resource]>[] };

export const listColumns: TablesOf<ListedItems> = lists;
export const shownFields: TablesOf<ShownItems> = fields;
