import { describe, expect, it } from 'vitest';
import { openPseudonyms } from '../../../src/audit/judge/pseudonyms.ts';
import { peopleOfAll } from '../../../src/audit/reviews/authors.ts';
import { alice, bob, carol, commit, fact, landing, pull, review, sha, signed } from '../reviews/pull.ts';
import { auditFile, change, rulesThatFind } from '../rules/delivery-change.ts';
import { deployment } from '../rules/evidence-change.ts';
import { approval } from '../rules/shipped-facts.ts';

const people = new Map([['carol@home.example', bob.id]]);
const twice = { ...signed(carol), email: 'Carol@Home.example' };
const written = commit('a', { author: twice, committer: twice });

describe('a line that names nobody', () => {
  it('keeps who is the same, also by a second account, so that it is judged as before', () => {
    const line = fact({
      landing: landing(),
      pulls: [pull({ openedBy: carol, commits: [written], reviews: [review(bob, 'APPROVED', 'a', '11:00')] })],
    });
    const hidden = openPseudonyms(people, new Map())(line);
    expect(JSON.stringify(hidden)).not.toMatch(/carol|bob|home\.example/i);
    if (hidden.kind !== 'landing') throw new Error('It is no landing any more');
    expect(rulesThatFind(change({ pull: hidden.pulls[0] }))).toEqual(['approved-by-author']);
  });

  it('knows the addresses that any text of the file gives to somebody', () => {
    const [then, now] = [auditFile({ people }), auditFile({ people: new Map([['carol@home.example', 99]]) })];
    expect(peopleOfAll({ file: now, files: new Map([['then', then]]) })).toEqual(people);
    expect(peopleOfAll({ file: now, files: new Map([['then', null]]) }).get('carol@home.example')).toBe(99);
    expect(peopleOfAll({ file: null, files: new Map() }).size).toBe(0);
  });

  it('hides the names of who deployed, and of who let GitHub deploy', () => {
    const line = { ...deployment('13:00'), reviews: [{ by: carol, said: 'approved' }] } as const;
    const hidden = openPseudonyms(new Map(), new Map())(line);
    expect(JSON.stringify(hidden)).not.toMatch(/"(?:carol|bob)"/);
    expect(hidden).toMatchObject({ by: { id: bob.id }, reviews: [{ by: { id: carol.id }, said: 'approved' }] });
    expect(openPseudonyms(new Map(), new Map())(deployment('13:00'))).not.toHaveProperty('reviews');
  });

  it('hides who made the credential of a machine, and keeps who that is', () => {
    const hide = openPseudonyms(new Map(), new Map([['alice', { kind: 'person', key: '1' }]]));
    const log = hide({ kind: 'log', chain: null, holders: [{ user: 'release-bot', by: 'alice', at: '2026-11-02T10:00:00Z' }] });
    const given = hide(approval({ approvers: [], by: 'release-bot' }));
    const author = hide(fact({ landing: landing({ actor: alice }) }));
    expect(JSON.stringify([log, given])).not.toMatch(/alice|release-bot/);
    if (log.kind !== 'log' || given.kind !== 'approval' || author.kind !== 'landing') throw new Error('They are of other kinds now');
    expect(log.holders?.[0]).toMatchObject({ user: given.by, by: author.landing.actor?.login });
    expect(hide({ kind: 'log', chain: null })).toEqual({ kind: 'log', chain: null });
  });

  it('hides the names of who let an acceptance in', () => {
    const fact = {
      kind: 'accepted',
      key: 'k',
      commit: sha('a'),
      pull: pull({ reviews: [review(bob, 'APPROVED', 'a', '10:00')] }),
    } as const;
    const text = JSON.stringify(openPseudonyms(new Map(), new Map())(fact));
    expect(text).not.toMatch(/"(?:alice|bob)/);
    expect(text).toContain('"mergedBy":{"id":2,"login":"person-');
  });
});
