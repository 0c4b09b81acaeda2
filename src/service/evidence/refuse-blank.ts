import { isBlank } from '../../text/index.ts';
import { Refusal } from './refusal.ts';

/** Refuses a text in which nobody can see anything. `expected`: what must stand there. */
export function refuseBlank(field: string, text: string, expected: string): void {
  if (!isBlank(text)) return;
  throw new Refusal('invalid-request', `${field} is blank: nothing in it can be seen.`, {
    errors: { [field]: `must not be blank: write ${expected}.` },
    fix: `Write ${expected}.`,
  });
}
