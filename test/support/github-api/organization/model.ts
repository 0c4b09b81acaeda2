import type { GitHubWorld } from '../world/model.ts';

/** A repository of an organization. A test may change it between two requests. */
export interface HostedRepository {
  readonly id: number;
  name: string;
  readonly world: GitHubWorld;
  readonly createdAt: string;
  pushedAt: string;
  readonly updatedAt?: string;
  readonly size: number;
  archived?: boolean;
  /** The App is not installed on it. */
  unseen?: boolean;
  /** Only an owner sees it in a list. */
  hidden?: boolean;
}

export interface HostedOrganization {
  readonly login: string;
  /** Holds the bare repositories: `login/name` below it. */
  readonly folder: string;
  readonly repositories: HostedRepository[];
  /** The key of the App that is installed on it, and the App's id. */
  readonly app?: { readonly id: string; readonly publicKey: string };
}

/** The account behind a token. */
export interface KnownToken {
  readonly kind: 'installation' | 'owner' | 'member';
  /** Until when GitHub takes it, in milliseconds since 1970. */
  until: number;
}
