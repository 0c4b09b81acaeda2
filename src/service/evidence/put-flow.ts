import type { Static } from 'typebox';
import type { FlowInput } from '../../contract/index.ts';
import type { Author } from '../store/log/chain.ts';
import type { StoredTemplate } from '../store/store.ts';
import type { Evidence } from './context.ts';
import { said } from './said.ts';

/** Creates a flow or changes what is said of it; without a template the stored one stays. */
export function putFlow(
  { store }: Evidence,
  author: Author,
  input: Static<typeof FlowInput>,
  template: StoredTemplate | undefined,
): Promise<'created' | 'updated'> {
  const { name, ...details } = input;
  return store.putFlow({ author, name, details: said(details), ...(template === undefined ? {} : { template }) });
}
