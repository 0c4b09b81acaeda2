/** A source that rules need. A rule whose source was not asked, or did not answer, is not tested; it is never green. */
export const sources = [
  'landings',
  'pull-requests',
  'paths',
  'trails',
  'records',
  'deployments',
  'releases',
  'tags',
  'artifacts',
  'snapshots',
  'approvals',
  'workflows',
  'notifications',
  'log',
  'previous',
] as const;
export type Source = (typeof sources)[number];
