import { count } from '../../text/index.ts';
import { testEvidenceRule } from './test-evidence.ts';

export const evidenceAllSkipped = testEvidenceRule({
  name: 'evidence-all-skipped',
  text: 'Of the tests that were recorded, at least one was run.',
  fix: 'Run the tests: a condition or a missing service has all of them skipped. Record the results again.',
  isFault: ({ skipped, total }) => total > 0 && skipped >= total,
  says: ({ total }) => `holds ${count(total, 'test')}, and ${total === 1 ? 'it was' : 'all were'} skipped`,
});
