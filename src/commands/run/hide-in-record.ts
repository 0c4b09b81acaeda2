import { hideSecrets, isExactNumber } from '../../text/index.ts';
import type { RunContext } from './context.ts';

/**
 * Takes secrets out of the texts of a record, also out of those that nobody wrote for it, such as the commit's message. Fields are named
 * like `git_commit_info.message`. Those in `kept` never change, and those that held a secret are reported.
 */
export function hideInRecord<Data extends object>(
  record: Data,
  kept: ReadonlySet<string>,
  { report, secrets: known }: Pick<RunContext, 'report' | 'secrets'>,
): Data {
  const found = new Set<string>();

  function clean(value: unknown, field: string): unknown {
    if (kept.has(field)) return value;
    if (typeof value === 'string') {
      const hidden = hideSecrets(value, known);
      if (!hidden.found) return value;
      found.add(field);
      return hidden.text;
    }
    if (Array.isArray(value)) return value.map((one) => clean(one, field));
    if (typeof value !== 'object' || value === null || isExactNumber(value)) return value;
    const isUserData = field === 'user_data' || field.startsWith('user_data.');
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [
        isUserData ? hideSecrets(key, known).text : key,
        // A deep field is named by its first two keys.
        clean(one, field.includes('.') ? field : `${field}.${key}`),
      ]),
    );
  }

  const copy = { ...record };
  for (const [key, value] of Object.entries(record)) Reflect.set(copy, key, clean(value, key));
  for (const field of found) report({ kind: 'warning', message: `A secret was found and hidden in ${field} of the record; revoke it` });
  return copy;
}
