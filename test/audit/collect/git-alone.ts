import { git } from '../../support/git.ts';
import { linesOf, of } from './collected.ts';
import { settingsOf, sourcesOf } from './world.ts';

export const nobody = 'Nobody <nobody@example.com>';

/** Makes a commit on `main` with the given headers. Gives its SHA. */
export function written(directory: string, people: string, title: string, message = title): string {
  const parent = git(directory, ['rev-parse', '--verify', '--quiet', 'main']);
  const tree = git(directory, ['rev-parse', 'main^{tree}']);
  const text = `tree ${tree}\nparent ${parent}\n${people}\n\n${message}\n`;
  const sha = git(directory, ['hash-object', '-t', 'commit', '-w', '--literally', '--stdin'], text);
  git(directory, ['update-ref', 'refs/heads/main', sha]);
  return sha;
}

export function dated(directory: string, title: string, date: string): string {
  const seconds = Date.parse(date) / 1000;
  return written(directory, `author ${nobody} ${seconds} +0000\ncommitter ${nobody} ${seconds} +0000`, title);
}

/** Audits a clone with git alone. Answers the titles of the landed commits, the newest first, and the facts that are missing. */
export async function audited(directory: string, since: string, more: Parameters<typeof settingsOf>[0] = {}) {
  const lines = await linesOf(settingsOf({ since, ...more }), sourcesOf(directory, null));
  return {
    lines,
    titles: of(lines, 'landing').map(({ landing }) => landing.commits.at(-1)?.title),
    holes: of(lines, 'hole').map(({ fix, what, why }) => `${what}: ${why}. ${fix}`),
  };
}
