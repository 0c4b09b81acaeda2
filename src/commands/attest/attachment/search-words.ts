import type { MissedPattern, SearchFinding } from '../../../files/index.ts';

/** A sentence for each fault that the search for `attachments` found. They are no errors: an attachment never holds evidence back. */
export function attachmentWords(finding: SearchFinding): string {
  return `attachments: ${wordsOf(finding)}`;
}

function wordsOf(finding: SearchFinding): string {
  switch (finding.kind) {
    case 'no-pattern':
      return 'no line names a file to attach. Add one above those that begin with `!`';
    case 'useless-exclude':
      return `${finding.pattern}: nothing was found before this line that it could exclude. Move it below the lines that it narrows`;
    case 'no-match':
      return `${finding.pattern}: ${missing[finding.is]}${
        finding.link === undefined
          ? ''
          : `: ${finding.link.name} is a symbolic link, which is not followed. Name the real directory: ${finding.link.target}`
      }`;
    case 'excluded':
      return `${finding.pattern}: later lines exclude all that it matches`;
    case 'search-failed':
      return `${finding.pattern}: the search failed: ${finding.reason}`;
    case 'dead-link':
      return `${finding.name}: the symbolic link leads nowhere`;
    case 'directory-link':
      return `${finding.name}: a symbolic link to a directory is not followed. Name the real directory`;
    case 'pattern-outside':
      return `${finding.pattern}: the pattern leads out of the workspace, so it is not attached`;
    case 'link-outside':
      return `${finding.name}: a symbolic link leads out of ${finding.base ?? 'the workspace'}, so it is not attached`;
  }
}

const missing: Readonly<Record<MissedPattern, string>> = {
  glob: 'the pattern matches no file',
  directory: 'the directory holds no files',
  'left-out': 'the file is left out, or is no regular file',
  absent: 'there is no such file',
};
