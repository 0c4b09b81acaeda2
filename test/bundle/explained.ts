import type { ActionRun } from '../support/runner/index.ts';

export const explained = (inputs: Readonly<Record<string, string>> = {}) => ({
  files: {},
  inputs: { command: 'explain', 'attestation-name': '', 'junit-paths': '', 'user-data': '', ...inputs },
});

export const reasonsOf = ({ outputs }: ActionRun): readonly { readonly code: string; readonly fix: string }[] =>
  JSON.parse(outputs['reasons'] ?? '');
