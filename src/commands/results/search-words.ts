import { sep } from 'node:path';
import type { EvidenceProblem } from '../../errors/index.ts';
import type { MissedPattern, SearchFinding } from '../../files/index.ts';
import { count } from '../../text/index.ts';
import type { ResultsWarning } from '../../results/index.ts';

type Near = (pattern: string) => string | undefined;

export function searchWords(
  findings: readonly SearchFinding[],
  near: Near = () => undefined,
): { readonly problems: readonly EvidenceProblem[]; readonly warnings: readonly ResultsWarning[] } {
  const problems: EvidenceProblem[] = [];
  const warnings: ResultsWarning[] = [];
  for (const finding of findings) {
    if (finding.kind === 'useless-exclude' || finding.kind === 'directory-link') warnings.push(warningOf(finding));
    else problems.push(problemOf(finding, near));
  }
  return { problems, warnings };
}

type Harmless = Extract<SearchFinding, { kind: 'useless-exclude' | 'directory-link' }>;

function warningOf(finding: Harmless): ResultsWarning {
  switch (finding.kind) {
    case 'useless-exclude':
      return {
        code: 'useless-exclude',
        message: `${finding.pattern}: nothing was found before this line that it could exclude`,
        fix: 'Move the line below the patterns that it narrows.',
      };
    case 'directory-link':
      return {
        code: 'symlink-skipped',
        message: `${finding.name}: a symbolic link to a directory is not followed`,
        file: finding.name,
        fix: 'Name the real directory.',
      };
  }
}

function problemOf(finding: Exclude<SearchFinding, Harmless>, near: Near): EvidenceProblem {
  switch (finding.kind) {
    case 'no-pattern':
      return {
        code: 'no-files',
        message: 'no pattern names any JUnit files',
        fix: 'Set junit-paths, for example:\n  junit-paths: build/test-results/**/*.xml',
      };
    case 'no-match':
      return {
        code: 'no-files',
        message: `${finding.pattern}: ${missing[finding.is]}`,
        ...(finding.is === 'absent' || finding.is === 'left-out' ? { file: finding.pattern } : {}),
        fix: missedFix(finding, near),
      };
    case 'excluded':
      return { code: 'no-files', ...excluded(finding) };
    case 'search-failed':
      return {
        code: 'unreadable-file',
        message: `${finding.pattern}: the search failed: ${finding.reason}`,
        fix: 'Let the user that runs this step read the directories, and write no results while they are being read.',
      };
    case 'dead-link':
      return {
        code: 'unreadable-file',
        message: `${finding.name}: the symbolic link leads nowhere`,
        file: finding.name,
        fix: 'Remove the link, or let the test step write the file that it names.',
      };
    case 'pattern-outside':
      return outside(finding.pattern, 'the pattern leads out of the workspace');
    case 'link-outside':
      return { ...outside(finding.name, `a symbolic link leads out of ${finding.base ?? 'the workspace'}`), file: finding.name };
  }
}

function excluded({ by, count: found, pattern }: Extract<SearchFinding, { kind: 'excluded' }>): Pick<EvidenceProblem, 'message' | 'fix'> {
  const line = by ?? 'the lines with !';
  return {
    message: `${pattern}: it matches ${count(found, 'file')}, and ${line} ${by === undefined ? 'leave' : 'leaves'} ${found === 1 ? 'it' : 'them'} out again`,
    fix: `Take ${line} away, or let ${by === undefined ? 'them' : 'it'} exclude less.`,
  };
}

function missedFix({ is, link, pattern }: Extract<SearchFinding, { kind: 'no-match' }>, near: Near): string {
  if (link !== undefined) return linkWords(link);
  const slashes = sep === '/' && pattern.includes('\\') ? 'Write / between folders: \\ parts them on Windows alone. ' : '';
  const look =
    'See whether the test step ran and where it writes its JUnit files; paths are relative to the workspace, and node_modules and .git are not looked into.';
  return slashes + ((is === 'left-out' ? undefined : near(pattern)) ?? look);
}

export const missing: Readonly<Record<MissedPattern, string>> = {
  glob: 'the pattern matches no file',
  directory: 'the directory holds no XML files',
  'left-out': 'the file is left out, or is no regular file',
  absent: 'there is no such file',
};

export function linkWords({ name, target }: NonNullable<Extract<SearchFinding, { kind: 'no-match' }>['link']>): string {
  return `${name} is a symbolic link, which is not followed. Name the real directory: ${target}`;
}

function outside(what: string, why: string): EvidenceProblem {
  return {
    code: 'outside-workspace',
    message: `${what}: ${why}, so it was not read`,
    fix: 'Write the results inside the workspace, or name their real place by an absolute path.',
  };
}
