import { limits } from '../contract/limits.ts';
import { allOrComplaints } from './all-or-complaints.ts';
import { isSha, wholeCommit } from './sha.ts';
import { readNameIfGiven } from './names.ts';
import type { OptionReader } from './reader.ts';
import type { NamesOf, OptionSpec } from './spec.ts';
import type { flowOption } from './subject.ts';

/** Options about which evidence records are meant. */
export const attestationFilterOptions = [
  {
    name: 'commit',
    kind: 'names',
    placeholder: 'SHA',
    description: `Commits that the evidence is about, separated by commas or spaces: 40 hexadecimal digits each, or the first ${limits.shortestPrefix} or more of them.`,
  },
  { name: 'name', kind: 'text', placeholder: 'NAME', description: 'Only records of this attestation name.' },
  {
    name: 'type',
    kind: 'text',
    placeholder: 'TYPE',
    description: 'Only records of this type: `junit`, `generic`, `custom:NAME`, `override`.',
  },
] as const satisfies readonly OptionSpec[];

export function readAttestationFilter(read: OptionReader<NamesOf<typeof attestationFilterOptions> | (typeof flowOption)['name']>) {
  return allOrComplaints({
    commits: () => readCommits(read),
    flow: () => readNameIfGiven(read, 'flow', 'flowName'),
    name: () => readNameIfGiven(read, 'name', 'templateName'),
    type: () => read.text('type'),
  });
}

function readCommits(read: OptionReader<'commit'>): readonly string[] {
  const commits = read.names('commit').map((sha) => sha.toLowerCase());
  const wrong = commits.find((sha) => !isSha(sha, 'commitSha', 'short'));
  if (wrong === undefined) return commits;
  throw read.invalid('commit', `holds ${JSON.stringify(wrong)}, which is not a full commit SHA`, wholeCommit('short'));
}
