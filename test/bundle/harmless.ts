import { expect } from 'vitest';
import type { GitHubApi } from '../support/github-api/open.ts';
import type { ActionRun } from '../support/runner/index.ts';

/** Characters that end a line, turn the direction of writing or take up no room; tab and line feed may stand. */
const unseen = /[\u0000-\u0008\u000B-\u001F\u007F\u0085\u2028\u2029\u202A-\u202E\u2066-\u2069\u200B-\u200F\uFEFF]/;

/** The output that reaches the runner holds no command except those of a printer. */
export function expectNoForeignCommands(run: ActionRun): void {
  expect(run.rawStderr).toBe('');
  expect(run.rawStdout).not.toContain('##[');
  const names = [...run.rawStdout.matchAll(/(?:^|\n|\r)\s*::([\w-]+)/g)].map(([, name]) => name);
  expect(names.filter((name) => !['add-mask', 'error', 'warning', 'notice', 'group', 'endgroup'].includes(name ?? ''))).toEqual([]);
  // The tokens of the action and of GitHub are masked, and nothing else.
  expect(names.filter((name) => name === 'add-mask')).toHaveLength(2);
  expect(run.rawStdout).not.toMatch(unseen);
}

/** Everything that would be more than text in the markdown of GitHub. */
export function expectNoForeignMarkup(markdown: string): void {
  // An address in its brackets is not text. It must not hold a character that ends the brackets.
  const [whole] = withoutCode(markdown);
  const text = whole.replace(/\]\(<https?:\/\/[\w\-.~:/?#&=%+,;@[\]]*>\)/g, ']');
  expect(text).not.toContain('](');
  const tags = [...text.matchAll(/<\/?([a-z][\w-]*)(?=[\s/>])/gi)].map(([, tag]) => tag?.toLowerCase());
  expect(tags.filter((tag) => !['details', 'summary', 'pre', 'sub'].includes(tag ?? ''))).toEqual([]);
  expect(text).not.toMatch(/!\[|javascript:/i);
  // Mentions, references and names of pictures are looked for in the finished page, where entities are characters again.
  const page = text.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
  expect(page).not.toMatch(/@\w|(?<![&\w])#\d|\bGH-\d|:(?:tada|\+1):/);
  // Zero-width spaces are ours: they separate the texts that GitHub would look for.
  expect(markdown.replaceAll('&#8203;', '')).not.toMatch(unseen);
}

/** Statuses are text to GitHub: one line of at most 140 characters, under a name of ours, with a real address. */
export function expectHarmlessStatuses({ statuses }: GitHubApi, flow: string): void {
  for (const { context, description, target_url: url } of statuses) {
    expect(context).toBe(`compliance/${flow}`);
    expect(String(description).length).toBeLessThanOrEqual(140);
    expect(description).not.toMatch(/[\n\r\t]/);
    expect(description).not.toMatch(unseen);
    expect(url).toMatch(/^https?:\/\/[!-~]+$/);
  }
}

/** The lines of a page outside of its blocks of code, and those inside; a block that is not closed is an error. */
export function withoutCode(summary: string): readonly [text: string, code: string] {
  const parts = summary.split(/^ *```.*$/m);
  if (parts.length % 2 === 0) throw new Error('a block of code is not closed');
  const pick = (rest: number): string => parts.filter((_, index) => index % 2 === rest).join('\n');
  return [pick(0), pick(1)];
}

/** Everything that a command in the log could have changed, except the values that differ from run to run by themselves. */
export function effectsOf(run: ActionRun): unknown {
  const placed = Object.entries(run.outputs).map(([name, value]) => [name, value?.replace(/^.*\/compliance-evidence-\w{6}(?=\/)/, '')]);
  const outputs = { ...Object.fromEntries(placed), 'attestation-id': '', 'trail-url': '', reasons: '', 'statement-reason': '' };
  const { env, state, path, matchers, masks, commandErrors, exitCode, conclusion, summaryDropped, secretOutputs } = run;
  return { outputs, env, state, path, matchers, masks, commandErrors, exitCode, conclusion, summaryDropped, secretOutputs };
}
