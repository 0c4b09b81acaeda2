/**
 * How many tests of a record ran, and which run made it, as far as it tells: whether a name holds a test that ran, and whether a
 * later record hides a red one, is worked out of these. A record of the first rules tells neither here, as it was decided then.
 */
export const testsOfRuns: readonly string[] = [
  'alter table attestations add column tests_ran bigint',
  'alter table attestations add column run text',
];
