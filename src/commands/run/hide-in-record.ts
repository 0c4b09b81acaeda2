import { hideSecrets, isExactNumber } from '../../text/index.ts';
import type { RunContext } from './context.ts';
import type { Report } from './events.ts';

/** A record to be sent without secrets, and the fields that held some. */
export interface HiddenRecord<Data extends object> {
  readonly record: Data;
  readonly found: readonly string[];
}

/**
 * Takes secrets out of the texts of a record: also those that nobody wrote for it, such as the commit's message. Fields are
 * named as `git_commit_info.message`; those in `kept` are never changed.
 */
export function hideInRecord<Data extends object>(record: Data, known: readonly string[], kept: ReadonlySet<string>): HiddenRecord<Data> {
  const found: string[] = [];

  function clean(value: unknown, field: string): unknown {
    if (kept.has(field)) return value;
    if (typeof value === 'string') {
      const hidden = hideSecrets(value, known);
      if (!hidden.found) return value;
      found.push(field);
      return hidden.text;
    }
    if (Array.isArray(value)) return value.map((one) => clean(one, field));
    if (typeof value !== 'object' || value === null || isExactNumber(value)) return value;
    const isOwn = field === 'user_data' || field.startsWith('user_data.');
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [
        isOwn ? hideSecrets(key, known).text : key,
        // However deep it is, a field is named by its first two keys.
        clean(one, field.includes('.') ? field : `${field}.${key}`),
      ]),
    );
  }

  const copy = { ...record };
  for (const [key, value] of Object.entries(record)) Reflect.set(copy, key, clean(value, key));
  return { record: copy, found: [...new Set(found)] };
}

/** A record without the secrets of the run; says which fields held some. */
export function withoutSecrets<Data extends object>(record: Data, kept: ReadonlySet<string>, { report, secrets }: RunContext): Data {
  const hidden = hideInRecord(record, secrets, kept);
  reportHidden(hidden.found, report);
  return hidden.record;
}

/** Says which fields held secrets. */
export function reportHidden(found: readonly string[], report: Report): void {
  for (const field of found) report({ kind: 'warning', message: `A secret was found and hidden in ${field} of the record; revoke it` });
}
