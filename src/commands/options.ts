import { verdictNames } from '../errors/index.ts';
import { commandNames, type CommandName, type OptionSpec } from './option.ts';

const all = commandNames;
const attesting = ['attest-and-gate', 'attest'] as const;
const gating = ['attest-and-gate', 'gate'] as const;

/**
 * The one table of options, for both shells: `action.yml`, the tables of the README and `--help` are made from it.
 * An option whose emptiness would loosen the gate has a default that is not empty, and empty is an error.
 */
export const options = [
  {
    name: 'base-url',
    kind: 'url',
    commands: all,
    required: true,
    placeholder: 'URL',
    description: 'Where the evidence service is: its address with or without `/api/v2`. Plain `http` is for loopback alone.',
  },
  {
    name: 'api-token',
    kind: 'text',
    commands: all,
    required: true,
    secret: true,
    placeholder: 'TOKEN',
    description: 'Token of the evidence service. Take it from a secret.',
  },
  { name: 'org', kind: 'text', commands: all, required: true, placeholder: 'NAME', description: 'Organization in the evidence service.' },
  {
    name: 'flow',
    kind: 'text',
    commands: all,
    required: true,
    placeholder: 'NAME',
    description: 'Flow of the trail. A flow that does not exist begins with its first attestation, and then demands nothing.',
  },
  {
    name: 'trail',
    kind: 'text',
    commands: all,
    placeholder: 'NAME',
    description: 'Trail to record on and to ask about. Default: the SHA of the commit that the event is about.',
  },
  {
    name: 'commit',
    kind: 'text',
    commands: all,
    placeholder: 'SHA',
    description:
      'Commit that the evidence is about, 40 hexadecimal digits. Default: that of the event (the head of a pull request, not its merge commit), or HEAD of the checkout.',
  },
  {
    name: 'attestation-name',
    kind: 'text',
    commands: attesting,
    required: true,
    placeholder: 'NAME',
    description: 'Name of the attestation, as the template of the flow calls it: letters, digits, `-`, `_`, `,`.',
  },
  {
    name: 'junit-paths',
    kind: 'lines',
    commands: attesting,
    required: true,
    placeholder: 'GLOB',
    description:
      'JUnit XML files: paths or globs, one a line; `!` excludes. Symbolic links are not followed; `node_modules` and `.git` are left out.',
  },
  {
    name: 'required-attestations',
    kind: 'names',
    commands: gating,
    default: 'none',
    whenEmpty: 'error',
    placeholder: 'NAMES',
    description:
      'Attestations that must be on the trail and compliant, beside those of the template: `name`, or `artifact.name`. `none` demands nothing more.',
  },
  {
    name: 'allow-empty-template',
    kind: 'boolean',
    commands: gating,
    default: 'false',
    description: 'Let a trail pass of which nothing is demanded, neither by a template nor by `required-attestations`.',
  },
  {
    name: 'fail-on',
    kind: 'choices',
    commands: gating,
    choices: [...verdictNames, 'none'],
    default: 'non-compliant,incomplete,unknown,unusable',
    whenEmpty: 'error',
    placeholder: 'VERDICTS',
    description:
      'Verdicts that fail the job. `none` never fails it; the summary says when it let something through. Wrong inputs always fail.',
  },
  {
    name: 'wait-timeout',
    kind: 'duration',
    commands: gating,
    default: '0',
    placeholder: 'TIME',
    description: 'How long to wait for attestations of other jobs that are missing: `90`, `90s`, `5m`, `1h`.',
  },
  {
    name: 'evaluation-timeout',
    kind: 'duration',
    commands: ['attest-and-gate'],
    default: '60',
    placeholder: 'TIME',
    description: 'How long to wait until the service shows our own record evaluated; after that the verdict is `unknown`.',
  },
  {
    name: 'timeout',
    kind: 'duration',
    commands: all,
    default: '5m',
    placeholder: 'TIME',
    description: 'How long all requests together may take, retries included; `wait-timeout` and `evaluation-timeout` come on top.',
  },
  {
    name: 'on-unusable',
    kind: 'choice',
    commands: attesting,
    choices: ['post-error', 'post-nothing'],
    default: 'post-error',
    placeholder: 'HOW',
    description:
      'When the files cannot become evidence: record a row with an error per cause, so that an earlier green record does not speak for this run, or record nothing. Either way the verdict is `unusable`.',
  },
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
    description: 'Files to store with the record, paths or globs, one a line. One file goes as it is, several as a `.tgz`; 10 MiB at most.',
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
    name: 'github-token',
    kind: 'text',
    commands: attesting,
    secret: true,
    actionDefault: '${{ github.token }}',
    placeholder: 'TOKEN',
    description: 'Reads the commit from GitHub where there is no checkout; needs `contents: read`. Empty: do not ask.',
  },
  {
    name: 'dry-run',
    kind: 'boolean',
    commands: all,
    default: 'false',
    description: 'Write nothing: show what would be recorded. A gate still reads and decides.',
  },
  {
    name: 'allow-insecure-http',
    kind: 'boolean',
    commands: all,
    default: 'false',
    description: 'Let `base-url` be plain `http` to a host that is not loopback: the token crosses the network in the clear.',
  },
] as const satisfies readonly OptionSpec[];

export type OptionName = (typeof options)[number]['name'];

/** An option by its name, seen through its general form. */
export function specOf(name: OptionName): OptionSpec {
  const spec = options.find((option) => option.name === name);
  if (spec === undefined) throw new RangeError(`no option ${name}`);
  return spec;
}

/** The options that a command knows. */
export function optionsOf(command: CommandName): readonly (OptionSpec & { readonly name: OptionName })[] {
  const known: readonly (OptionSpec & { readonly name: OptionName })[] = options;
  return known.filter((option) => option.commands.includes(command));
}

/** Texts as a shell read them; absent where the caller gave none. */
export type RawOptions = Readonly<Partial<Record<OptionName, string>>>;

/** How a shell calls an option in its messages: `input flow` of the action, `--flow` of the command line. */
export type Naming = (name: string) => string;
