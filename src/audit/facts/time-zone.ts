import type { Check } from '../../text/check.ts';
import { isTimeZone } from '../../text/index.ts';

/** A zone whose clocks this machine knows. */
export const timeZone: Check<string> = (value) => (typeof value === 'string' && isTimeZone(value) ? undefined : ' is no time zone');
