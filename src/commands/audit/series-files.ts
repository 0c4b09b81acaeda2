import { resolve } from 'node:path';
import { UsageError } from '../../errors/index.ts';
import { discover, type DiscoveredFile, type SearchFinding } from '../../files/index.ts';
import { list } from '../../text/index.ts';
import { searchRootOf, type RunContext } from '../run/context.ts';

/** Files of a series: twenty years of weekly audits, each as a package and as a report. */
const mostFiles = 2_000;

/** A file of the series. */
export interface SeriesFile extends Pick<DiscoveredFile, 'path' | 'name'> {
  /** It was named by itself, and not found in a folder or by a glob. */
  readonly isNamed: boolean;
}

/**
 * The packages and reports that the paths name, by their names. In a folder, and by a glob, only files with the endings of
 * packages and of reports count.
 *
 * @throws {UsageError} where a path names nothing: a typing mistake must not make a year look shorter.
 */
export async function seriesFiles(paths: readonly string[], context: RunContext): Promise<readonly SeriesFile[]> {
  const { files: found, findings } = await discover(paths, { ...searchRootOf(context), inDirectories: '*' });
  if (findings.length > 0)
    throw new UsageError('invalid-input', `series: ${list(findings.map(faultOf))}`, {
      fix: 'Name files that are there: packages (.tgz) and JSON reports (.json) of audits, or their folder',
    });
  const files = found
    .map(({ name, path, pattern }) => ({ path, name, isNamed: resolve(context.directory, pattern) === path }))
    .filter(({ isNamed, name }) => isNamed || /\.(?:tgz|tar\.gz|json)$/i.test(name));
  if (files.length === 0)
    throw new UsageError('invalid-input', 'series: no package and no JSON report of an audit is there', {
      fix: 'Name the folder that has the files that `audit` wrote with --package or --json-file',
    });
  if (files.length <= mostFiles) return files;
  throw new UsageError('invalid-input', `series: ${files.length} files are more than the ${mostFiles} that one series takes`, {
    fix: 'Make a series of each year',
  });
}

function faultOf(finding: SearchFinding): string {
  switch (finding.kind) {
    case 'no-pattern':
      return 'no path is named';
    case 'no-match':
      return `${finding.pattern} names no file that is there`;
    case 'excluded':
    case 'useless-exclude':
      return `${finding.pattern} is of no use next to the other paths`;
    case 'search-failed':
      return `${finding.pattern} could not be searched: ${finding.reason}`;
    case 'pattern-outside':
      return `${finding.pattern} leads out of the workspace`;
    case 'dead-link':
    case 'directory-link':
    case 'link-outside':
      return `${finding.name} is a symbolic link that is not followed`;
  }
}
