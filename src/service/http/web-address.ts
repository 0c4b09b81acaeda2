import { invalid, mostErrors } from './check.ts';

/** The parts of an input that may be shown to a reader as a link. */
interface Linked {
  readonly origin_url?: string | null;
  readonly external_urls?: Readonly<Record<string, { readonly href: string }>> | null;
  readonly git_commit_info?: { readonly url?: string | null } | null;
  readonly repo_info?: { readonly url: string } | null;
  readonly build_url?: string;
  readonly commit_url?: string;
  readonly repo_url?: string | null;
}

/**
 * The input, unless an address in it is one that a browser must not follow: a `javascript:` link runs in the page of the reader
 * who opens it. The address of a repository may also be a git address, a path, or empty, because clients take it from the
 * checkout as it is; but it may have no other scheme.
 */
export function withWebAddress<Input extends Linked>(input: Input): Input {
  const { build_url, commit_url, external_urls, git_commit_info, origin_url, repo_info, repo_url } = input;
  const named: readonly (readonly [string, string | null | undefined])[] = [
    ['origin_url', origin_url],
    // Clients without a build or a web page of their commits send an empty text.
    ...Object.entries({ build_url, commit_url, repo_url }).filter(([, address]) => address !== ''),
    ...Object.entries(external_urls ?? {}).map(([label, { href }]) => [`external_urls.${label}.href`, href] as const),
  ];
  const repositories = [
    ['git_commit_info.url', git_commit_info?.url ?? ''],
    ['repo_info.url', repo_info?.url ?? ''],
  ] as const;
  return unlessWrong(input, [
    ...named.flatMap(([path, address]) => (typeof address === 'string' && !isWeb(address) ? [[path, notWeb] as const] : [])),
    ...repositories.flatMap(([path, address]) => (isGit(address) ? [] : [[path, notGit] as const])),
  ]);
}

/** The approval, unless a browser must not follow its address. A text that is no address is kept: some clients send '' or `undefined`. */
export function withApprovalAddress<Input extends { readonly approvals?: readonly { readonly approval_url: string }[] | null }>(
  input: Input,
): Input {
  const wrong = (input.approvals ?? []).flatMap(({ approval_url: address }, index) =>
    URL.parse(address) === null || isWeb(address) ? [] : [[`approvals[${index}].approval_url`, notWeb] as const],
  );
  return unlessWrong(input, wrong);
}

const notWeb = 'must be an address that begins with https:// or http://.';
const notGit = 'must be an address that begins with https:// or http://, or one of git.';

function unlessWrong<Input>(input: Input, wrong: readonly (readonly [path: string, sentence: string])[]): Input {
  if (wrong.length === 0) return input;
  throw invalid(Object.fromEntries(wrong.slice(0, mostErrors)));
}

/** Reads the address as a browser does: white space before and inside the scheme is ignored. */
function isWeb(address: string): boolean {
  const protocol = URL.parse(address)?.protocol;
  return protocol === 'https:' || protocol === 'http:';
}

const gitSchemes = new Set(['https:', 'http:', 'ssh:', 'git:', 'git+ssh:', 'git+https:', 'git+http:', 'file:']);

function isGit(address: string): boolean {
  if (address === '') return true;
  const protocol = URL.parse(address)?.protocol;
  // A scheme of one letter is a Windows drive. `host.example:path` is git's own short form, and has a dot or a digit.
  return protocol === undefined || gitSchemes.has(protocol) || /^[a-z]:$/.test(protocol) || /[.\d]/.test(protocol);
}
