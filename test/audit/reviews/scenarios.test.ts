import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Account } from '../../../src/audit/facts/account.ts';
import type { Landing, PullRequest } from '../../../src/audit/facts/landing.ts';
import type { AuditedChange } from '../../../src/audit/population/change.ts';
import { changesOf } from '../../../src/audit/population/changes.ts';
import { auditFile, change, push, rulesNotTested, rulesThatFind } from '../rules/delivery-change.ts';
import { alice, at, bob, carol, commit, github, landing, pull, review, robot, sha, signed } from './pull.ts';

/** A pull request that was squashed. */
const merged = (more: Partial<PullRequest>, moreOfChange: Partial<AuditedChange> = {}): AuditedChange =>
  change({ pull: pull(more), ...moreOfChange });
const yes = (by: Account | null, letter = 'a', time = '11:00') => review(by, 'APPROVED', letter, time);
const by = (account: Account, letter = 'a') => commit(letter, { author: signed(account), committer: signed(account) });
const pushedBy = (account: Account, more: Partial<AuditedChange> = {}): AuditedChange =>
  push({ paths: ['package.json'], ...more }, { actor: account, commits: [by(account, 'p')] });
const allowed = auditFile({ bots: [{ account: robot.id, paths: ['package.json'] }] });
const nobody = { name: 'Sam', email: 'sam@home.example', account: null };

const late = { head: sha('b'), commits: [commit('a'), commit('b', { parents: [sha('a')] })] };
const updated = (mergeAlone: boolean): Partial<PullRequest> => ({
  head: sha('b'),
  commits: [commit('a'), commit('b', { parents: [sha('a'), sha('m')], mergeAlone })],
  reviews: [yes(bob)],
});
const together = { commits: [by(alice), by(bob, 'b')], head: sha('b') };

const mergeCommit: Partial<Landing> = {
  commits: [commit('a'), commit('9', { parents: [sha('0'), sha('a')], author: signed(bob), committer: signed(github), mergeAlone: true })],
};

/** One commit of two pull requests: #41 was merged first, and #42 after it. */
function ofTwo(first: Partial<PullRequest>, second: Partial<PullRequest>): readonly AuditedChange[] {
  const of = landing({ commits: [commit('a')] });
  const pulls = [pull({ number: 41, mergedAt: at('11:30'), ...first }), pull({ mergedAt: at('11:45'), ...second })];
  return changesOf(of, { of: () => pulls, audited: () => true }).map((one) => change({ landing: of, pull: one.pull }));
}

/** Each scenario as facts, by its number in docs/audit-reviews.md. */
const scenarios: Readonly<Record<string, readonly AuditedChange[]>> = {
  S1: [merged({ reviews: [yes(bob)] })],
  S2: [pushedBy(robot)],
  'S2, named': [pushedBy(robot, { file: allowed })],
  S3: [merged({ reviews: [yes(bob)] }, { landing: landing(mergeCommit) })],
  S4: [push({}, { commits: [commit('p', { title: 'Merge pull request #42 from alice/evil' })] })],
  S5: [pushedBy(alice)],
  S6: [merged({})],
  S7: [merged({ reviews: [yes(alice)] })],
  S8: [merged({ ...late, reviews: [yes(bob)] })],
  S9: [merged(updated(true))],
  S10: [merged(updated(true))],
  'S10, by hand': [merged(updated(false))],
  S11: [pushedBy(robot, { file: allowed }), pushedBy(alice)],
  S13: [merged({ ...together, reviews: [yes(alice, 'b'), yes(bob, 'b')] })],
  'S13, with a third': [merged({ ...together, reviews: [yes(carol, 'b')] })],
  S14: [merged({ ...together, reviews: [yes(bob, 'b')] })],
  S15: [pushedBy(alice), merged({ reviews: [yes(bob)] })],
  S16: [merged({ reviews: [yes(bob)] }), merged({ number: 43, openedBy: bob, commits: [by(bob)], reviews: [yes(alice)] })],
  S17: [merged({ reviews: [yes(bob)] }), merged({ number: 43, openedBy: bob, commits: [by(bob)], reviews: [yes(bob)] })],
  E3: [merged({}, { paths: ['README.md'] })],
  'E3, left out': [merged({}, { paths: ['README.md'], excluded: { reason: 'documents', owner: 'carol' } })],
  E4: [push({ paths: ['README.md', 'src/app.ts'] })],
  P0: [push({}, { kind: 'unknown', actor: null, at: null })],
  'P1 to P4': [pushedBy({ id: 99, login: 'svc_deployer', kind: 'person' }), pushedBy(robot)],
  P5: [pushedBy(alice)],
  P7: [push({}, { commits: [commit('p', { parents: [sha('0'), sha('x')], mergeAlone: true })] })],
  P8: [merged({ mergeCommit: null, reviews: [yes(bob)] })],
  P9: [merged({ mergeCommit: null, reviews: [yes(alice)] })],
  P18: [merged({ commits: [commit('a', { author: nobody })], reviews: [yes(bob)] })],
  P19: [merged({ openedBy: robot, commits: [commit('a', { author: nobody })], reviews: [yes(bob)] })],
  P20: [merged({ ...late, commits: late.commits.map((one) => ({ ...one, author: nobody })), reviews: [yes(bob, 'b')] })],
  P21: [merged({ commits: [commit('a', { author: nobody, committer: nobody })], reviews: [yes(bob)] })],
  P22: [
    merged({
      ...late,
      commits: [commit('a'), commit('b', { parents: [sha('a')], author: signed(github), committer: signed(github) })],
      reviews: [yes(bob, 'b')],
    }),
  ],
  P23: ofTwo({}, { reviews: [yes(bob)] }),
  P24: ofTwo({}, {}),
  P29: [merged({ reviews: [review(bob, 'DISMISSED', 'a', '11:00', { dismissed: { at: at('11:30'), before: 'APPROVED' } })] })],
  'P29, after the merge': [
    merged({ reviews: [review(bob, 'DISMISSED', 'a', '11:00', { dismissed: { at: at('12:30'), before: 'APPROVED' } })] }),
  ],
  P30: [merged({ reviews: [review(bob, 'CHANGES_REQUESTED', 'a', '11:00')] })],
  P31: [merged({ reviews: [review(bob, 'DISMISSED', 'a', '10:00', { dismissed: { at: at('10:30'), before: 'APPROVED' } }), yes(carol)] })],
  'P32 and P33': [merged({ reviews: [yes(null)] })],
};

/** The result of the rules, as the table writes it. */
function result(changes: readonly AuditedChange[]): string {
  const found = changes.flatMap((one) => rulesThatFind(one));
  const open = changes.flatMap((one) => rulesNotTested(one)).filter((rule) => rule !== 'history-rewritten');
  const words = [...found.map((rule) => `\`${rule}\``), ...open.map((rule) => `\`${rule}\` not tested`)];
  return words.length === 0 ? 'nothing' : words.join(', ');
}

const page = readFileSync(new URL('../../../docs/audit-reviews.md', import.meta.url), 'utf8');
const rows = new Map(
  page
    .split('\n')
    .filter((line) => /^\| [SEP]\d/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, id = '', , , ours = '']) => [id, ours]),
);

describe('the scenarios of never-alone', () => {
  it('have each a row in the documentation', () => {
    expect([...rows.keys()].toSorted()).toEqual(Object.keys(scenarios).toSorted());
  });

  it.each(Object.entries(scenarios))('end as documented: %s', (id, changes) => {
    expect(result(changes)).toBe(rows.get(id));
  });
});
