import { Fault, type FaultOptions } from './fault.ts';

export type UsageCode = 'missing-input' | 'empty-input' | 'invalid-input' | 'conflicting-inputs' | 'insecure-url' | 'node-version';

export interface UsageErrorOptions extends FaultOptions {
  /** The single complaints, where there are several. */
  readonly parts?: readonly UsageError[];
}

/** The caller gave wrong inputs. Nothing was sent. Exit code 64. */
export class UsageError extends Fault<UsageCode> {
  override readonly name = 'UsageError';
  readonly parts: readonly UsageError[];

  constructor(code: UsageCode, message: string, options: UsageErrorOptions = {}) {
    super(code, message, options);
    this.parts = options.parts ?? [];
  }
}
