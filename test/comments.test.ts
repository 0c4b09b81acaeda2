import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesBelow, posix, root } from './support/sources.ts';

/** The folders whose comments hold to it. */
const rooms = ['test', 'scripts', 'src'];

/** The beginning of a sentence that leaves out its noun, or turns it round. */
const beginning =
  /^(?:What|Of(?! course)|Whose|Whoever|Nor|That (?:an?|the|it|its|they|of|one|no|some|each|every|all|both|there|nothing|nobody))\b/;
/** "for" in place of "because", with words after it that show the difference from the preposition. */
const because = /, for (?:it|they|he|she|we|you|there|nobody|nothing|one (?:may|can|must|is))\b/;

/** The comments on lines of their own and behind code, each as one line of text, with the number of its first line. */
function commentsOf(text: string): readonly { readonly line: number; readonly text: string }[] {
  const found = text.matchAll(/^[ \t]*\/\*([^]*?)\*\/|(?:^[ \t]*\/\/.*\n?)+|(?<=[;,{}()[\]] +)\/\/.*$/gm);
  return Array.from(found, ({ 0: whole, 1: block, index }) => ({
    line: text.slice(0, index).split('\n').length,
    text: (block ?? whole)
      .replaceAll(/^\s*(?:\*+|\/\/)[ \t]?/gm, '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  }));
}

/** The sentences of a comment that begin oddly, or say "for". */
function oddIn(comment: string): readonly string[] {
  return comment.split(/(?<=[.:;!?]) /).filter((sentence) => beginning.test(sentence) || because.test(sentence));
}

describe('a sentence of a comment', () => {
  it.each([
    'What is left.',
    'Reads it. What is left stays.',
    'The rest: Of the trail.',
    'Of each trail its name.',
    'Whose turn it is.',
    'Whoever asks gets it.',
    'It is not read. Nor is it written.',
    'That the trail is green is not enough.',
    'It is skipped, for it is empty.',
    'It is skipped, for one may be enough.',
  ])('is odd: %s', (comment) => {
    expect(oddIn(comment)).toHaveLength(1);
  });

  it.each([
    'Says what is left, and that it stays.',
    'That is enough. That makes two.',
    'Of course it stays.',
    'A list, for the few that read it; for one job.',
    'Whether it stays. Who may import whom.',
  ])('is plain: %s', (comment) => {
    expect(oddIn(comment)).toEqual([]);
  });

  it('is found in a block, in lines, and behind code', () => {
    const text = "/**\n * A\n * block.\n */\nconst a = '// no'; // Code.\n\n  // Two\n  // lines.\n  /* One. */\nconst b = 1;\n// The end.";
    expect(commentsOf(text)).toEqual([
      { line: 1, text: 'A block.' },
      { line: 5, text: 'Code.' },
      { line: 7, text: 'Two lines.' },
      { line: 9, text: 'One.' },
      { line: 11, text: 'The end.' },
    ]);
  });
});

it.each(rooms)('no comment of %s begins a sentence with What, That or Of, or writes "for" in place of "because"', (room) => {
  const files = filesBelow(join(root, room)).filter((file) => !/node_modules|\.gen\.ts$/.test(file));
  const comments = files.flatMap((file) =>
    commentsOf(readFileSync(file, 'utf8')).map(({ line, text }) => ({ place: `${posix(relative(root, file))}:${line}`, text })),
  );
  expect(comments.length).toBeGreaterThan(0);
  expect(comments.flatMap(({ place, text }) => oddIn(text).map((sentence) => `${place}: ${sentence}`))).toEqual([]);
});
