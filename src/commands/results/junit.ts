import {
  allOrComplaints,
  readReading,
  readResultPaths,
  readingOptions,
  resultPathsOption,
  trackedResultsOption,
  uses,
  workingDirectoryOption,
} from '../../options/index.ts';
import { describeCommand } from '../run/command.ts';
import { inWorkingDirectory, searchRootOf } from '../run/context.ts';
import type { Counted } from '../run/result.ts';
import { readTestResults } from './read-results.ts';

export const junitCommand = describeCommand({
  name: 'junit',
  summary: 'Show what would be sent for JUnit XML files, and why not, if so. Sends nothing.',
  examples: ["compliance-evidence junit 'build/test-results/**/*.xml'"],
  options: [
    { use: resultPathsOption, required: true, positional: true },
    ...uses([workingDirectoryOption, trackedResultsOption, ...readingOptions]),
  ],
  outputs: [],
  read(read) {
    return allOrComplaints({
      patterns: () => readResultPaths(read),
      workingDirectory: () => read.text('working-directory'),
      trackedResults: () => read.choice('tracked-results'),
      reading: () => readReading(read),
    });
  },
  async run({ patterns, reading, trackedResults, workingDirectory }, context): Promise<Counted> {
    const root = searchRootOf(inWorkingDirectory(context, workingDirectory));
    return { kind: 'counted', evidence: await readTestResults(patterns, { ...root, ...reading, trackedResults }) };
  },
});
