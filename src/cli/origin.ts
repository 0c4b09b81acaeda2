import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromFolder, fromOrigin, stringAt, type Origin } from '../text/index.ts';
import { packageRoot } from './package-root.ts';

let known: Origin | undefined | 'not read' = 'not read';

/** A message of ours whose pages are those of this package: at its repository where that is known, else in its own folder. */
export function toldHere(text: string): string {
  if (!text.includes('<owner>/compliance-evidence')) return text;
  if (known === 'not read') known = readOrigin();
  if (known !== undefined) return fromOrigin(text, known);
  return existsSync(join(packageRoot, 'docs')) ? fromFolder(text, packageRoot.replace(/[/\\]$/, '')) : text;
}

/** A release writes its repository into the package. A program that stands without its package has none. */
function readOrigin(): Origin | undefined {
  const path = join(packageRoot, 'package.json');
  if (!existsSync(path)) return undefined;
  const manifest: unknown = JSON.parse(readFileSync(path, 'utf8'));
  const [, serverUrl, repository] =
    /^git\+(https:\/\/[^/]+)\/([\w.-]+\/[\w.-]+?)(?:\.git)?$/.exec(stringAt(manifest, 'repository', 'url') ?? '') ?? [];
  const version = stringAt(manifest, 'version');
  return serverUrl === undefined || repository === undefined ? undefined : { serverUrl, repository, ref: `v${version ?? ''}` };
}
