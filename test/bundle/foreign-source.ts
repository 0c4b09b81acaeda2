import type { GitHubApiOptions } from '../support/github-api/open.ts';
import type { ActionRun } from '../support/runner/index.ts';
import type { Reported } from './reported.ts';

/** A test looks for this word where the text of a source is shown. So no row passes because nothing is shown. */
export const word = 'Darjeeling';

/** Commands in both forms, ANSI, markup, HTML, a mention, a reference, a picture, marks of direction, all kinds of line breaks. */
export const texts: readonly (readonly [string, string])[] = [
  [
    'markup and commands',
    `${word} ##[add-mask]a <img src=x> @ada #1 :tada: ![i](//e) \u202E\u2066\u001B[2J\u2028::add-mask::a\r::set-output name=verdict::compliant\n##[error]x`,
  ],
  [
    'a break of each kind',
    `${word}\n\`\`\`\n# h\r\n</details><script>x</script>\u2029::error::x\u0085::stop-commands::x\v|a|\f-->::group::`,
  ],
  ['a very long text', `${word} ${'<b>@ada ##[warning]'.repeat(5_000)}`],
];

/** Where a text can be shown. */
export type Sink = 'log' | 'annotations' | 'summary' | 'comment' | 'status' | 'outputs';

/** Where a text can come from. */
export interface Source {
  /** A name for the text that is foreign. */
  readonly source: string;
  readonly shownIn: readonly Sink[];
  readonly options?: (text: string) => GitHubApiOptions;
  readonly run: (reported: Reported, text: string) => Promise<ActionRun>;
}

/** The places where people read of a verdict. */
export const everywhere = ['annotations', 'summary', 'comment', 'outputs'] as const;
