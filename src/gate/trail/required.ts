import type { Policy } from '../evidence.ts';
import type { TrailRow } from './rows.ts';

/** Whether the caller requires what a row is: by its name, and by its type where one is said. */
export function isRequired(row: TrailRow, { required, requiredTypes }: Policy): boolean {
  return required.includes(row.key) && isOfType(row, requiredTypes?.get(row.key));
}

/** A row that does not tell its type matches no type that is asked for. */
export function isOfType({ status }: TrailRow, type: string | undefined): boolean {
  if (type === undefined || type === '*') return true;
  return typeof status.attestation_type === 'string' && plain(status.attestation_type) === plain(type);
}

/** How `required-attestations` writes what is required; `meant`: by a name the one that is to take its place. */
export function requiredTexts({ required, requiredTypes }: Policy, meant: ReadonlyMap<string, string> = new Map()): readonly string[] {
  return required.map((name) => [meant.get(name) ?? name, requiredTypes?.get(name)].filter((part) => part !== undefined).join(':'));
}

/** Services write the types that everybody has in either case; the name of a custom one is as it is. */
function plain(type: string): string {
  return type.startsWith('custom:') ? type : type.toLowerCase().replace(/^system:/, '');
}
