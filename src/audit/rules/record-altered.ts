import { notTested, type WorldRule } from './rule.ts';

export const recordAltered: WorldRule = {
  name: 'record-altered',
  about: 'world',
  text: 'What was recorded is still as it was recorded.',
  severity: 'critical',
  controls: ['SOC 2 CC8.1', 'NIST SSDF PS.1', 'SLSA'],
  fix: 'Run compliance-evidence verify on the data of the service, and restore it from a copy that verifies.',
  needs: ['log'],
  // No collected file has the log: there is nothing to look at.
  *judge() {
    yield notTested('no record can be read over the interface in a way that proves it');
  },
};
