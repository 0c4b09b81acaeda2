import type { Author } from '../log/chain.ts';
import type { EnvironmentTrigger } from './environment-event.ts';
import type { StoredTarget } from '../kinds/targets.ts';

/** The same as it is said, with its secret. */
export interface NewTarget {
  readonly target: StoredTarget;
  readonly secret?: string;
}

/** What is known of the messages to a target; nothing while none was delivered, nor failed for good. */
export interface TargetHealth {
  readonly isFailing: boolean;
  /** Unix seconds. */
  readonly lastSuccessAt: number | undefined;
  readonly lastFailureAt: number | undefined;
}

export interface Notification {
  readonly id: string;
  /** Counts the rules of an organization from 1; the number of one that was removed is not given again. */
  readonly number: number;
  readonly name: string;
  /** By their names of today. */
  readonly environments: readonly string[];
  readonly triggers: readonly EnvironmentTrigger[];
  readonly targets: readonly {
    readonly target: StoredTarget;
    /** Such as the whole address of a webhook. */
    readonly secret: string | undefined;
    readonly health: TargetHealth | undefined;
  }[];
  readonly createdAt: number;
  readonly createdBy: string;
  readonly lastModifiedAt: number;
}

export interface NewNotification {
  readonly author: Author;
  /** That of the rule to change; without one a new rule is made. */
  readonly number?: number;
  readonly name: string;
  readonly environments: readonly string[];
  readonly triggers: readonly EnvironmentTrigger[];
  readonly targets: readonly NewTarget[];
}

export type NotificationOutcome =
  | { readonly outcome: 'created' | 'updated'; readonly number: number }
  | { readonly outcome: 'no-notification' }
  | { readonly outcome: 'no-environment'; readonly index: number }
  | { readonly outcome: 'too-many' };
