import { randomUUID } from 'node:crypto';
import { linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import {
  attestationsOfName,
  downloadEvidence,
  everyItem,
  findAttestations,
  getApproval,
  getArtifact,
  getAttestation,
  listApprovals,
  listArtifacts,
  listFlowApprovals,
  listTrails,
  searchSha,
  type AttestationSearch,
  type Call,
} from '../../client/index.ts';
import type { AttestationRecord, AttestationStatus } from '../../contract/index.ts';
import { ResponseError, UsageError } from '../../errors/index.ts';
import { overrideOf, rowsOf, type Override } from '../../gate/index.ts';
import {
  approvalNumberOption,
  argument,
  attestationFilterOptions,
  downloadOptions,
  flowOption,
  limitOption,
  readApprovalNumber,
  readAttestationFilter,
  readFingerprint,
  readName,
  readNameIfGiven,
  readSha,
  repoOption,
  shaOption,
  shortFingerprintOption,
  shortIdOption,
  shortNameOption,
  trailOption,
  uses,
} from '../../options/index.ts';
import { isOverride, overriddenRows } from '../../presentation/index.ts';
import { given } from '../../text/index.ts';
import { inTurns } from '../gate/read-trail.ts';
import { listAll } from '../run/connect.ts';
import { faultFacts } from '../run/fault.ts';
import type { ListedOf, Saved, ShownOf } from '../run/result.ts';
import { getCommand, listCommand, lookupCommand, pagedCommand } from './resource-command.ts';
import { onTrailNamed, recordsOfId, trailNamed, wholeSha } from './short-names.ts';

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
  const ids = [...new Set(known.slice(0, mostRead).flatMap(({ attestation_id: id, overridden_attestation_id: of }) => [id, of]))];
  const records = (
    await inTurns(
      ids.filter((id) => id !== undefined),
      (id) => readable(call, () => getAttestation(call, { org }, id)),
    )
  ).flat();
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

export const trailListCommand = pagedCommand({
  name: 'trail list',
  summary: 'List the trails of a flow, the latest first.',
  examples: ['compliance-evidence trail list --org acme --flow checkout-service --limit 20'],
  resource: 'trails',
  options: inFlow,
  fields: (read) => ({ flow_name: () => readName(read, 'flow', 'flowName') }),
  async *items(call, params, context) {
    const listed = everyItem(
      call,
      (page, per_page) => listTrails(call, params, { page, per_page }),
      ({ name }) => name ?? '',
    );
    for await (const item of listed) {
      if (item.kind === 'trail') yield item.trail;
      else context.report({ kind: 'warning', message: `A trail is left out: ${item.error.message}` });
    }
  },
});

export const trailGetCommand = getCommand({
  name: 'trail get',
  summary: 'Show a trail, and each attestation on it.',
  examples: ['compliance-evidence trail get release-1.2 --org acme --flow checkout-service'],
  resource: 'trail',
  options: [argument(shortNameOption), ...inFlow],
  fields: (read) => ({
    flow: () => readName(read, 'flow', 'flowName'),
    name: () => readName(read, 'name', 'trailName'),
  }),
  async item(call, { flow, name, org }) {
    const trail = await trailNamed(call, { org, flow_name: flow }, name);
    const overrides = await readOverrides(call, org, rowsOf(trail));
    return withOverrides(trail, overrides);
  },
});

export const artifactListCommand = pagedCommand({
  name: 'artifact list',
  summary: 'List artifacts of an organization, the latest first.',
  examples: ['compliance-evidence artifact list --org acme --flow checkout-service'],
  resource: 'artifacts',
  options: uses([flowOption, repoOption]),
  fields: (read) => ({
    flow: () => readNameIfGiven(read, 'flow', 'flowName'),
    repo: () => read.text('repo'),
  }),
  items(call, { flow, org, repo }) {
    const filter = given({ flow_name: flow, repo_name: repo });
    return everyItem(
      call,
      (page, per_page) => listArtifacts(call, { org }, { ...filter, page, per_page }),
      ({ fingerprint, id, trail_name: trail }) => id ?? `${fingerprint} ${trail}`,
    );
  },
});

export const artifactGetCommand = getCommand({
  name: 'artifact get',
  summary: 'Show an artifact of a flow.',
  examples: ['compliance-evidence artifact get "$SHA256" --org acme --flow checkout-service'],
  resource: 'artifact',
  options: [argument(shortFingerprintOption), ...uses([flowOption, trailOption], ['flow'])],
  fields: (read) => ({
    flow: () => readName(read, 'flow', 'flowName'),
    fingerprint: () => readFingerprint(read, 'fingerprint', 'short'),
    trail: () => readNameIfGiven(read, 'trail', 'trailName'),
  }),
  async item(call, { fingerprint, flow, org, trail }) {
    const params = { org, flow_name: flow, fingerprint: await wholeSha(call, org, 'fingerprint', fingerprint) };
    const artifact = await (trail === undefined
      ? getArtifact(call, params, {})
      : onTrailNamed(call, { org, flow_name: flow }, trail, (name) => getArtifact(call, params, { trail: name })));
    const rows = overriddenRows(artifact).map((status) => ({ key: status.attestation_name, status }));
    const overrides = await readOverrides(call, org, rows);
    return withOverrides(artifact, overrides);
  },
});

export const approvalListCommand = listCommand({
  name: 'approval list',
  summary: 'List the approvals of a flow, the latest first; or those of one artifact.',
  examples: ['compliance-evidence approval list --org acme --flow checkout-service --fingerprint "$SHA256"'],
  resource: 'approvals',
  options: uses([flowOption, shortFingerprintOption, limitOption], ['flow']),
  fields: (read) => ({
    flow: () => readName(read, 'flow', 'flowName'),
    fingerprint: () => (read.text('fingerprint') === undefined ? undefined : readFingerprint(read, 'fingerprint', 'short')),
    limit: () => read.count('limit'),
  }),
  async items(call, { fingerprint, flow, limit, org }, context) {
    if (fingerprint !== undefined) {
      const whole = await wholeSha(call, org, 'fingerprint', fingerprint);
      const items = await listApprovals(call, { org, flow_name: flow, fingerprint: whole });
      const latest = items.toSorted((one, other) => other.release_number - one.release_number);
      return limit === 0 ? latest : latest.slice(0, limit);
    }
    const pages = everyItem(
      call,
      (page, per_page) => listFlowApprovals(call, { org, flow_name: flow }, { page, per_page }),
      ({ release_number: number }) => String(number),
    );
    return listAll(pages, limit, context);
  },
});

export const approvalGetCommand = getCommand({
  name: 'approval get',
  summary: 'Show an approval, and who is said to have decided.',
  examples: ['compliance-evidence approval get 12 --org acme --flow checkout-service'],
  resource: 'approval',
  options: [argument(approvalNumberOption), ...uses([flowOption], ['flow'])],
  fields: (read) => ({ flow_name: () => readName(read, 'flow', 'flowName'), approval_number: () => readApprovalNumber(read) }),
  item: (call, params) => getApproval(call, params),
});

export const attestationGetCommand = lookupCommand({
  name: 'attestation get',
  summary: 'Show a record of evidence.',
  examples: ['compliance-evidence attestation get 19ab3c4d-5e6f-7081-92a3-b4c5d6e7 --org acme'],
  options: [argument(shortIdOption)],
  fields: (read) => ({ id: () => read.required('id') }),
  async run(call, { id, org }): Promise<ShownOf<'attestation'> | ListedOf<'attestations'>> {
    const items = await recordsOfId(call, org, id);
    const [item, another] = items;
    if (item === undefined) {
      throw new UsageError('invalid-input', `There is no attestation ${id} in the organization ${org}`, {
        fix: 'Check the id: `trail get` shows those of a trail',
      });
    }
    // One id may stand on several artifacts.
    if (another !== undefined) return { kind: 'listed', resource: 'attestations', items };
    const overrides = await readOverrideOf(call, org, item);
    return { kind: 'shown', resource: 'attestation', item: withOverrides(item, overrides) };
  },
});

export const attestationFindCommand = listCommand({
  name: 'attestation find',
  summary: 'List the records of evidence of one or several commits, the latest of each first.',
  examples: ['compliance-evidence attestation find --commit "$(git rev-parse HEAD)" --org acme --flow checkout-service --name unit-tests'],
  resource: 'attestations',
  options: uses([...attestationFilterOptions, flowOption], ['commit']),
  fields: (read) => ({ filter: () => readAttestationFilter(read) }),
  async items(call, { filter: { commits, flow, name, type }, org }) {
    const whole: string[] = [];
    for (const commit of commits) whole.push(await wholeSha(call, org, 'commit', commit));
    const search = {
      commit_list: whole,
      ...given({ flow_name: flow }),
      ...(name === undefined ? {} : { attestation_name: [name] }),
    };
    return type === 'override' ? findOverrides(call, org, search) : findRecords(call, org, search, type);
  },
});

type Search = Omit<AttestationSearch, 'attestation_type'>;

async function findRecords(call: Call, org: string, search: Search, type: string | undefined): Promise<readonly AttestationRecord[]> {
  const found = await findAttestations(call, { org }, { ...search, ...given({ attestation_type: type }) });
  return [...found.values()].flat();
}

/** Some services cannot search by the type of an override; then they are picked out of all records. */
async function findOverrides(call: Call, org: string, search: Search): Promise<readonly AttestationRecord[]> {
  try {
    return await findRecords(call, org, search, 'override');
  } catch (error) {
    if (!(error instanceof ResponseError) || error.code !== 'invalid-request') throw error;
    return (await findRecords(call, org, search, undefined)).filter(isOverride);
  }
}

export const attestationDownloadCommand = lookupCommand({
  name: 'attestation download',
  summary: 'Save the file that is attached to a record of evidence.',
  examples: ['compliance-evidence attestation download 19ab3c4d-5e6f-7081-92a3-b4c5d6e7 --org acme --output evidence.tgz'],
  options: [argument(shortIdOption), ...uses(downloadOptions)],
  fields: (read) => ({ id: () => read.required('id'), output: () => read.text('output'), force: () => read.flag('force') }),
  async run(call, { force, id, org, output }, context): Promise<Saved> {
    const [record] = await recordsOfId(call, org, id);
    const { flow_name: flow, trail_name: trail } = record ?? {};
    if (record === undefined || typeof flow !== 'string' || typeof trail !== 'string') {
      throw new UsageError('invalid-input', `There is no attestation ${id} on a trail of the organization ${org}`, {
        fix: 'Check the id: `trail get` shows those of a trail',
      });
    }
    const params = { org, flow_name: flow, trail_name: trail, attestation_id: record.attestation_id };
    const { content, name } = await downloadEvidence(call, params);
    const path = resolve(context.workspace, output ?? safeName(name, `${record.attestation_name}-${record.attestation_id}`));
    save(path, content, force);
    return { kind: 'saved', path, bytes: content.length };
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
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      throw new UsageError('conflicting-inputs', `${path} is there already`, {
        cause: error,
        fix: 'Choose another output, or add --force to replace it',
      });
    }
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError('invalid-input', `${path} could not be written: ${why}`, {
      cause: error,
      fix: 'Choose an output in a folder that can be written to',
    });
  } finally {
    rmSync(part, { force: true });
  }
}

export const searchCommand = getCommand({
  name: 'search',
  summary: 'Find what is known of a commit or an artifact, by its SHA or the beginning of it.',
  examples: ['compliance-evidence search c0ffee1 --org acme'],
  resource: 'search',
  options: [argument(shaOption)],
  fields: (read) => ({ search_value: () => readSha(read) }),
  item: (call, params) => searchSha(call, params),
});
