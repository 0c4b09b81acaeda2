import type { Call } from '../../client/index.ts';
import type { ExternalUrls, GitCommitInfo, RepoInfo } from '../../contract/index.ts';
import type { GitFacts } from '../../git/index.ts';
import type { AboutSettings, AddressSettings } from '../../options/index.ts';
import { given, hideSecrets, isExactNumber } from '../../text/index.ts';
import { withService } from './connect.ts';
import type { RunContext } from './context.ts';
import type { Reported } from './result.ts';

/**
 * Also in texts that come from elsewhere, such as the commit's message. Fields are named like `git_commit_info.message`. Those in `kept`
 * never change, and those that held a secret are reported.
 */
export function hideInRecord<Data extends object>(
  record: Data,
  kept: ReadonlySet<string>,
  { report, secrets: known }: Pick<RunContext, 'report' | 'secrets'>,
): Data {
  const found = new Set<string>();

  function clean(value: unknown, field: string): unknown {
    if (kept.has(field)) return value;
    if (typeof value === 'string') {
      const hidden = hideSecrets(value, known);
      if (!hidden.found) return value;
      found.add(field);
      return hidden.text;
    }
    if (Array.isArray(value)) return value.map((one) => clean(one, field));
    if (typeof value !== 'object' || value === null || isExactNumber(value)) return value;
    const isUserData = field === 'user_data' || field.startsWith('user_data.');
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [
        isUserData ? hideSecrets(key, known).text : key,
        // A deep field is named by its first two keys.
        clean(one, field.includes('.') ? field : `${field}.${key}`),
      ]),
    );
  }

  const copy = { ...record };
  for (const [key, value] of Object.entries(record)) Reflect.set(copy, key, clean(value, key));
  for (const field of found) report({ kind: 'warning', message: `A secret was found and hidden in ${field} of the record; revoke it` });
  return copy;
}

/** They say where a record comes from. Unknown ones are left out. */
interface AboutFields {
  readonly git_commit_info?: GitCommitInfo;
  readonly repo_info?: RepoInfo;
  readonly external_urls?: ExternalUrls;
  readonly description?: string;
}

export function aboutFields({ description, externalUrls }: AboutSettings, git: GitFacts | undefined): AboutFields {
  const urls = [...externalUrls].map(([label, href]) => [label, { href }] as const);
  return {
    ...(git === undefined ? {} : { git_commit_info: git.commit }),
    ...given({ repo_info: git?.repository }),
    ...(urls.length === 0 ? {} : { external_urls: Object.fromEntries(urls) }),
    ...given({ description }),
  };
}

type Facts = Omit<Reported, 'kind' | 'sent'>;

interface Request {
  /** In words, for a user who stops the run meanwhile. */
  readonly what: string;
  readonly to: AddressSettings | Call;
  readonly send: (call: Call) => Promise<Partial<Pick<Facts, 'id' | 'name' | 'change'>>>;
}

/** By one request. A dry run sends nothing, and says what would be sent. */
export async function reportOnce(facts: Facts, { send, to, what }: Request, context: RunContext): Promise<Reported> {
  const { sent } = context;
  if (facts.dryRun) return { kind: 'reported', ...facts, sent: sent.soFar() };

  async function report(call: Call): Promise<Reported> {
    sent.begin(what);
    const answer = await send(call);
    sent.end(what, { kind: 'accepted', id: answer.id, evaluated: false });
    return { kind: 'reported', ...facts, ...answer, sent: sent.soFar() };
  }

  return 'transport' in to ? report(to) : withService(to, 0, context, report);
}
