import { allOrComplaints } from './all-or-complaints.ts';
import type { ReaderOf } from './reader.ts';
import type { OptionSpec } from './spec.ts';

export const attachOption = {
  name: 'attach',
  kind: 'choice',
  choices: ['results', 'full', 'never'],
  default: 'results',
  placeholder: 'HOW',
  description:
    'Whether the JUnit files that became evidence are stored with the record: `results` leaves out `system-out`, `system-err` and `properties`, which often hold secrets, `full` leaves out nothing, `never` stores none of them, nor what failed tests said. Tokens and keys that are known by their form are hidden either way. Above 10 MiB passed test cases go first.',
} as const satisfies OptionSpec;

/** Options about the files that are stored with the record. */
export const attachmentOptions = [
  {
    name: 'attachments',
    kind: 'lines',
    placeholder: 'PATH',
    description:
      'Files to store with the record, paths or globs, one a line. One file goes as it is, several as a `.tgz`; 10 MiB at most. Tokens and keys are hidden in text, not in archives and binaries.',
  },
  attachOption,
] as const satisfies readonly OptionSpec[];

export type AttachmentSettings = ReturnType<typeof readAttachments>;

export function readAttachments(read: ReaderOf<typeof attachmentOptions>) {
  return allOrComplaints({ attachments: () => read.lines('attachments'), attach: () => read.choice('attach') });
}
