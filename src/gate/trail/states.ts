export type Compliance = 'compliant' | 'non-compliant' | 'incomplete';

/** A state's meaning. Older services write NON_COMPLIANT or INCOMPLIANT for the same no. */
export function complianceOf(state: string): Compliance | undefined {
  switch (state) {
    case 'COMPLIANT':
      return 'compliant';
    case 'NON-COMPLIANT':
    case 'NON_COMPLIANT':
    case 'INCOMPLIANT':
      return 'non-compliant';
    case 'INCOMPLETE':
      return 'incomplete';
    default:
      return undefined;
  }
}
