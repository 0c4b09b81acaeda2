import { describe, expect, it } from 'vitest';
import { ticketAsked } from '../../../src/audit/file/audit-file.ts';
import { ticketPatternFault, ticketsIn } from '../../../src/audit/file/globs.ts';
import { auditFile } from '../rules/delivery-change.ts';

const named = (pattern: string, text: string, pull?: number): readonly string[] => ticketsIn([pattern], text, pull);

describe('a pattern of tickets', () => {
  it.each([
    ['SHOP-\\d+', 'SHOP-1: Add tea', ['SHOP-1']],
    ['SHOP-\\d+', 'feature/SHOP-12_tea', ['SHOP-12']],
    ['SHOP-\\d+', 'SHOP-1, SHOP-2 and SHOP-1', ['SHOP-1', 'SHOP-2']],
    ['SHOP-\\d+', 'WORKSHOP-1 shop-2 SHOP-3a SHOP-', []],
    ['SHOP-\\d{3}', 'SHOP-12 SHOP-1234', []],
    ['[A-Z][A-Z0-9]{1,9}-\\d+', 'Fix AB1-7 (see X-1)', ['AB1-7']],
    ['https://acme\\.example/t/\\d+', 'https://acme.example/t/9', ['https://acme.example/t/9']],
    ['https://acme\\.example/t/\\d+', 'https://acmeXexample/t/9', []],
  ])('%s names in %j: %j', (pattern, text, tickets) => {
    expect(ticketPatternFault(pattern)).toBe(undefined);
    expect(named(pattern, text)).toEqual(tickets);
  });

  it('takes the number of the own pull request for no ticket', () => {
    const text = 'Add tea (#41), GH-41, https://github.com/acme/shop/pull/41';
    expect(['#\\d+', 'GH-\\d+', 'https://github\\.com/acme/shop/pull/\\d+'].flatMap((pattern) => named(pattern, text, 41))).toEqual([]);
    expect(named('#\\d+', `${text}, #4 and #141`, 41)).toEqual(['#4', '#141']);
    expect(named('SHOP-\\d+', 'SHOP-41', 41)).toEqual(['SHOP-41']);
  });

  it.each([
    ['(SHOP|SALE)-\\d+', /is no pattern of a ticket/],
    ['.*', /is no pattern of a ticket/],
    ['(a+)+', /is no pattern of a ticket/],
    ['[^a]+', /is no pattern of a ticket/],
    ['\\w+-1', /is no pattern of a ticket/],
    ['a++', /is no pattern of a ticket/],
    ['a{3}{4}', /is no pattern of a ticket/],
    ['\\d+-\\d+-\\d+', /more than 2 parts/],
    ['\\d{21}', /more than 20 times/],
    ['\\d{1,99}', /more than 20 times/],
    ['[z-a]', /write the smaller one first/],
    ['\\d{3,1}', /write the smaller one first/],
    ['A?', /matches nothing at all/],
    ['a'.repeat(257), /more than 256 characters/],
  ])('cannot be %s', (pattern, fault) => {
    expect(ticketPatternFault(pattern)).toMatch(fault);
  });
});

describe('the ticket that a change needs', () => {
  const ticket = { patterns: ['A-\\d+'], in: ['title' as const], from: '2026-06-01T00:00:00Z', except: [] };
  const strict = { ...ticket, from: null };

  it('is that of the file of then, else that of today, from its day on', () => {
    expect(ticketAsked(auditFile({ ticket: strict }), auditFile({ ticket }), '2026-05-01T00:00:00Z')).toBe(strict);
    expect(ticketAsked(auditFile({ ticket: strict }), auditFile({ ticket: null }), '2026-05-01T00:00:00Z')).toBe(strict);
    expect(ticketAsked(auditFile({ ticket: null }), auditFile({ ticket }), '2026-06-01T00:00:00Z')).toBe(ticket);
    expect(ticketAsked(null, auditFile({ ticket }), '2026-05-31T23:59:59Z')).toBe(undefined);
    expect(ticketAsked(null, auditFile({ ticket }), null)).toBe(ticket);
    expect(ticketAsked(auditFile({ ticket: null }), null, null)).toBe(undefined);
  });
});
