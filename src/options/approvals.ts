import type { ApproverInput } from '../contract/index.ts';
import { allOrComplaints } from './all-or-complaints.ts';
import { readName } from './names.ts';
import type { OptionReader, ReaderOf } from './reader.ts';
import type { OptionSpec } from './spec.ts';
import { readWebAddress } from './web-address.ts';

export const environmentOption = {
  name: 'environment',
  kind: 'text',
  decides: 'asked',
  default: 'none',
  whenEmpty: 'error',
  placeholder: 'NAME',
  description: 'Environment that the approval is for; `none`: one that is valid everywhere.',
} as const satisfies OptionSpec;

export const oldestCommitOption = {
  name: 'oldest-commit',
  kind: 'text',
  placeholder: 'SHA',
  description:
    'Commit that the approved ones come after, 40 hexadecimal digits. Default: that of the artifact which runs in `environment`, where the service knows it.',
} as const satisfies OptionSpec;

/** Options about who approves, and with which words. */
export const approverOptions = [
  {
    name: 'approved-by',
    kind: 'text',
    example: 'octocat',
    placeholder: 'NAME',
    description: 'Who decided. It is shown as a claim, next to the user whose token reported it.',
  },
  {
    name: 'decision',
    kind: 'choice',
    choices: ['APPROVED', 'UNAPPROVED'],
    default: 'APPROVED',
    whenEmpty: 'error',
    placeholder: 'STATE',
    description: 'What they decided: `APPROVED` or `UNAPPROVED`.',
  },
  { name: 'comment', kind: 'text', placeholder: 'TEXT', description: 'What they said about it.' },
  { name: 'approval-url', kind: 'url', placeholder: 'URL', description: 'Where they said it.' },
] as const satisfies readonly OptionSpec[];

/** Every option about approvals, for the tables and `--help`. */
export const approvalOptions = [environmentOption, oldestCommitOption, ...approverOptions] as const;

export function readApprover(read: ReaderOf<typeof approverOptions>): ApproverInput {
  return allOrComplaints<ApproverInput>({
    state: () => read.choice('decision'),
    comment: () => read.text('comment') ?? '',
    approved_by: () => read.required('approved-by'),
    approval_url: () => readWebAddress(read, 'approval-url') ?? '',
  });
}

/** The environment that an approval is for; `undefined` means all of them. An empty text could mean either, so it is refused. */
export function readEnvironment(read: OptionReader<'environment'>): string | undefined {
  const name = readName(read, 'environment', 'environmentName');
  return name === 'none' ? undefined : name;
}

/** The number of an approval, as text; a negative one counts from the latest. */
export function readApprovalNumber(read: OptionReader<'approval-number'>): string {
  const number = read.required('approval-number');
  if (!/^-?\d{1,9}$/.test(number))
    throw read.invalid('approval-number', `is not a whole number: ${JSON.stringify(number)}`, 'Write its number; -1 is the latest');
  return number;
}

export const approvalNumberOption = {
  name: 'approval-number',
  kind: 'text',
  placeholder: 'NUMBER',
  description: 'its number in the flow; -1 is the latest',
} as const satisfies OptionSpec;
