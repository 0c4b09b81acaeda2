/**
 * The web page of a repository, from a remote's URL as git takes it: `https://user:pass@h/o/r.git`,
 * `ssh://git@h:22/o/r.git`, `git@h:o/r.git`. Never with user info, query or fragment; `undefined` for local paths, and
 * for URLs in which a stray `@` shows that a password was not escaped, so that no half of it is taken for a host.
 */
export function webUrlOf(remote: string): string | undefined {
  const scp = /^(?:[^@/:\s]+@)?([^@/:\s[\]]{2,}|\[[0-9a-fA-F:]+\]):(?!\/\/)\/?([^@\s]+)$/.exec(remote);
  if (scp?.[1] !== undefined && scp[2] !== undefined) return page('https:', scp[1], scp[2]);
  const url = URL.parse(remote);
  if (url === null || `${url.hostname}${url.pathname}${url.search}${url.hash}`.includes('@')) return undefined;
  switch (url.protocol) {
    case 'https:':
    case 'http:':
      return page(url.protocol, url.host, url.pathname);
    // The port of these is of another protocol than the web page's.
    case 'ssh:':
    case 'git+ssh:':
    case 'ssh+git:':
    case 'git:':
      return page('https:', url.hostname, url.pathname);
    default:
      return undefined;
  }
}

function page(protocol: string, host: string, path: string): string | undefined {
  const trimmed = path
    .replace(/^\/+|\/+$/g, '')
    .replace(/\.git$/, '')
    .replace(/\/+$/, '');
  if (host === '' || trimmed === '') return undefined;
  const url = URL.parse(`${protocol}//${sshOverHttps[host] ?? host}/${trimmed}`);
  return url === null ? undefined : `${url.origin}${url.pathname}`;
}

/** Hosts that answer to SSH on port 443 for users behind firewalls, and the host of their web pages. */
const sshOverHttps: Readonly<Record<string, string>> = {
  'ssh.github.com': 'github.com',
  'altssh.gitlab.com': 'gitlab.com',
  'altssh.bitbucket.org': 'bitbucket.org',
};

/** The page of one commit, in the form that each host uses. */
export function commitUrl(repositoryUrl: string, sha: string): string {
  const { hostname } = new URL(repositoryUrl);
  if (hostname === 'gitlab.com') return `${repositoryUrl}/-/commit/${sha}`;
  if (hostname === 'bitbucket.org') return `${repositoryUrl}/commits/${sha}`;
  return `${repositoryUrl}/commit/${sha}`;
}

/**
 * The web page of `origin`, from `git config --null --get-regexp` of `remote.origin.url` and `url.*.insteadof`.
 * The URL as written comes first: rewriting often leads to a mirror, or puts a token in. It is rewritten (the longest
 * matching prefix wins, as in git) only where it does not name a host by itself: `gh:org/app`.
 */
export function originFromConfig(output: string): string | undefined {
  let written: string | undefined;
  const rules: { prefix: string; base: string }[] = [];
  for (const entry of output.split('\0')) {
    const [key = '', ...rest] = entry.split('\n');
    const value = rest.join('\n');
    // The first URL of several is the one that is fetched from.
    if (key === 'remote.origin.url') written ??= value;
    else if (/^url\..*\.insteadof$/s.test(key) && value !== '') rules.push({ prefix: value, base: key.slice(4, -'.insteadof'.length) });
  }
  if (written === undefined) return undefined;
  const url = written;
  const asWritten = webUrlOf(url);
  if (asWritten !== undefined && /^[a-z+]+:\/\//i.test(url)) return asWritten;
  if (asWritten !== undefined && new URL(asWritten).hostname.includes('.')) return asWritten;
  const rule = rules.filter(({ prefix }) => url.startsWith(prefix)).toSorted((a, b) => b.prefix.length - a.prefix.length)[0];
  return rule === undefined ? asWritten : webUrlOf(rule.base + url.slice(rule.prefix.length));
}
