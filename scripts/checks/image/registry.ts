import { spawnSync } from 'node:child_process';

/** Variables of npm and Node for an unusual way to npm's registry. */
export function registry(): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of ['registry', 'cafile']) {
    const value = spawnSync('npm', ['config', 'get', name], { encoding: 'utf8' }).stdout.trim();
    if (value !== 'null') found[`npm_config_${name}`] = value;
  }
  // A machine may name its own authorities to every program on Node, and not to npm alone.
  const authorities = process.env['NODE_EXTRA_CA_CERTS'];
  if (authorities !== undefined) found['NODE_EXTRA_CA_CERTS'] = authorities;
  return found;
}
