import { randomUUID } from 'node:crypto';
import { linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import {
  attestationsOfName,
  downloadEvidence,
  findAttestations,
  getApproval,
  getArtifact,
  getAttestation,
  listApprovals,
  listArtifacts,
  listFlowApprovals,
  listFlowAttestations,
  listOrgTrails,
  listTrails,
  searchSha,
  type Call,
  type ListedTrail,
} from '../../client/index.ts';
import type {
  Approval,
  Approver,
  Artifact,
  AttestationRecord,
  AttestationStatus,
  FoundArtifact,
  FoundTrail,
  SearchResult,
  Trail,
} from '../../contract/index.ts';
import { limits } from '../../contract/limits.ts';
import { UsageError, hasCode, messageOf, wrongUse } from '../../errors/index.ts';
import { overrideOf, rowsOf, type Override } from '../../gate/index.ts';
import {
  allFlowsOption,
  approvalNumberOption,
  argument,
  attestationFilterOptions,
  downloadOptions,
  flowOption,
  repoOption,
  shaOption,
  shortFingerprintOption,
  shortIdOption,
  shortNameOption,
  trailOption,
  uses,
} from '../../options/index.ts';
import {
  createdWords,
  gateSentence,
  isArtifactOverridden,
  isOverridden,
  isOverride,
  localTime,
  overriddenRows,
  overriddenWord,
  overrideSentence,
  overridesAmong,
  overridesOf,
  standsByOverride,
  stateWords,
  trailEntries,
  yesOrNo,
  type TrailEntry,
} from '../../presentation/index.ts';
import { bytes, given, listAt, oneLine, stringAt } from '../../text/index.ts';
import { inTurns } from '../gate/read-trail.ts';
import { faultFacts, ifThere } from '../run/fault.ts';
import type { Shown, ShownPart } from '../run/result.ts';
import { onTrailNamed, recordsOfId, trailNamed, wholeSha } from '../run/short-names.ts';
import { listCommand, pagesOf, type PageQuery } from './list-command.ts';
import { apart, columnsOf, getCommand, lookupCommand, sentencesApart, showItem, showList, tableOf } from './resource-command.ts';
import type { Column } from './resource-command.ts';

/** Later overrides are shown with only the facts in their rows. */
const mostRead = 100;

/** `key`: the name that the row is shown with. */
interface NamedRow {
  readonly key: string;
  readonly status: AttestationStatus;
}

/** From the record of each override. Where it is not shown, only that there is one. */
async function readOverrides(call: Call, org: string, rows: readonly NamedRow[]): Promise<readonly Override[]> {
  const known = rows.flatMap(({ key, status }) => overrideOf(key, status, []) ?? []);
  const named = known.slice(0, mostRead).flatMap(({ attestation_id: id, overridden_attestation_id: of }) => [id, of]);
  const ids = [...new Set(named)].filter((id) => id !== undefined);
  const records = (await inTurns(ids, (id) => readable(call, () => getAttestation(call, { org }, id)))).flat();
  return rows.flatMap(({ key, status }) => overrideOf(key, status, records) ?? []);
}

function withOverrides<Item extends object>(
  item: Item,
  overrides: readonly Override[],
): Item & { readonly overrides?: readonly Override[] } {
  return overrides.length === 0 ? item : { ...item, overrides };
}

/** The latest override, where the trail of the record has one. */
async function readOverrideOf(call: Call, org: string, record: AttestationRecord): Promise<readonly Override[]> {
  const { attestation_id: id, attestation_name: name, flow_name: flow, trail_name: trail } = record;
  if (typeof flow !== 'string' || typeof trail !== 'string') return [];
  const params = { org, flow_name: flow, trail_name: trail, attestation_name: name };
  const records = await readable(call, () => attestationsOfName(call, params));
  const override = records.find((each) => each.overridden_attestation_id === id && each.attestation_id !== id);
  if (override === undefined) return [];
  const row = {
    attestation_name: name,
    attestation_id: override.attestation_id,
    overridden_attestation_id: id,
    is_compliant: override.is_compliant,
  };
  return [overrideOf(name, row, [override])].filter((found) => found !== undefined);
}

/** Empty where they cannot be read: the item that is shown with them was read. */
async function readable(call: Call, read: () => Promise<readonly AttestationRecord[]>): Promise<readonly AttestationRecord[]> {
  try {
    return await read();
  } catch (error) {
    call.onNotice?.(`Who overrode what could not be read: ${faultFacts(error).message}`);
    return [];
  }
}

const inFlow = uses([flowOption], ['flow']);

const trailState = ({ compliance_status: status }: Trail): string =>
  overriddenWord(status.status, standsByOverride(status.status, trailEntries({ compliance_status: status })));
const stateFirst = (trail: Trail): string => stateWords(trail, trail.compliance_status.status, trailState(trail));
const sha = (trail: Trail): string => stringAt(trail, 'git_commit_info', 'sha1') ?? '';
const message = (trail: Trail): string => stringAt(trail, 'git_commit_info', 'message')?.split('\n', 1)[0] ?? '';

function stateNow(trail: Trail): string {
  const now = trail.current?.status;
  if (now === undefined || now === trail.compliance_status.status) return '';
  const rows = trailEntries({ compliance_status: { ...trail.compliance_status, ...trail.current } });
  return `${overriddenWord(now, standsByOverride(now, rows))}, by ${trail.own_template === true ? 'its own template and that of its flow' : 'the template that its flow has now'}`;
}

const trailColumns: readonly Column<Trail>[] = [
  { head: 'TRAIL', cell: ({ name }) => name, digits: 12 },
  { head: 'STATE', cell: stateFirst },
  { head: 'LAST CHANGE', cell: ({ last_modified_at: at }) => at, isTime: true },
  { head: 'COMMIT', cell: sha, digits: 7 },
  { head: 'MESSAGE', cell: (trail) => oneLine(message(trail), 60) },
];

const states = ['compliant', 'non-compliant', 'incomplete'];
const flowOf = (trail: Trail): string => stringAt(trail, 'flow', 'name') ?? stringAt(trail, 'flow_name') ?? '';

const trailFields: readonly Column<Trail>[] = [
  { head: 'Trail', cell: ({ name }) => name },
  { head: 'Flow', cell: (trail) => stringAt(trail, 'flow', 'name') },
  { head: 'State', cell: stateFirst },
  { head: 'Gate', cell: (trail) => gateSentence(trail, trail.compliance_status.status) },
  { head: 'State now', cell: stateNow },
  { head: 'Description', cell: (trail) => stringAt(trail, 'description') },
  { head: 'Commit', cell: (trail) => [sha(trail), message(trail)].filter((part) => part !== '').join(' ') },
  { head: 'Branch', cell: (trail) => stringAt(trail, 'git_commit_info', 'branch') },
  { head: 'Created', cell: (trail) => createdWords(trail.created_at, stringAt(trail, 'created_by')) },
  { head: 'Last change', cell: ({ last_modified_at: at }) => at, isTime: true },
  { head: 'Origin', cell: (trail) => stringAt(trail, 'origin_url') },
  { head: 'Page', cell: ({ html_url: url }) => url },
];

const entryColumns: readonly Column<TrailEntry>[] = [
  { head: 'ATTESTATION', cell: ({ artifact, attestation_name: name }) => (artifact === '' ? name : `${artifact}.${name}`) },
  { head: 'TYPE', cell: ({ attestation_type: type }) => type },
  { head: 'STATUS', cell: ({ status }) => status },
  { head: 'COMPLIANT', cell: (entry) => yesOrNo(entry.is_compliant, isOverridden(entry)) },
  { head: 'REQUIRED', cell: ({ unexpected }) => (unexpected === true ? 'no' : 'yes') },
  { head: 'ID', cell: ({ attestation_id: id }) => id ?? '', isWhole: true },
];

/** As a service finds them; all where it does not say that it looked for them. */
async function* narrowedTrails(call: Call, org: string, query: object, all: AsyncIterable<ListedTrail>): AsyncIterable<ListedTrail> {
  for (let before: string | undefined; ;) {
    const page = await ifThere(listOrgTrails(call, { org }, { ...query, ...given({ before }), per_page: limits.pageSize }));
    if (page?.next === undefined) return yield* all;
    yield* page.items;
    if (typeof page.next !== 'string') return undefined;
    before = page.next;
  }
}

export const trailListCommand = listCommand({
  name: 'trail list',
  summary: 'List the trails of a flow or of all flows, the latest first.',
  examples: [
    'compliance-evidence trail list --org acme --flow checkout-service --limit 20',
    'compliance-evidence trail list --org acme --all-flows --state non-compliant,incomplete --since 7d --branch main',
  ],
  resource: 'trails',
  columns: ({ allFlows }) => (allFlows ? [{ head: 'FLOW', cell: flowOf }, ...trailColumns] : trailColumns),
  options: uses([flowOption, allFlowsOption]),
  facets: {
    states,
    state: ({ compliance_status: status }) => status.status,
    begun: ({ created_at: at }) => at,
    commit: ({ git_commit_info: commit }) => commit,
  },
  async items(call, { allFlows, branch, flow, org, since, state: [one, ...others] = [], until }, { report }) {
    const state = others.length === 0 ? one : undefined;
    const narrowed = given({ branch, since: since?.toFixed(3), until: until?.toFixed(3), state });
    const of = allFlows ? undefined : flow;
    const read = (query: PageQuery) =>
      of === undefined ? listOrgTrails(call, { org }, query) : listTrails(call, { org, flow_name: of }, query);
    const listed = pagesOf(call, read, (item) => `${item.kind === 'trail' ? flowOf(item.trail) : ''}/${item.name ?? ''}`);
    const isNarrowed = Object.keys(narrowed).length > 0;
    return async function* readable(...asked) {
      const all = listed(...asked);
      const items = isNarrowed ? narrowedTrails(call, org, { ...narrowed, ...given({ flow: of }) }, all) : all;
      for await (const item of items) {
        if (item.kind === 'trail') yield item.trail;
        else report({ kind: 'warning', message: `A trail is left out: ${item.error.message}` });
      }
    };
  },
  page: ({ html_url: url }) => /^(.*\/flows\/[^/]+)\/trails\//.exec(url ?? '')?.[1],
});

export const trailGetCommand = getCommand({
  name: 'trail get',
  summary: 'Show a trail, and each attestation on it.',
  examples: ['compliance-evidence trail get release-1.2 --org acme --flow checkout-service'],
  facts: trailFields,
  options: [...inFlow, argument(shortNameOption)],
  async item(call, { flow, name, org }) {
    const trail = await trailNamed(call, { org, flow_name: flow }, name);
    const overrides = await readOverrides(call, org, rowsOf(trail));
    return withOverrides(trail, overrides);
  },
  more: (trail) => [...apart(tableOf(entryColumns, trailEntries(trail))), ...sentencesApart(overridesOf(trail, localTime))],
});

function artifactState(artifact: object, state: string | null | undefined): string {
  return stateWords(artifact, state, overriddenWord(state ?? '', isArtifactOverridden(artifact, state)));
}

const artifactFields = [
  { head: 'Fingerprint', cell: ({ fingerprint }) => fingerprint },
  { head: 'File', cell: ({ filename }) => filename },
  { head: 'Name', cell: ({ template_reference_name: name }) => name },
  { head: 'State', cell: (artifact) => artifactState(artifact, artifact.state) },
  { head: 'Gate', cell: (artifact) => gateSentence(artifact, artifact.state) },
  { head: 'Flow', cell: (artifact) => stringAt(artifact, 'flow_name') },
  { head: 'Trail', cell: ({ trail_name: trail }) => trail, digits: 12 },
  { head: 'Commit', cell: ({ git_commit: commit }) => commit },
  { head: 'Build', cell: ({ build_url: url }) => url },
  { head: 'Created', cell: ({ created_at: at }) => at, isTime: true },
  { head: 'Last change', cell: ({ last_modified_at: at }) => at, isTime: true },
  { head: 'Page', cell: ({ html_url: url }) => url },
] as const satisfies readonly Column<Artifact>[];

const artifactColumns: readonly Column<Artifact>[] = [
  { head: 'FINGERPRINT', cell: ({ fingerprint }) => fingerprint, digits: 12 },
  ...columnsOf(artifactFields, 'File', 'State', 'Trail'),
  { head: 'COMMIT', cell: ({ git_commit: commit }) => commit, digits: 7 },
  ...columnsOf(artifactFields, 'Created'),
];

export const artifactListCommand = listCommand({
  name: 'artifact list',
  summary: 'List artifacts of an organization, the latest first.',
  examples: ['compliance-evidence artifact list --org acme --flow checkout-service'],
  resource: 'artifacts',
  columns: artifactColumns,
  options: uses([flowOption, repoOption]),
  facets: { states, state: ({ state }) => state, begun: ({ created_at: at }) => at },
  async items(call, { flow, org, repo }) {
    const filter = given({ flow_name: flow, repo_name: repo });
    const read = (query: PageQuery) => listArtifacts(call, { org }, { ...filter, ...query });
    return pagesOf(call, read, ({ fingerprint, id, trail_name: trail }) => id ?? `${fingerprint} ${trail}`);
  },
});

export const artifactGetCommand = getCommand({
  name: 'artifact get',
  summary: 'Show an artifact of a flow.',
  examples: ['compliance-evidence artifact get "$SHA256" --org acme --flow checkout-service'],
  facts: artifactFields,
  options: [...inFlow, argument(shortFingerprintOption), ...uses([trailOption])],
  async item(call, { fingerprint, flow, org, trail }) {
    const params = { org, flow_name: flow, fingerprint: await wholeSha(call, org, 'fingerprint', fingerprint) };
    const artifact = await (trail === undefined
      ? getArtifact(call, params, {})
      : onTrailNamed(call, { org, flow_name: flow }, trail, (name) => getArtifact(call, params, { trail: name })));
    const rows = overriddenRows(artifact).map((status) => ({ key: status.attestation_name, status }));
    const overrides = await readOverrides(call, org, rows);
    return withOverrides(artifact, overrides);
  },
  more: (artifact) => sentencesApart(overridesOf(artifact, localTime)),
});

const approvalFields = [
  { head: 'Approval', cell: ({ release_number: number }) => number },
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
  { head: 'Description', cell: ({ description }) => description },
  { head: 'Commits', cell: (approval) => (listAt(approval, 'src_commit_list') ?? []).map(shortCommit).join(' ') },
  { head: 'Reported by', cell: ({ reported_by: by }) => by },
  { head: 'Created', cell: ({ created_at: at }) => at, isTime: true },
] as const satisfies readonly Column<Approval>[];

/** The approver is only claimed by the caller; the reporter is proven. */
const approvalColumns: readonly Column<Approval>[] = [
  { head: 'NUMBER', cell: ({ release_number: number }) => number },
  ...columnsOf(approvalFields, 'State', 'Environment'),
  {
    head: 'SAID BY',
    cell: ({ approvals }) => (approvals ?? []).map(({ approved_by: by, state }) => `${by ?? 'unknown'} (${state ?? 'unknown'})`).join(', '),
  },
  ...columnsOf(approvalFields, 'Reported by', 'Created'),
];

const approverColumns: readonly Column<Approver>[] = [
  { head: 'SAID BY', cell: ({ approved_by: by }) => by ?? 'unknown' },
  { head: 'STATE', cell: ({ state }) => state ?? 'unknown' },
  { head: 'COMMENT', cell: ({ comment }) => comment },
  { head: 'WHERE', cell: ({ approval_url: url }) => url },
  { head: 'WHEN', cell: ({ timestamp: at }) => at, isTime: true },
];

/** In a list a commit is its SHA; in a single approval it is an object with it. */
function shortCommit(commit: unknown): string {
  return (typeof commit === 'string' ? commit : (stringAt(commit, 'commit_sha') ?? '')).slice(0, 12);
}

export const approvalListCommand = listCommand({
  name: 'approval list',
  summary: 'List the approvals of a flow, the latest first; or those of one artifact.',
  examples: ['compliance-evidence approval list --org acme --flow checkout-service --fingerprint "$SHA256"'],
  resource: 'approvals',
  columns: approvalColumns,
  options: uses([flowOption, shortFingerprintOption], ['flow']),
  facets: { states: ['approved', 'unapproved', 'pending'], state: ({ state }) => state, begun: ({ created_at: at }) => at },
  async items(call, { fingerprint, flow, org }) {
    if (fingerprint === undefined) {
      const read = (query: PageQuery) => listFlowApprovals(call, { org, flow_name: flow }, query);
      return pagesOf(call, read, ({ release_number: number }) => String(number));
    }
    const whole = await wholeSha(call, org, 'fingerprint', fingerprint);
    const items = await listApprovals(call, { org, flow_name: flow, fingerprint: whole });
    return items.toSorted((one, other) => other.release_number - one.release_number);
  },
});

export const approvalGetCommand = getCommand({
  name: 'approval get',
  summary: 'Show an approval, and who is said to have decided.',
  examples: ['compliance-evidence approval get 12 --org acme --flow checkout-service'],
  facts: approvalFields,
  options: [...inFlow, argument(approvalNumberOption)],
  item: (call, { approvalNumber, flow, org }) => getApproval(call, { org, flow_name: flow, approval_number: approvalNumber }),
  more: ({ approvals }) => apart(tableOf(approverColumns, approvals ?? [])),
});

const compliantWord = (record: AttestationRecord): string => yesOrNo(record.is_compliant, isOverride(record));

const attestationFields = [
  { head: 'Attestation', cell: ({ attestation_name: name }) => name },
  { head: 'Id', cell: ({ attestation_id: id }) => id, isWhole: true },
  { head: 'Type', cell: ({ attestation_type: type }) => type },
  { head: 'Compliant', cell: compliantWord },
  { head: 'Override', cell: (record) => (isOverride(record) ? overrideSentence(record, record.attestation_name, localTime) : '') },
  { head: 'Flow', cell: ({ flow_name: flow }) => flow },
  { head: 'Trail', cell: ({ trail_name: trail }) => trail, digits: 12 },
  { head: 'Artifact', cell: ({ artifact_fingerprint: fingerprint }) => fingerprint },
  { head: 'Commit', cell: (record) => stringAt(record, 'git_commit_info', 'sha1') },
  { head: 'Description', cell: (record) => stringAt(record, 'description') },
  { head: 'Created', cell: (record) => createdWords(record.created_at, stringAt(record, 'reported_by')) },
  { head: 'Origin', cell: (record) => stringAt(record, 'origin_url') },
  { head: 'Page', cell: ({ html_url: url }) => url },
] as const satisfies readonly Column<AttestationRecord>[];

const attestationColumns: readonly Column<AttestationRecord>[] = [
  ...columnsOf(attestationFields, 'Attestation', 'Type', 'Compliant', 'Flow', 'Trail'),
  { head: 'CREATED', cell: ({ created_at: at }) => at, isTime: true },
  ...columnsOf(attestationFields, 'Id'),
];

function overridesApart(records: readonly AttestationRecord[]): readonly ShownPart[] {
  return sentencesApart(overridesAmong(records, localTime));
}

function noRecord(id: string, where: string): UsageError {
  return wrongUse(`There is no attestation ${id} ${where}`, 'Check the id: `trail get` shows those of a trail');
}

export const attestationGetCommand = lookupCommand({
  name: 'attestation get',
  summary: 'Show a record of evidence.',
  examples: ['compliance-evidence attestation get 19ab3c4d-5e6f-7081-92a3-b4c5d6e7 --org acme'],
  options: [argument(shortIdOption)],
  async run(call, { id, org }) {
    const items = await recordsOfId(call, org, id);
    const [item, another] = items;
    if (item === undefined) throw noRecord(id, `in the organization ${org}`);
    // One id may stand on several artifacts.
    if (another !== undefined) return showList('attestations', attestationColumns, items, overridesApart);
    const overrides = await readOverrideOf(call, org, item);
    return showItem(attestationFields, withOverrides(item, overrides), (shown) => sentencesApart(overridesOf(shown, localTime)));
  },
});

export const attestationFindCommand = listCommand({
  name: 'attestation find',
  summary: 'List the records of evidence of commits, or of a flow, the latest first.',
  examples: [
    'compliance-evidence attestation find --commit "$(git rev-parse HEAD)" --org acme --flow checkout-service --name unit-tests',
    'compliance-evidence attestation find --org acme --flow checkout-service --type override --since 30d',
  ],
  resource: 'attestations',
  columns: attestationColumns,
  more: overridesApart,
  options: uses([...attestationFilterOptions, flowOption]),
  facets: {
    begun: ({ created_at: at }) => at,
    name: ({ attestation_name: name }) => name,
    type: (record) => (isOverride(record) ? 'override' : record.attestation_type),
  },
  async items(call, { commit: commits, flow, name, org, since = 0, type }) {
    if (commits.length === 0 && flow !== undefined) {
      const read = (query: PageQuery) =>
        listFlowAttestations(call, { org, flow_name: flow }, { ...query, from_timestamp: Math.floor(since) });
      return pagesOf(call, read, ({ artifact_fingerprint: artifact, attestation_id: id }) => `${id} ${artifact ?? ''}`);
    }
    const whole: string[] = [];
    for (const commit of commits) whole.push(await wholeSha(call, org, 'commit', commit));
    // Some services cannot search for the type of an override.
    const of = { flow_name: flow, attestation_name: name === undefined ? undefined : [name] };
    const search = { commit_list: whole, ...given({ ...of, attestation_type: type === 'override' ? undefined : type }) };
    return [...(await findAttestations(call, { org }, search)).values()].flat();
  },
});

export const attestationDownloadCommand = lookupCommand({
  name: 'attestation download',
  summary: 'Save the file that is attached to a record of evidence.',
  examples: ['compliance-evidence attestation download 19ab3c4d-5e6f-7081-92a3-b4c5d6e7 --org acme --output evidence.tgz'],
  options: [argument(shortIdOption), ...uses(downloadOptions)],
  async run(call, { force, id, org, output }, context): Promise<Shown> {
    const [record] = await recordsOfId(call, org, id);
    const { flow_name: flow, trail_name: trail } = record ?? {};
    if (record === undefined || typeof flow !== 'string' || typeof trail !== 'string')
      throw noRecord(id, `on a trail of the organization ${org}`);
    const params = { org, flow_name: flow, trail_name: trail, attestation_id: record.attestation_id };
    const { content, name } = await downloadEvidence(call, params);
    const path = resolve(context.workspace, output ?? safeName(name, `${record.attestation_name}-${record.attestation_id}`));
    save(path, content, force);
    return { kind: 'shown', parts: [`${path} (${bytes(content.length)})`], json: { file: path, bytes: content.length } };
  },
});

/** Names that Windows takes for a device, whatever follows the dot. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\s*(?:\.|$))/i;

/** For a foreign name: no path, no device, no hidden file, nothing that a shell reads as an option. */
function safeName(name: string | undefined, otherwise: string): string {
  const last = basename((name ?? '').replaceAll('\\', '/'));
  const safe = last
    .replace(/[^\p{L}\p{N}._ -]/gu, '_')
    .replace(/^[.\s-]+/, '')
    .slice(0, 200)
    .replace(device, '_$&')
    .replace(/[. ]+$/, '');
  return safe === '' ? otherwise.replace(/[^A-Za-z0-9._-]/g, '_') : safe;
}

/** Writes the whole file or nothing. An existing file stays, unless `force` is set. */
function save(path: string, content: Buffer, force: boolean): void {
  const part = join(dirname(path), `.${randomUUID()}.part`);
  try {
    writeFileSync(part, content, { flag: 'wx' });
    if (force) renameSync(part, path);
    else linkSync(part, path);
  } catch (error) {
    const isThere = hasCode(error, 'EEXIST');
    const what = isThere ? 'is there already' : `could not be written: ${messageOf(error)}`;
    const fix = isThere ? 'Choose another output, or add --force to replace it' : 'Choose an output in a folder that can be written to';
    throw new UsageError(isThere ? 'conflicting-inputs' : 'invalid-input', `${path} ${what}`, { cause: error, fix });
  } finally {
    rmSync(part, { force: true });
  }
}

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

const foundColumns: readonly Column<FoundArtifact>[] = [
  { head: 'FINGERPRINT', cell: ({ fingerprint }) => fingerprint, digits: 12 },
  { head: 'NAME', cell: ({ name }) => name },
  { head: 'FLOW', cell: ({ flow, pipeline }) => flow ?? pipeline ?? '' },
  { head: 'TRAIL', cell: ({ trail }) => trail },
  { head: 'STATE', cell: (artifact) => artifactState(artifact, artifact.compliance_state) },
  { head: 'COMMIT', cell: ({ git_commit: commit }) => commit, digits: 7 },
  { head: 'RUNNING IN', cell: ({ running_in: environments }) => (environments ?? []).join(', ') },
  { head: 'PROVENANCE', cell: ({ has_provenance: has }) => (has === true ? 'yes' : has === false ? 'no' : '') },
];

const foundTrailColumns: readonly Column<FoundTrail>[] = [
  { head: 'TRAIL', cell: ({ name }) => name, isWhole: true },
  { head: 'FLOW', cell: ({ flow }) => flow },
  { head: 'STATE', cell: (trail) => stateWords(trail, trail.compliance_state, trail.compliance_state ?? '') },
  { head: 'LAST CHANGE', cell: ({ last_modified_at: at }) => at, isTime: true },
];

export const searchCommand = getCommand({
  name: 'search',
  summary: 'Find what is known of a commit or an artifact, by its SHA or the beginning of it.',
  examples: ['compliance-evidence search c0ffee1 --org acme'],
  facts: searchFields,
  options: [argument(shaOption)],
  item: (call, { org, sha }) => searchSha(call, { org, search_value: sha }),
  more: ({ artifacts, trails }) => [...apart(tableOf(foundColumns, artifacts)), ...apart(tableOf(foundTrailColumns, trails ?? []))],
});
