import { realpathSync } from 'node:fs';
import { join, posix } from 'node:path';
import { contains, nameOf, type DiscoveredFile, type SearchBounds } from '../../files/index.ts';
import type { CommittedFiles } from '../../git/index.ts';
import { count, inShell } from '../../text/index.ts';

const fewTogether = 4;

const mostNamed = 20;

/** To be pasted: commands that make git forget the files, and lines that leave them out. */
export function fixOfCommitted(
  files: readonly DiscoveredFile[],
  committed: CommittedFiles['committed'],
  patterns: readonly string[],
  bounds: SearchBounds,
): string {
  const hasOthers = files.some(({ path }) => !committed.has(path));
  return fixOf(placesOf(files, committed, bounds), linesToKeep(patterns, files, committed), hasOthers);
}

/** A file, or the XML files of a folder. */
interface Place {
  /** The folder to be in, from where the user is; empty where the user is there. */
  readonly root: string;
  /** As git knows it: a link leads to another file than the pattern names. */
  readonly inGit: string;
  readonly isSkipped: boolean;
  readonly pattern: string;
  readonly isGlob: boolean;
}

function placesOf(
  files: readonly DiscoveredFile[],
  committed: CommittedFiles['committed'],
  { directory, mayLeave = false, workspace }: SearchBounds,
): readonly Place[] {
  // On a command line the working directory may be another one than the shell's.
  const here = realpathSync.native(mayLeave ? process.cwd() : workspace);
  const folders = Map.groupBy(files, ({ path }) => nameOf(path, directory ?? workspace).replace(/[^/]*$/, ''));
  return [...folders].flatMap(([folder, all]) => {
    const ours = all.flatMap(({ path }): Place[] => {
      const known = committed.get(path);
      if (known === undefined) return [];
      const { isSkipped, name, root } = known;
      const file = join(root, name);
      const isHere = contains(root, here) && contains(here, file);
      const inGit = isHere ? nameOf(file, here) : name;
      return [{ root: isHere ? '' : nameOf(root, here), inGit, isSkipped, pattern: nameOf(path, directory ?? workspace), isGlob: false }];
    });
    const [first] = ours;
    const isWhole = ours.length >= fewTogether && ours.length === all.length && ours.every(({ pattern }) => pattern.endsWith('.xml'));
    if (first === undefined || !isWhole || /[*?[\]\\]/.test(folder + first.inGit)) return ours;
    const isOneFolder = ours.every(({ inGit, root }) => root === first.root && posix.dirname(inGit) === posix.dirname(first.inGit));
    if (!isOneFolder || !ours.every(({ inGit }) => inGit.endsWith('.xml'))) return ours;
    const isSkipped = ours.some((place) => place.isSkipped);
    return [{ ...first, isSkipped, inGit: posix.join(posix.dirname(first.inGit), '*.xml'), pattern: `${folder}*.xml`, isGlob: true }];
  });
}

/** Without the patterns that found nothing else: a line whose files are all left out again is refused. */
function linesToKeep(
  patterns: readonly string[],
  files: readonly DiscoveredFile[],
  committed: CommittedFiles['committed'],
): readonly string[] {
  const lines = patterns.flatMap((line) => line.split(/\r\n|[\r\n]/)).filter((line) => line.trim() !== '');
  const kept = new Set(files.filter(({ path }) => !committed.has(path)).map(({ pattern }) => pattern));
  const found = new Set(files.map(({ pattern }) => pattern));
  const useful = lines.filter((line) => kept.has(line.trim()) || !found.has(line.trim()));
  return kept.size === 0 ? lines : useful;
}

/** To be pasted. Names are foreign text: one that does not fit in a line is left out. */
function fixOf(places: readonly Place[], lines: readonly string[], hasOthers: boolean): string {
  const plain = places.filter(
    ({ inGit, pattern, root }) => !/[\p{C}\p{Zl}\p{Zp}]/u.test(`${root}${inGit}${pattern}`) && pattern.trim() === pattern,
  );
  const shown = plain.slice(0, mostNamed);
  const more = places.length - shown.length;
  const onPurpose = 'If results are committed on purpose, as by a tool that writes the same bytes each time: tracked-results: allow';
  if (shown.length === 0) return `Give the files names that fit in one line, and let git forget them.\n\n${onPurpose}`;
  const commands = shown.flatMap(({ inGit, isGlob, isSkipped, root }) => {
    const both = [
      `git rm --cached ${isSkipped ? '--sparse ' : ''}${inShell(isGlob ? `:(glob)${inGit}` : dashless(inGit))}`,
      // The last line of the file may have no end, and `echo` of some shells reads backslashes.
      String.raw`printf '\n%s\n' ${inShell(ignored(inGit, isGlob))} >> .gitignore`,
    ];
    return root === '' ? both : both.map((line) => `(cd ${inShell(root)} && ${line})`);
  });
  const excludes = shown.map(({ pattern }) => `!${/^[!#~]/.test(pattern) ? `./${pattern}` : pattern}`);
  const indented = (texts: readonly string[]): string => texts.map((text) => `    ${text}`).join('\n');
  return [
    `Let git forget results, so that only a test run makes them${more > 0 ? ` (and ${count(more, 'more file')} like these)` : ''}:`,
    indented(commands),
    `Where they are no results, but examples, leave them out${hasOthers ? '' : ', and add a line for the files that the tests write'}:`,
    `  junit-paths: |\n${indented([...lines, ...excludes])}`,
    onPurpose,
  ].join('\n\n');
}

function dashless(name: string): string {
  return name.startsWith('-') || name.startsWith(':') ? `./${name}` : name;
}

function ignored(name: string, isGlob: boolean): string {
  return `/${isGlob ? name : name.replace(/[*?[\]\\]/g, String.raw`\$&`)}`;
}
