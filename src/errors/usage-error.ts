import { Fault } from './fault.ts';

export type UsageCode = 'missing-input' | 'empty-input' | 'invalid-input' | 'conflicting-inputs' | 'insecure-url' | 'node-version';

/** The caller gave wrong inputs. Nothing was sent. Exit code 64. */
export class UsageError extends Fault<UsageCode> {
  override readonly name = 'UsageError';
}
