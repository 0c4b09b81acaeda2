import type { Author } from '../store/log/chain.ts';
import type { Evidence } from './context.ts';

/** Makes an organization the one that its caller means when none is named. */
export function setDefaultOrganization({ store }: Evidence, author: Author): Promise<void> {
  return store.setDefaultOrganization(author);
}

/** Which one that is; its name is empty where none was set. */
export async function getDefaultOrganization({ store }: Evidence, userId: string): Promise<{ readonly default_org_name: string }> {
  return { default_org_name: (await store.defaultOrganization(userId)) ?? '' };
}
