import type { Question } from '../gate/index.ts';

/** The subject of a question, as the log and the command line say it. */
export function questionWords(question: Question): string {
  switch (question.subject) {
    case 'trail':
      return `trail ${question.trail} of flow ${question.flow}`;
    case 'artifact':
      return `artifact ${question.fingerprint} of flow ${question.flow}${approvalWords(question.approvedFor)}`;
    case 'commit':
      return `commit ${question.commit} of ${question.flow === undefined ? 'all flows' : `flow ${question.flow}`}`;
  }
}

/** Whether an approval is required, and for which environment. */
function approvalWords(approvedFor: string | null | undefined): string {
  if (approvedFor === undefined) return '';
  return approvedFor === null ? ', and its approval' : `, and its approval for ${approvedFor}`;
}
