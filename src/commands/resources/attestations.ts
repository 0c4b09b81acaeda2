import { findAttestations, type AttestationSearch, type Call } from '../../client/index.ts';
import type { AttestationRecord } from '../../contract/index.ts';
import { ResponseError, UsageError } from '../../errors/index.ts';
import {
  allOrComplaints,
  attestationFilterOptions,
  connectionOptions,
  flowOption,
  readAttestationFilter,
  readLookup,
  requiredToLookUp,
  shortIdOption,
  uses,
  type AttestationFilter,
  type LookupSettings,
} from '../../options/index.ts';
import { isOverride } from '../../presentation/index.ts';
import { describeCommand } from '../run/command.ts';
import { lookUp } from '../run/connect.ts';
import { readOverrideOf } from './read-overrides.ts';
import type { ListedOf, ShownOf } from '../run/result.ts';
import { recordsOfId, wholeSha } from './short-names.ts';

export const attestationGetCommand = describeCommand({
  name: 'attestation get',
  summary: 'Show a record of evidence.',
  examples: ['compliance-evidence attestation get 19ab3c4d-5e6f-7081-92a3-b4c5d6e7 --org acme'],
  options: [{ use: shortIdOption, required: true, positional: true }, ...uses(connectionOptions, requiredToLookUp)],
  outputs: [],
  read(read): { readonly lookup: LookupSettings; readonly id: string } {
    return allOrComplaints({ lookup: () => readLookup(read), id: () => read.required('id') });
  },
  run({ id, lookup }, context): Promise<ShownOf<'attestation'> | ListedOf<'attestations'>> {
    return lookUp(lookup, context, async (call, org) => {
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
      return { kind: 'shown', resource: 'attestation', item: { ...item, ...(overrides.length === 0 ? {} : { overrides }) } };
    });
  },
});

export const attestationFindCommand = describeCommand({
  name: 'attestation find',
  summary: 'List the records of evidence of one or several commits, the latest of each first.',
  examples: ['compliance-evidence attestation find --commit "$(git rev-parse HEAD)" --org acme --flow checkout-service --name unit-tests'],
  options: [...uses(connectionOptions, requiredToLookUp), ...uses([...attestationFilterOptions, flowOption], ['commit'])],
  outputs: [],
  read(read): { readonly lookup: LookupSettings; readonly filter: AttestationFilter } {
    return allOrComplaints({ lookup: () => readLookup(read), filter: () => readAttestationFilter(read) });
  },
  run({ filter: { commits, flow, name, type }, lookup }, context): Promise<ListedOf<'attestations'>> {
    return lookUp(lookup, context, async (call, org) => {
      const whole: string[] = [];
      for (const commit of commits) whole.push(await wholeSha(call, org, 'commit', commit));
      const search = {
        commit_list: whole,
        ...(flow === undefined ? {} : { flow_name: flow }),
        ...(name === undefined ? {} : { attestation_name: [name] }),
      };
      const items = await (type === 'override' ? findOverrides(call, org, search) : findRecords(call, org, search, type));
      return { kind: 'listed', resource: 'attestations', items };
    });
  },
});

type Search = Omit<AttestationSearch, 'attestation_type'>;

async function findRecords(call: Call, org: string, search: Search, type: string | undefined): Promise<readonly AttestationRecord[]> {
  const found = await findAttestations(call, { org }, { ...search, ...(type === undefined ? {} : { attestation_type: type }) });
  return [...found.values()].flat();
}

/** Some services do not know an override as a type to search by: there it is picked out of all records. */
async function findOverrides(call: Call, org: string, search: Search): Promise<readonly AttestationRecord[]> {
  try {
    return await findRecords(call, org, search, 'override');
  } catch (error) {
    if (!(error instanceof ResponseError) || error.code !== 'invalid-request') throw error;
    return (await findRecords(call, org, search, undefined)).filter(isOverride);
  }
}
