import { Check } from 'typebox/value';
import { keptTargets } from '../../../contract/index.ts';
import { isObject, type Is } from '../sql/shape.ts';

/** Where a rule sends, as its kind says it, and without the secret: whoever knows the address of a webhook can send there. */
export interface StoredTarget {
  readonly type: keyof typeof keptTargets;
  /** Of the secret, where there is one. */
  readonly sha256?: string;
  readonly [field: string]: unknown;
}

export const isStoredTarget: Is<StoredTarget> = (value): value is StoredTarget => {
  const kept = isObject(value) ? Object.entries(keptTargets).find(([type]) => type === value.type)?.[1] : undefined;
  return kept !== undefined && Check(kept, value);
};
