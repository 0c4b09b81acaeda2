import { endings, verdictNames, type Ending } from '../../src/errors/index.ts';
import { between } from './generate-manifest.ts';

const others = ['recorded', 'would-record', 'pending', 'usage', 'interrupted'] as const;

export function generateVerdictTables(page: string): string {
  const rows = (names: readonly Ending[], of: string): readonly string[] => [
    `| ${of} | Means | Passes | Exit code |`,
    '|:--|:--|:--|--:|',
    ...names.map((name) => {
      const { exitCode, icon, means, word } = endings[name];
      return `| \`${name}\` | ${icon} ${word}: ${means} | ${exitCode === 0 ? 'yes' : 'no'} | ${exitCode} |`;
    }),
  ];
  return between(between(page, 'verdicts', rows(verdictNames, 'Verdict')), 'endings', rows(others, 'Ending'));
}

export function generateVerdictTable(page: string): string {
  const rows = verdictNames.map((name) => {
    const { exitCode, icon, means } = endings[name];
    return `| \`${name}\` | ${icon} ${means} | ${exitCode === 0 ? 'passes' : 'fails'} | ${exitCode} |`;
  });
  return between(page, 'verdicts', ['| Verdict | Means | Job | Exit code |', '|:--|:--|:--|--:|', ...rows]);
}
