import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { Header } from '../../audit/index.ts';
import type { RunContext } from '../run/context.ts';

/** Who runs the audit, as far as this machine says. */
export async function ranByHere({ event, program }: RunContext, githubToken: string | undefined): Promise<NonNullable<Header['ranBy']>> {
  const commit = program === undefined ? null : await readFile(join(program, 'commit.txt'), 'utf8').then(trimmed, () => null);
  const about = { commit, githubToken: githubToken === undefined ? null : kindOf(githubToken) };
  return event.runId === undefined ? { kind: 'person', name: userHere(), ...about } : { kind: 'job', name: event.actor ?? null, ...about };
}

/**
 * A job's own token and that of an app begin alike:
 * https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/about-authentication-to-github#githubs-token-formats
 */
function kindOf(token: string): 'app' | 'person' | 'unknown' {
  if (token.startsWith('ghs_')) return 'app';
  return /^(?:ghp_|github_pat_|gho_|ghu_)/.test(token) ? 'person' : 'unknown';
}

/** A machine need not have a name for the user, as in a container. */
function userHere(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
}

function trimmed(text: string): string {
  return text.trim();
}
