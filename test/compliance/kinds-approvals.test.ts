import { expect, test } from 'vitest';
import { approvalState } from '../../src/compliance/index.ts';

const [yes, no] = [{ state: 'APPROVED' }, { state: 'UNAPPROVED' }] as const;

test.each([
  ['nobody', [], 'PENDING'],
  ['one who approves', [yes], 'APPROVED'],
  ['several who approve', [yes, yes, yes], 'APPROVED'],
  ['one who does not', [no], 'UNAPPROVED'],
  ['one no before a yes', [no, yes], 'UNAPPROVED'],
  ['one no after a yes', [yes, no], 'UNAPPROVED'],
] as const)('what %s said makes an approval %j %s', (_, said, state) => {
  expect(approvalState(said)).toBe(state);
});
