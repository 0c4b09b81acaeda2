import { all, type OptionSpec } from './option.ts';

/** Where the service is, and which trail and commit are meant; and how a run behaves. */
export const serviceOptions = [
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
    name: 'timeout',
    kind: 'duration',
    commands: all,
    default: '5m',
    placeholder: 'TIME',
    description: 'How long all requests together may take, retries included; `wait-timeout` and `evaluation-timeout` come on top.',
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
