import { Check } from 'typebox/value';
import { keptTargets } from '../../../contract/index.ts';
import { isObject, type Is } from '../sql/shape.ts';

/**
 * A target of a rule, in the form of its kind and without the secret: everyone who knows the address of a webhook can send there.
 */
export interface StoredTarget {
  readonly type: keyof typeof keptTargets;
  /** The hash of the secret, if there is one. */
  readonly sha256?: string;
  readonly [field: string]: unknown;
}

export const isStoredTarget: Is<StoredTarget> = (value): value is StoredTarget => {
  const kept = isObject(value) ? Object.entries(keptTargets).find(([type]) => type === value.type)?.[1] : undefined;
  return kept !== undefined && Check(kept, value);
};
