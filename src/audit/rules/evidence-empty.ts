import { testEvidenceRule } from './test-evidence.ts';

export const evidenceEmpty = testEvidenceRule({
  name: 'evidence-empty',
  text: 'Test results hold at least one test.',
  fix: 'Find out why no test ran: a wrong pattern of files, or a filter that leaves nothing. Record the results again.',
  isFault: ({ total }) => total === 0,
  says: () => 'holds no test',
});
