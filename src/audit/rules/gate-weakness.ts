import type { GateUse } from './gate-uses.ts';

/** A setting that lets something through. */
export interface Weakness {
  /** The step or job that has it. */
  readonly name: string;
  readonly setting: string;
  /** As it is written. */
  readonly value: string;
  /** `expression`: what it comes to is known in the run alone. */
  readonly kind: 'weak' | 'expression';
  /** Until when, where it is weak for a time: `enforce-from`. */
  readonly until?: number;
  readonly means: string;
}

/** Verdicts that fail the job by default. */
const failing = ['non-compliant', 'incomplete', 'unknown', 'unusable'];

/** All that is weak in the settings of a use, whenever it runs. */
export function weaknessesOf({ continues, name, settings }: GateUse): readonly Weakness[] {
  const given = [...settings].flatMap(([setting, value]): readonly Weakness[] => {
    const means = meaningOf(setting);
    if (means === undefined || value === '') return [];
    if (isExpression(value)) return [{ name, setting, value, kind: 'expression', means }];
    if (setting === 'enforce-from') {
      const until = Date.parse(value);
      return Number.isNaN(until) ? [] : [{ name, setting, value, kind: 'weak', until, means }];
    }
    return isWeak(setting, value) ? [{ name, setting, value, kind: 'weak', means }] : [];
  });
  const continued = continues.flatMap(({ name: of, value }): readonly Weakness[] => {
    const means = 'the job does not fail when the gate does';
    if (isExpression(value)) return [{ name: of, setting: 'continue-on-error', value, kind: 'expression', means }];
    return value === 'true' ? [{ name: of, setting: 'continue-on-error', value, kind: 'weak', means }] : [];
  });
  return [...given, ...continued];
}

function meaningOf(setting: string): string | undefined {
  switch (setting) {
    case 'fail-on':
      return 'some verdicts that are no yes fail no job';
    case 'enforce-from':
      return 'until then no verdict fails a job';
    case 'allowed-skips':
      return 'those jobs may be skipped';
    case 'template':
      return 'what the flow asks for now is not asked';
    default:
      return setting.startsWith('allow-') ? 'what the gate refuses by default passes' : undefined;
  }
}

function isWeak(setting: string, value: string): boolean {
  const names = value.split(/[\s,]+/).filter((name) => name !== '');
  switch (setting) {
    case 'fail-on':
      return names.length > 0 && failing.some((verdict) => !names.includes(verdict));
    case 'allowed-skips':
      return names.some((name) => name !== 'none');
    case 'template':
      return value === 'decided';
    default:
      return /^(?:true|True|TRUE)$/.test(value);
  }
}

function isExpression(value: string): boolean {
  return value.includes('${{');
}
