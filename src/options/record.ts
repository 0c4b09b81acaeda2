import { attesting, type OptionSpec } from './option.ts';

/** What goes with the record. */
export const recordOptions = [
  {
    name: 'artifact-fingerprint',
    kind: 'text',
    commands: attesting,
    placeholder: 'SHA256',
    description: 'SHA-256 of the artifact that the evidence is about, 64 hexadecimal digits.',
  },
  {
    name: 'target-artifacts',
    kind: 'names',
    commands: attesting,
    placeholder: 'NAMES',
    description: 'Artifacts of the template that the evidence is about, before they are reported.',
  },
  { name: 'description', kind: 'text', commands: attesting, placeholder: 'TEXT', description: 'A sentence for those who read the record.' },
  {
    name: 'origin-url',
    kind: 'url',
    commands: attesting,
    placeholder: 'URL',
    description: 'Where the evidence comes from. Default: the page of the workflow run.',
  },
  {
    name: 'external-urls',
    kind: 'pairs',
    commands: attesting,
    placeholder: 'LABEL=URL',
    description: 'Links to go with the record: `label=https://…`, one a line.',
  },
  {
    name: 'annotations',
    kind: 'pairs',
    commands: attesting,
    placeholder: 'KEY=VALUE',
    description: 'Facts to go with the record: `key=value`, one a line; keys of letters, digits, `-`, `_`.',
  },
  {
    name: 'user-data',
    kind: 'json-object',
    commands: attesting,
    placeholder: 'JSON',
    description: 'A JSON object to go with the record, inline or the path of a file. The key `compliance_evidence` is ours.',
  },
  {
    name: 'attachments',
    kind: 'lines',
    commands: attesting,
    placeholder: 'PATH',
    description:
      'Files to store with the record, paths or globs, one a line. One file goes as it is, several as a `.tgz`; 10 MiB at most. Tokens and keys are hidden in text, not in archives and binaries.',
  },
  {
    name: 'attach',
    kind: 'choice',
    commands: attesting,
    choices: ['results', 'full', 'never'],
    default: 'results',
    placeholder: 'HOW',
    description:
      'Whether the JUnit files that became evidence are stored with the record: `results` leaves out `system-out`, `system-err` and `properties`, which often hold secrets, `full` leaves out nothing. Tokens and keys that are known by their form are hidden either way. Above 10 MiB passed test cases go first.',
  },
  {
    name: 'redact-commit-info',
    kind: 'choices',
    commands: attesting,
    choices: ['author', 'message', 'branch'],
    placeholder: 'FIELDS',
    description: 'Fields of the commit that must not leave the runner: `author`, `message`, `branch`.',
  },
  {
    name: 'matrix',
    kind: 'text',
    commands: attesting,
    actionDefault: '${{ toJSON(matrix) }}',
    placeholder: 'JSON',
    description: 'Which leg of a matrix this is, as JSON; keeps legs apart that share an attestation name.',
  },
  {
    name: 'leg',
    kind: 'text',
    commands: attesting,
    placeholder: 'LABEL',
    description:
      'A label of your own that keeps runs of one job apart, such as the calls of a reusable workflow: each leg must be green, and a re-run replaces its own leg alone.',
  },
  {
    name: 'github-token',
    kind: 'text',
    commands: attesting,
    secret: true,
    actionDefault: '${{ github.token }}',
    placeholder: 'TOKEN',
    description: 'Reads the commit from GitHub where there is no checkout; needs `contents: read`. Empty: do not ask.',
  },
] as const satisfies readonly OptionSpec[];
