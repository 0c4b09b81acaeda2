/** The parts of an organization's audit. They are loaded only when one is planned, run or merged. */
export const loadOrganization = () => import('../../../audit/parts.ts');

export type OrganizationParts = Awaited<ReturnType<typeof loadOrganization>>;
