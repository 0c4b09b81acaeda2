import { invalid } from './check.ts';

/** The parts of an input that a reader may be shown as a link. */
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
 * The input, unless an address in it is one that a browser must not follow: `javascript:` in a link runs in the page of
 * the reader who opens it. A repository's own address may also be one of git's, a path, or empty, for clients take it from the
 * checkout as it is; but no other scheme.
 */
export function withWebAddress<Input extends Linked>(input: Input): Input {
  const { origin_url, external_urls, git_commit_info, repo_info } = input;
  const links = Object.entries(external_urls ?? {}).map(([label, { href }]) => [`external_urls.${label}.href`, href] as const);
  const { build_url, commit_url, repo_url } = input;
  // Clients without a build or a web page of their commits send an empty text.
  const named = Object.entries({ origin_url, build_url, commit_url, repo_url }).flatMap(([path, address]) =>
    typeof address === 'string' && (address !== '' || path === 'origin_url') ? [[path, address] as const] : [],
  );
  const web = [...named, ...links];
  const git = [
    ['git_commit_info.url', git_commit_info?.url ?? ''],
    ['repo_info.url', repo_info?.url ?? ''],
  ] as const;
  const wrong = [
    ...web.filter(([, address]) => !isWeb(address)).map(([path]) => [path, 'must be an address that begins with https:// or http://.']),
    ...git
      .filter(([, address]) => !isGit(address))
      .map(([path]) => [path, 'must be an address that begins with https:// or http://, or one of git.']),
  ];
  if (wrong.length === 0) return input;
  throw invalid(Object.fromEntries(wrong.slice(0, 32)));
}

/**
 * The approval, unless it links to what a browser must not follow. What is no address at all is kept as it is: clients that
 * know none send an empty text, or `undefined`.
 */
export function withApprovalAddress<Input extends { readonly approvals?: readonly { readonly approval_url: string }[] | null }>(
  input: Input,
): Input {
  const wrong = (input.approvals ?? []).flatMap(({ approval_url: address }, index) =>
    URL.parse(address) === null || isWeb(address)
      ? []
      : [[`approvals[${index}].approval_url`, 'must be an address that begins with https:// or http://.']],
  );
  if (wrong.length === 0) return input;
  throw invalid(Object.fromEntries(wrong.slice(0, 32)));
}

/** As a browser reads it, which passes over white space before the scheme and inside of it. */
function isWeb(address: string): boolean {
  const protocol = URL.parse(address)?.protocol;
  return protocol === 'https:' || protocol === 'http:';
}

const gitSchemes = new Set(['https:', 'http:', 'ssh:', 'git:', 'git+ssh:', 'git+https:', 'git+http:', 'file:']);

function isGit(address: string): boolean {
  const protocol = URL.parse(address)?.protocol;
  // A scheme of one letter is a drive of Windows. `host.example:path` is git's own short form, and has a dot or a digit.
  return protocol === undefined || gitSchemes.has(protocol) || /^[a-z]:$/.test(protocol) || /[.\d]/.test(protocol);
}
