import { randomInt } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';

// Does what actions/upload-artifact v7 does: names are unique within an attempt of a run, hidden files are left out, and the
// paths within are those below the deepest folder that all search paths share.
const { ARTIFACTS_FOLDER, GITHUB_OUTPUT, GITHUB_RUN_ATTEMPT = '1', GITHUB_RUN_ID, GITHUB_WORKSPACE } = process.env;
const input = (name: string): string => process.env[`INPUT_${name.toUpperCase()}`]?.trim() ?? '';
if (ARTIFACTS_FOLDER === undefined || GITHUB_RUN_ID === undefined || GITHUB_WORKSPACE === undefined)
  throw new Error('ARTIFACTS_FOLDER, GITHUB_RUN_ID and GITHUB_WORKSPACE must be set.');

const name = input('name');
if (name === '' || /["<>:|*?\r\n\\/]/.test(name)) fail(`The artifact name is not valid: ${name}`);
const patterns = input('path')
  .split('\n')
  .map((line) => line.trim())
  .filter((line) => line !== '');
const files = patterns.flatMap((pattern) => found(pattern)).filter((path) => !isHidden(path));
if (files.length === 0) {
  const message = `No files were found with the provided path: ${patterns.join(' ')}. No artifacts will be uploaded.`;
  if (input('if-no-files-found') === 'error') fail(message);
  process.stdout.write(`${message}\n`);
} else {
  const folder = join(ARTIFACTS_FOLDER, GITHUB_RUN_ID, name, GITHUB_RUN_ATTEMPT);
  if (existsSync(folder)) {
    if (input('overwrite') !== 'true') fail(`an artifact with this name already exists on the workflow run: ${name}`);
    rmSync(folder, { recursive: true });
  }
  const root = shared(patterns.map((pattern) => searchPath(pattern)));
  for (const file of files) {
    const target = join(folder, relative(root, file));
    mkdirSync(dirname(target), { recursive: true });
    cpSync(file, target);
  }
  const id = numberOf(`${GITHUB_RUN_ID}\n${name}\n${GITHUB_RUN_ATTEMPT}`);
  if (GITHUB_OUTPUT !== undefined) appendFileSync(GITHUB_OUTPUT, `artifact-id=${id}\n`);
  process.stdout.write(`Artifact ${name} has ${files.length} files\n`);
}

/** Another one each time; the number of what was overwritten is no more. */
function numberOf(artifact: string): number {
  const ids = join(ARTIFACTS_FOLDER ?? '', 'ids');
  mkdirSync(ids, { recursive: true });
  for (const id of readdirSync(ids)) if (readFileSync(join(ids, id), 'utf8') === artifact) rmSync(join(ids, id));
  const id = randomInt(1, 2 ** 31);
  writeFileSync(join(ids, String(id)), artifact);
  return id;
}

function found(pattern: string): readonly string[] {
  const path = resolve(pattern);
  const isDirectory = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  const paths = globSync(isDirectory ? join(path, '**') : path, { cwd: GITHUB_WORKSPACE ?? '.' });
  return paths.filter((each) => statSync(each).isFile());
}

/** The folder that a pattern begins with. For a file it is the folder that the file lies in. */
function searchPath(pattern: string): string {
  const parts = resolve(pattern).split(sep);
  const glob = parts.findIndex((part) => /[*?[{]/.test(part));
  const path = parts.slice(0, glob < 0 ? undefined : glob).join(sep);
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true ? dirname(path) : path;
}

function shared(paths: readonly string[]): string {
  const [first = [], ...others] = paths.map((path) => path.split(sep));
  const end = first.findIndex((part, place) => others.some((other) => other[place] !== part));
  return first.slice(0, end < 0 ? undefined : end).join(sep);
}

function isHidden(path: string): boolean {
  return relative(GITHUB_WORKSPACE ?? '.', path)
    .split(sep)
    .some((part) => part !== '..' && basename(part).startsWith('.'));
}

function fail(message: string): never {
  process.stdout.write(`::error::${message}\n`);
  process.exit(1);
}
