import type { Account } from '../facts/account.ts';
import type { AuditedChange } from '../judge/change.ts';
import { isReviewed, type Judgement } from './four-eyes.ts';
import type { OwedReview } from './owed-review.ts';
import { compare } from './standing.ts';

/** A change that somebody marked as an emergency before it was merged. */
export interface Emergency {
  readonly label: string;
  readonly by: Account | null;
  readonly at: string;
  readonly days: number;
  /** Until when somebody else must have reviewed it: ISO 8601 in UTC. */
  readonly deadline: string;
}

/** By the audit's file in force before the change; undefined where it is no emergency. GitHub's labels do not differ by case. */
export function emergencyOf({ file, pull }: Pick<AuditedChange, 'file' | 'pull'>): Emergency | undefined {
  const emergency = file?.emergency;
  if (pull === undefined || emergency === undefined || emergency === null) return undefined;
  const set = pull.labels.find(({ at, name }) => name.toLowerCase() === emergency.label.toLowerCase() && compare(at, pull.mergedAt) <= 0);
  if (set === undefined) return undefined;
  const deadline = new Date(Date.parse(pull.mergedAt) + emergency.days * 86_400_000).toISOString();
  return { label: set.name, by: set.by, at: set.at, days: emergency.days, deadline };
}

/** How an emergency was reviewed, before its merge or until its days were over. */
export function judgeEmergency({ deadline }: Emergency, owed: Exclude<OwedReview, { kind: 'none' }>, now: string): Judgement {
  const { judgementAt, judgement } = owed;
  if (judgement.against === undefined && isReviewed(judgement.for)) return judgement;
  return judgementAt(compare(deadline, now) < 0 ? deadline : now);
}
