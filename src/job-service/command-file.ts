import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { UsageError } from '../errors/index.ts';

/** The files by which a step hands values on: to later steps as outputs or environment, to its own last step as state. */
export type CommandFile = 'GITHUB_OUTPUT' | 'GITHUB_ENV' | 'GITHUB_STATE';

/** Writes values where the runner looks for them. Throws a UsageError where it gave no file. */
export function handOn(file: CommandFile, values: Readonly<Record<string, string>>, env: NodeJS.ProcessEnv): void {
  const path = env[file];
  if (path === undefined || path === '') {
    throw new UsageError('missing-input', `${file} is not set: it names the file that the runner reads`, {
      fix: 'Use the action in a job of GitHub Actions; elsewhere run `compliance-evidence serve --ephemeral`',
    });
  }
  // No value can hold a mark that cannot be guessed, and so end itself early.
  const mark = `end_${randomUUID()}`;
  appendFileSync(
    path,
    Object.entries(values)
      .map(([name, value]) => `${name}<<${mark}\n${value}\n${mark}\n`)
      .join(''),
  );
}
