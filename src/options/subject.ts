import { allOrComplaints } from './all-or-complaints.ts';
import { readCommitSha } from './sha.ts';
import { readName, readNameIfGiven } from './names.ts';
import type { OptionReader } from './reader.ts';
import type { NamesOf, OptionSpec } from './spec.ts';

export const flowOption = {
  name: 'flow',
  kind: 'text',
  example: 'checkout-service',
  placeholder: 'NAME',
  description: 'Flow of the trail. A flow that does not exist begins with its first attestation, and then requires nothing.',
} as const satisfies OptionSpec;

export const commitOption = {
  name: 'commit',
  kind: 'text',
  placeholder: 'SHA',
  description:
    'Commit that the evidence is about, 40 hexadecimal digits. Default: that of the event (the head of a pull request, not its merge commit), or HEAD of the checkout; a gate by hand on a `trail` that is named asks about the commits of that trail.',
} as const satisfies OptionSpec;

export const trailOption = {
  name: 'trail',
  kind: 'text',
  placeholder: 'NAME',
  description: 'Trail to record on and to ask about. Default: the SHA of the commit that the event is about.',
} as const satisfies OptionSpec;

export const dryRunOption = {
  name: 'dry-run',
  kind: 'boolean',
  default: 'false',
  description: 'Write nothing: show what would be recorded. A gate still reads and decides.',
} as const satisfies OptionSpec;

/** Options about which trail and commit are meant, and whether anything is written. */
export const subjectOptions = [flowOption, trailOption, commitOption, dryRunOption] as const satisfies readonly OptionSpec[];

export type SubjectSettings = ReturnType<typeof readSubject>;

export function readSubject(read: OptionReader<NamesOf<typeof subjectOptions>>) {
  return allOrComplaints({
    flow: () => readName(read, 'flow', 'flowName'),
    /** `undefined`: the SHA of the commit. */
    trail: () => readNameIfGiven(read, 'trail', 'trailName'),
    commit: () => readCommitSha(read, 'commit'),
    dryRun: () => read.flag('dry-run'),
  });
}
