/** As far as this project uses them. */
export type Step =
  | { readonly kind: 'copy'; readonly from: string | undefined; readonly sources: readonly string[]; readonly target: string }
  | { readonly kind: 'run' | 'entrypoint' | 'cmd' | 'health'; readonly args: readonly string[] }
  | { readonly kind: 'env'; readonly name: string; readonly value: string }
  | { readonly kind: 'workdir' | 'user' | 'volume' | 'expose' | 'stopsignal'; readonly value: string };

export interface Stage {
  readonly name: string;
  readonly base: string;
  readonly steps: readonly Step[];
}

/** @throws on an unknown instruction: one that is passed over would not be checked. */
export function readDockerfile(text: string): readonly Stage[] {
  const stages: { name: string; base: string; steps: Step[] }[] = [];
  const lines = text
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('#'))
    .join('\n')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  for (const line of lines) {
    const [, word = '', rest = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? [];
    if (word === 'FROM') {
      const [, base = '', name = 'image'] = /^(\S+)(?: AS (\S+))?$/.exec(rest) ?? [];
      stages.push({ name, base, steps: [] });
    } else stages.at(-1)?.steps.push(readStep(word, rest));
  }
  return stages;
}

function readStep(word: string, rest: string): Step {
  switch (word) {
    case 'COPY': {
      const from = /^--from=(\S+)\s+/.exec(rest);
      const names = rest.slice(from?.[0].length ?? 0).split(/\s+/);
      if (names.some((name) => name.startsWith('-'))) throw new Error(`This option of COPY is not known here: ${rest}`);
      return { kind: 'copy', from: from?.[1], sources: names.slice(0, -1), target: names.at(-1) ?? '' };
    }
    case 'RUN':
      return { kind: 'run', args: list(rest) };
    case 'ENTRYPOINT':
      return { kind: 'entrypoint', args: list(rest) };
    case 'CMD':
      return { kind: 'cmd', args: list(rest) };
    case 'HEALTHCHECK':
      return { kind: 'health', args: list(rest.slice(rest.indexOf('CMD ') + 4)) };
    case 'ARG':
    case 'ENV': {
      const [name = '', value = ''] = rest.split('=');
      return { kind: 'env', name, value };
    }
    case 'WORKDIR':
      return { kind: 'workdir', value: rest };
    case 'USER':
      return { kind: 'user', value: rest };
    case 'VOLUME':
      return { kind: 'volume', value: list(rest)[0] ?? '' };
    case 'EXPOSE':
      return { kind: 'expose', value: rest };
    case 'STOPSIGNAL':
      return { kind: 'stopsignal', value: rest };
    default:
      throw new Error(`This instruction is not known here: ${word}`);
  }
}

/** A command as a list needs no shell. */
function list(text: string): readonly string[] {
  const value: unknown = text.startsWith('[') ? JSON.parse(text) : undefined;
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value;
  throw new Error(`This command needs a shell: ${text}`);
}
