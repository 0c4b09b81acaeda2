import { describe, expect, it } from 'vitest';
import { acceptedLines } from '../../../src/audit/collect/accepted.ts';

const linesIn = (text: string): readonly string[] => acceptedLines(text).map(({ first, key, last }) => `${key} ${first}-${last}`);

describe('where an entry of the audit file stands', () => {
  it('is from its first line to its last, also where its reason has several', () => {
    const text = `accepted:
  - key: a
    reason: |
      It was
      # so
    until: 2026-12-01

  # The vendor was down.
  - key: b
    until: 2026-12-01
# And what it covers.
flows: {}
`;
    expect(linesIn(text)).toEqual(['a 2-6', 'b 9-10']);
  });

  it('is one line where each is written on one', () => {
    expect(linesIn('accepted: [{ key: a }, { key: b }]\n')).toEqual(['a 1-1', 'b 1-1']);
    expect(linesIn('accepted:\n  - { key: a }\n  - { key: b }')).toEqual(['a 2-2', 'b 3-3']);
  });

  it('is nowhere where there is none, or the file cannot be read', () => {
    for (const text of ['', 'flows: {}\n', 'accepted: 1\n', 'accepted:\n  - 1\n  - reason: x\n', 'accepted: [', '*x'])
      expect(linesIn(text)).toEqual([]);
  });
});
