/** The variable with the address of the server that all tests of a run share, without a database. It is set where they run on one. */
export const clusterVariable = 'EVIDENCE_TEST_CLUSTER';
