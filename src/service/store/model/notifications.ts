import type { Author } from '../log/chain.ts';
import type { EnvironmentTrigger } from './messages.ts';
import type { StoredTarget } from '../kinds/notifications.ts';
import { text, number, flag, reader, nullable } from '../sql/row.ts';

/** A target as the client sent it, with its secret. */
export interface NewTarget {
  readonly target: StoredTarget;
  readonly secret?: string;
  /** The secret that its messages are signed with, if they are. A target that was there already keeps the one that it had. */
  readonly signingSecret?: string;
}

/** The results of the last messages to a target; empty while none was delivered or failed for good. */
export const healthFields = reader({
  isFailing: flag,
  /** Unix seconds. */
  lastSuccessAt: nullable(number),
  lastFailureAt: nullable(number),
  /** In words; empty if the last failure is from an earlier version. */
  reason: nullable(text),
});
export type TargetHealth = ReturnType<typeof healthFields>;

export interface Notification {
  readonly id: string;
  /** Counts the rules of an organization from 1; the number of a removed rule is not given again. */
  readonly number: number;
  readonly name: string;
  /** By their current names. */
  readonly environments: readonly string[];
  readonly triggers: readonly EnvironmentTrigger[];
  readonly targets: readonly {
    readonly target: StoredTarget;
    /** For example the whole address of a webhook. */
    readonly secret: string | undefined;
    readonly health: TargetHealth | undefined;
  }[];
  readonly createdAt: number;
  readonly createdBy: string;
  readonly lastModifiedAt: number;
}

export interface NewNotification {
  readonly author: Author;
  /** The number of the rule to change; without one a new rule is made. */
  readonly number?: number;
  readonly name: string;
  readonly environments: readonly string[];
  readonly triggers: readonly EnvironmentTrigger[];
  readonly targets: readonly NewTarget[];
}

export type NotificationOutcome =
  | {
      readonly outcome: 'created' | 'updated';
      readonly number: number;
      /** The positions of the targets whose signing secrets are new. */
      readonly newlySigned: readonly number[];
    }
  | { readonly outcome: 'no-notification' }
  | { readonly outcome: 'no-environment'; readonly index: number }
  | { readonly outcome: 'too-many' };
