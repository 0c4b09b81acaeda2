import { Fault, type FaultOptions } from './fault.ts';

export type UsageCode = 'missing-input' | 'empty-input' | 'invalid-input' | 'conflicting-inputs' | 'insecure-url' | 'node-version';

/** The caller gave wrong inputs. Nothing was sent. Exit code 64. */
export class UsageError extends Fault<UsageCode> {
  override readonly name = 'UsageError';
  /** The single complaints, where there are several. */
  readonly parts: readonly UsageError[];

  constructor(code: UsageCode, message: string, options: FaultOptions & Partial<Pick<UsageError, 'parts'>> = {}) {
    super(code, message, options);
    this.parts = options.parts ?? [];
  }
}
