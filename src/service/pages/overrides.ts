import type { AttestationStatus } from '../../contract/index.ts';
import { overrideOf, type Override } from '../../gate/index.ts';
import { html, type Html } from '../../html/index.ts';
import { overrideWords, utcTime } from '../../presentation/index.ts';
import type { AttestationView } from '../evidence/attestation-view.ts';
import type { Evidence } from '../evidence/context.ts';
import { recordById } from '../evidence/replaced.ts';
import { ownLink } from './parts.ts';

/** The overrides of some rows, by their ids. A record may be megabytes, and is released as soon as it is read. */
export type Overrides = ReadonlyMap<string, Override>;

export async function overridesOf(evidence: Evidence, orgId: string, rows: readonly AttestationStatus[]): Promise<Overrides> {
  const found = new Map<string, Override>();
  for (const row of rows) {
    const { attestation_id: id, attestation_name: name, overridden_attestation_id: of } = row;
    if (typeof id !== 'string' || typeof of !== 'string' || found.has(id)) continue;
    const record = await recordById(evidence, orgId, id);
    const override = overrideOf(name, row, record === undefined ? [] : [record]);
    if (override !== undefined) found.set(id, override);
  }
  return found;
}

/** The sentence about an override: who made it, when, why, and a link to what it overrides. */
export function overrideSentence(override: Override | AttestationView, name: string, linkTo: (id: string) => string): Html {
  const { text } = overrideWords(override, name, utcTime);
  return html`${text}, of ${overriddenRecord(override, name, linkTo)}`;
}

/** The evidence that an override is about, with a link to its record if there is one. */
export function overriddenRecord(override: Override | AttestationView, name: string, linkTo: (id: string) => string): Html {
  const { id, what } = overrideWords(override, name, utcTime);
  return id === undefined ? html`${what}` : ownLink(linkTo(id), what);
}
