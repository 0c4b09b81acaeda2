import { readJunit, type JunitOptions } from '../junit/index.ts';
import { allOrComplaints, junitOptions, junitPathsOption, readJunitOptions, readJunitPaths, uses } from '../options/index.ts';
import { describeCommand } from './command.ts';
import type { Counted } from './result.ts';

interface Settings {
  readonly patterns: readonly string[];
  readonly junit: JunitOptions;
}

export const junitCommand = describeCommand({
  name: 'junit',
  summary: 'Show what would be sent for JUnit XML files, and why not, if so. Sends nothing.',
  examples: ["compliance-evidence junit 'build/test-results/**/*.xml'"],
  options: [{ use: junitPathsOption, required: true, positional: true }, ...uses(junitOptions)],
  outputs: [],
  read(read): Settings {
    return allOrComplaints<Settings>({ patterns: () => readJunitPaths(read), junit: () => readJunitOptions(read) });
  },
  async run({ junit, patterns }: Settings, { workspace }): Promise<Counted> {
    return { kind: 'counted', evidence: await readJunit(patterns, { workspace, ...junit }) };
  },
});
