import { searchSha } from '../../client/index.ts';
import {
  allOrComplaints,
  connectionOptions,
  readLookup,
  readSha,
  requiredToLookUp,
  shaOption,
  uses,
  type LookupSettings,
} from '../../options/index.ts';
import { describeCommand } from '../run/command.ts';
import { lookUp } from '../run/connect.ts';
import type { ShownOf } from '../run/result.ts';

export const searchCommand = describeCommand({
  name: 'search',
  summary: 'Find what is known of a commit or an artifact, by its SHA or the beginning of it.',
  examples: ['compliance-evidence search c0ffee1 --org acme'],
  options: [{ use: shaOption, required: true, positional: true }, ...uses(connectionOptions, requiredToLookUp)],
  outputs: [],
  read(read): { readonly lookup: LookupSettings; readonly sha: string } {
    return allOrComplaints({ lookup: () => readLookup(read), sha: () => readSha(read) });
  },
  run({ lookup, sha }, context): Promise<ShownOf<'search'>> {
    return lookUp(lookup, context, async (call, org) => {
      const item = await searchSha(call, { org, search_value: sha });
      return { kind: 'shown', resource: 'search', item };
    });
  },
});
