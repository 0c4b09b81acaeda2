import { searchSha } from '../../client/index.ts';
import { argument, readSha, shaOption } from '../../options/index.ts';
import { getCommand } from './resource-command.ts';

export const searchCommand = getCommand({
  name: 'search',
  summary: 'Find what is known of a commit or an artifact, by its SHA or the beginning of it.',
  examples: ['compliance-evidence search c0ffee1 --org acme'],
  resource: 'search',
  options: [argument(shaOption)],
  fields: (read) => ({ search_value: () => readSha(read) }),
  item: (call, params) => searchSha(call, params),
});
