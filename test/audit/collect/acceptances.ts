import { git } from '../../support/git.ts';
import type { World } from './world.ts';

export const path = '.github/compliance-audit.yml';

/** An entry of the file with this key. */
export const entry = (key: string, until = '2026-12-01'): string =>
  `  - key: ${key}\n    reason: known\n    owner: alice\n    until: ${until}\n`;

/** Commits the file as somebody on `main`. */
export function writeAs(world: World, name: string, text: string): string {
  const { directory } = world;
  world.write(path, text);
  git(directory, ['commit', '--quiet', '--amend', '--no-edit', `--author=${name} <${name}@example.com>`]);
  return git(directory, ['rev-parse', 'HEAD']);
}
