import { readJunit, type JunitOptions } from '../../junit/index.ts';
import {
  allOrComplaints,
  junitOptions,
  junitPathsOption,
  readJunitOptions,
  readJunitPaths,
  uses,
  workingDirectoryOption,
} from '../../options/index.ts';
import { describeCommand } from '../run/command.ts';
import { placeOf } from '../run/context.ts';
import type { Counted } from '../run/result.ts';
import { inWorkingDirectory } from '../run/working-directory.ts';

interface Settings {
  readonly patterns: readonly string[];
  readonly workingDirectory: string | undefined;
  readonly junit: JunitOptions;
}

export const junitCommand = describeCommand({
  name: 'junit',
  summary: 'Show what would be sent for JUnit XML files, and why not, if so. Sends nothing.',
  examples: ["compliance-evidence junit 'build/test-results/**/*.xml'"],
  options: [{ use: junitPathsOption, required: true, positional: true }, ...uses([workingDirectoryOption, ...junitOptions])],
  outputs: [],
  read(read): Settings {
    return allOrComplaints<Settings>({
      patterns: () => readJunitPaths(read),
      workingDirectory: () => read.text('working-directory'),
      junit: () => readJunitOptions(read),
    });
  },
  async run({ junit, patterns, workingDirectory }: Settings, context): Promise<Counted> {
    const place = placeOf(inWorkingDirectory(context, workingDirectory));
    return { kind: 'counted', evidence: await readJunit(patterns, { ...place, ...junit }) };
  },
});
