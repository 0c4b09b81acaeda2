import { endsSoon } from '../findings/accepted.ts';
import type { Audit } from '../judge/audit.ts';
import { openFindings } from './numbers.ts';

/** A sentence for each acceptance that counts now and ends soon, the first end first. Keys and names are as they came. */
export function endingSoonWords({ findings, world: { header } }: Audit): readonly string[] {
  return openFindings(findings)
    .flatMap(({ accepted, key }) => (accepted !== null && endsSoon(accepted.until, header.at) ? [{ ...accepted, key }] : []))
    .toSorted((one, other) => Date.parse(one.until) - Date.parse(other.until))
    .map(
      ({ key, owner, until }) =>
        `On ${until.slice(0, 10)} the acceptance of ${key} by ${owner} ends: from then on nobody has accepted the finding`,
    );
}
