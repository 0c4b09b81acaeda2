import { wrongUse } from '../errors/index.ts';
import { administer, type AdministeredOptions, type Work } from './administered.ts';
import { placeOf } from './data-place.ts';
import { printList } from './show-view.ts';
import type { FormOptions, Terminal } from './terminal.ts';

type Item = Readonly<Record<string, string | number | null>>;

export function listOrganizations(options: AdministeredOptions & FormOptions, terminal: Terminal): Promise<number> {
  const show: Work = async (ways, place) => {
    const items: readonly Item[] = await ways.listOrganizations(place);
    const columns = Object.keys(items[0] ?? { name: '' }).map((name) => {
      const head = name.replace(/_at$/, '').replaceAll('_', ' ').toUpperCase();
      return { head, cell: (item: Item) => item[name], isTime: name.endsWith('_at') };
    });
    await printList('organizations', columns, items, options, terminal);
  };
  // An operator's token has no default organization that could be asked for.
  return administer({ ...options, org: 'any' }, terminal, show, () => placeOf(options));
}

export function archiveOrganization(options: AdministeredOptions, org: string, archived: boolean, terminal: Terminal): Promise<number> {
  const change: Work = async (ways, place) => {
    if ((await ways.changeOrganization(place, org, archived)) === undefined)
      throw wrongUse(`There is no organization '${org}'.`, 'organization list shows them');
    terminal.out(`The organization ${org} ${archived ? 'can only be read from now on, and nobody writes to it' : 'takes records again'}.`);
  };
  return administer({ ...options, org }, terminal, change, () => placeOf(options));
}
