import { spawnSync } from 'node:child_process';

/** How this machine reaches the registry of npm, where that is not as usual, as variables of npm. */
export function registry(): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of ['registry', 'cafile']) {
    const value = spawnSync('npm', ['config', 'get', name], { encoding: 'utf8' }).stdout.trim();
    if (value !== 'null') found[`npm_config_${name}`] = value;
  }
  return found;
}
