import { describe, expect, it } from 'vitest';
import type { Audit } from '../../../../src/audit/judge/audit.ts';
import { firstPage } from '../../../../src/audit/reports/first-page/first-page.ts';
import type { Words } from '../../../../src/audit/reports/first-page/page.ts';
import { clean, empty, passed, unknown } from '../html/audits.ts';
import { hostile } from '../html/hostile.ts';
import { overrideOf } from '../html/made-up-change.ts';
import { year } from '../html/year.ts';
import { finding, reported, ruleResult, sample, sha, world } from '../sample.ts';

/** Each foreign text has this many words, of one letter each, so that many of them fit into few characters. */
const wordy = 'a '.repeat(500);

/** All that an answer can have, at once. */
function longest(): Audit {
  const kinds = ['yes', 'no', 'failed', 'head', 'not known'] as const;
  const overrides = Array.from({ length: 9 }, (_, index) => ({ by: `${index} ${wordy}`, count: 2 }));
  const override = { ...overrideOf(1), by: wordy, name: wordy, reason: wordy, fingerprint: 'a'.repeat(64) };
  const changes = Array.from({ length: 200 }, (_, index) =>
    reported({
      pull: { number: index + 1, url: 'https://github.com/acme/shop/pull/1' },
      tested: { tested: kinds[index % kinds.length] ?? 'no', why: wordy },
      overrides: [override],
      approved: 'not known',
    }),
  );
  const hole = (index: number): Audit['world']['holes'][number] => ({ kind: 'hole', what: `${index} ${wordy}`, why: wordy, fix: wordy });
  const rules = [passed('tag-moved'), ruleResult({ rule: 'overridden', result: 'not tested', why: wordy })];
  const altered = ['a', 'b', 'c'].map((key) => finding({ key, rule: 'history-rewritten', message: wordy, carried: true }));
  const accepted = { reason: wordy, owner: wordy, until: '2026-12-20T00:00:00Z' };
  const header = {
    ...world.header,
    scope: { kind: 'trail', flow: wordy, trail: wordy } as const,
    flows: Array.from({ length: 30 }, () => 'flow'),
  };
  const witness = { link: 'b'.repeat(64), keeper: wordy, sequence: 4, at: null };
  const log = { chain: { org: 'acme', orgId: '7', sequence: 9, link: 'b'.repeat(64) }, records: 9, problems: [], witnesses: [witness] };
  return sample(
    {
      complete: false,
      world: { ...world, header, log, holes: Array.from({ length: 9 }, (_, index) => hole(index)) },
      totals: { ...sample().totals, changes: 200, states: { excluded: 9 }, emergencies: [1, 2], overrides },
      rules,
      findings: [...altered, finding({ accepted })],
    },
    changes,
  );
}

const audits: Readonly<Record<string, () => Audit>> = {
  sample,
  clean,
  empty,
  unknown,
  hostile,
  year: () => year(1200),
  longest,
  'longest, where nothing is missing': () => {
    const audit = longest();
    const totals = [{ kind: 'total', name: 'commits', source: 'GitHub', count: 2 }] as const;
    return {
      ...audit,
      complete: true,
      world: { ...audit.world, log: null, holes: [], totals, header: { ...audit.world.header, basis: 'git' } },
    };
  },
  'many questions to git': () =>
    sample({
      world: {
        ...world,
        queries: [{ kind: 'query', of: 'git', text: `git rev-list --count ${`^${sha('a')} `.repeat(40)}`, times: 1, answered: 2 }],
        log: { chain: { org: 'acme', orgId: '7', sequence: 9, link: 'b'.repeat(64) }, records: 9, problems: [], witnesses: [] },
      },
    }),
};

function textOf(words: Words): string {
  return words
    .map((piece) => {
      if (typeof piece === 'string') return piece;
      if (piece.kind === 'moment') return '2026-11-15 06:00 UTC';
      return piece.kind === 'state' ? `${piece.badge.mark} ${piece.badge.word}` : piece.text;
    })
    .join('');
}

describe.each(Object.entries(audits))('of %s', (_, make) => {
  it('each of the six questions is answered, and shown how to prove, in at most 75 words', async () => {
    const { parts } = await firstPage(make());
    const answers = parts.flatMap((part) => (part.kind === 'table' && part.id === 'answers' ? part.rows : []));
    expect(answers).toHaveLength(6);
    const long = answers.map(([, ...cells]) => cells.map(textOf).join(' ')).map((text) => [text.split(/\s+/).length, text] as const);
    expect(long.filter(([words]) => words > 75)).toEqual([]);
  });
});
