import { findAttestations, type AttestationSearch, type Call } from '../../client/index.ts';
import type { AttestationRecord } from '../../contract/index.ts';
import { ResponseError, UsageError } from '../../errors/index.ts';
import { argument, attestationFilterOptions, flowOption, readAttestationFilter, shortIdOption, uses } from '../../options/index.ts';
import { isOverride } from '../../presentation/index.ts';
import { readOverrideOf, withOverrides } from './read-overrides.ts';
import { listCommand, lookupCommand } from './resource-command.ts';
import type { ListedOf, ShownOf } from '../run/result.ts';
import { recordsOfId, wholeSha } from './short-names.ts';
import { given } from '../../text/index.ts';

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

/** Some services cannot search by the type of an override; then it is picked out of all records. */
async function findOverrides(call: Call, org: string, search: Search): Promise<readonly AttestationRecord[]> {
  try {
    return await findRecords(call, org, search, 'override');
  } catch (error) {
    if (!(error instanceof ResponseError) || error.code !== 'invalid-request') throw error;
    return (await findRecords(call, org, search, undefined)).filter(isOverride);
  }
}
