import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AttestationRecord } from '../../../src/contract/index.ts';
import { decideOn, question, record, row, run, trail } from '../build.ts';
import { decide } from '../../../src/gate/index.ts';
import { runs } from '../../support/runs.ts';

type Facts = Readonly<Record<string, unknown>>;

let nonces = 0;

/** A record of a job in one attempt of one run, with a nonce of its own. */
function made(isCompliant: boolean, facts: Facts = {}): AttestationRecord {
  nonces += 1;
  return record('unit', isCompliant, { user_data: run({ nonce: `n${nonces}`, ...facts }) });
}

/** The verdict on a green row behind which these records stand. */
const on = (...records: readonly AttestationRecord[]): ReturnType<typeof decideOn> =>
  decideOn(trail([row('unit')]), { records: { unit: records } });

const attempt = (number: number, facts: Facts = {}): Facts => ({ run_attempt: String(number), ...facts });

describe('a reusable workflow that is called twice without legs', () => {
  const red = made(false);
  const alsoRed = made(false);

  it('stays red when the second attempt brings one green record and the other call crashed', () => {
    const verdict = on(red, alsoRed, made(true, attempt(2)));
    expect(verdict.name).toBe('non-compliant');
    expect(verdict.reasons).toEqual([
      expect.objectContaining({
        code: 'failing-elsewhere',
        attestation: 'unit',
        message: expect.stringMatching(/attempt 1 made 2 records/),
        fix: expect.stringMatching(/^Re-run all jobs\. Where a reusable workflow is called twice[^]*leg: \$\{\{ inputs\.leg \}\}$/),
        since: red.created_at,
      }),
    ]);
  });

  it('turns green when all jobs are run again and are green', () => {
    expect(on(red, alsoRed, made(true, attempt(2)), made(true, attempt(2))).name).toBe('compliant');
    expect(on(red, alsoRed, made(true, attempt(2)), made(true, attempt(3)), made(true, attempt(3))).name).toBe('compliant');
  });

  it('stays red when only its green call is run again', () => {
    expect(on(red, made(true), made(true, attempt(2))).name).toBe('non-compliant');
  });

  it('is not cleared by many attempts of one record each, nor by another run with fewer', () => {
    expect(on(red, alsoRed, made(true, attempt(2)), made(true, attempt(3))).name).toBe('non-compliant');
    expect(on(red, alsoRed, made(true, { run_id: '2' })).name).toBe('non-compliant');
    expect(on(red, alsoRed, made(true, { run_id: '2' }), made(true, { run_id: '2' })).name).toBe('compliant');
  });

  it('is cleared by a larger attempt of the same older run, though the newest run has fewer', () => {
    const larger = [made(true, attempt(2)), made(true, attempt(2)), made(true, attempt(2))];
    expect(on(red, alsoRed, ...larger, made(true, { run_id: '2' })).name).toBe('compliant');
  });

  it('is green when the older attempt with more records was green, too', () => {
    expect(on(made(true), made(true), made(true, attempt(2))).name).toBe('compliant');
  });
});

describe('a leg of the caller’s own', () => {
  it('keeps calls apart, and re-running only the red one clears it', () => {
    const red = made(false, { leg: 'a' });
    const green = made(true, { leg: 'b' });
    expect(on(red, green).name).toBe('non-compliant');
    expect(on(red, green, made(true, attempt(2, { leg: 'b' }))).name).toBe('non-compliant');
    expect(on(red, green, made(true, attempt(2, { leg: 'a' }))).name).toBe('compliant');
  });

  it('is named to those who read the reason', () => {
    expect(on(made(false, { leg: 'shard 1' }), made(true, { leg: 'shard 2' })).reasons[0]?.message).toContain('push › ci › test › shard 1');
  });
});

describe('a record whose answer was lost, so that it was sent twice', () => {
  it('is one record: a later attempt with one replaces it', () => {
    const twice = { nonce: 'the-same' };
    expect(on(made(false, twice), made(false, twice), made(true, attempt(2))).name).toBe('compliant');
  });

  it('without a nonce counts by its id', () => {
    const untold = made(false, { nonce: null });
    expect(on(untold, made(false, { nonce: null }), made(true, attempt(2))).name).toBe('non-compliant');
    expect(on(untold, untold, made(true, attempt(2))).name).toBe('compliant');
  });
});

describe('the values of a nested matrix', () => {
  it('tell legs apart, however deep they differ', () => {
    const leg = (version: string): Facts => ({ matrix: { target: { os: 'linux', versions: [{ node: version }] } } });
    const red = made(false, { ...leg('22') });
    expect(on(red, made(true, { ...leg('24') })).name).toBe('non-compliant');
    expect(on(red, made(true, { ...leg('24') }), made(true, attempt(2, leg('22')))).name).toBe('compliant');
  });
});

describe('pull requests with one head', () => {
  const pull = (number: number | null, facts: Facts = {}): Facts => ({ event: 'pull_request', pull_request: number, ...facts });

  /** The decision of a gate on this pull request, or on none where it is left out. */
  function asked(records: readonly AttestationRecord[], pullRequest?: string): ReturnType<typeof decide> {
    const about = trail([row('unit', { attestation_id: records.at(-1)?.attestation_id ?? null })]);
    return decide(
      {
        question: { ...question, ...(pullRequest === undefined ? {} : { pullRequest }) },
        answer: { kind: 'trail', trail: about },
        records: new Map([['unit', { kind: 'records', records }]]),
      },
      { required: [], allowEmptyTemplate: false, template: 'current', allowOwnTemplate: false, minTests: 1 },
    );
  }

  it('are told apart: the green one does not replace the red one', () => {
    const red = made(false, pull(1));
    const green = made(true, pull(2, { run_id: '2' }));
    expect(asked([red, green], '1').name).toBe('non-compliant');
    expect(asked([red, green], '2').name).toBe('compliant');
    expect(asked([red, green]).name).toBe('non-compliant');
  });

  it('are judged with the runs that were for none', () => {
    expect(asked([made(false), made(true, pull(2))], '2').name).toBe('non-compliant');
    expect(asked([made(true)], '2').name).toBe('compliant');
  });

  it('do not speak for each other: evidence of the other alone is missing evidence', () => {
    const verdict = asked([made(true, pull(1))], '2');
    expect(verdict.name).toBe('incomplete');
    expect(verdict.reasons).toEqual([expect.objectContaining({ code: 'other-pull-request', attestation: 'unit' })]);
    const several = asked([made(true, pull(1)), made(true, pull(3)), made(true, pull(1, { job: 'again' }))], '2');
    expect(several.reasons[0]?.message).toContain('for pull request #1, #3, and has no record for pull request #2');
    expect(verdict.reasons[0]?.message).toMatch(/#1.*#2/);
    expect(verdict.rows[0]?.state).toBe('missing');
  });

  it('turn green after a change of their base: it is recorded, and tells nothing apart', () => {
    const red = made(false, pull(7, { base_ref: 'main' }));
    expect(asked([red, made(true, pull(7, { base_ref: 'release', run_id: '2' }))], '7').name).toBe('compliant');
  });

  it('turn green after they were closed and opened again', () => {
    expect(asked([made(false, pull(7)), made(true, pull(7, { run_id: '2' }))], '7').name).toBe('compliant');
  });

  it('turn green when the failed jobs are run again', () => {
    const lint = made(true, pull(7, { job: 'lint' }));
    expect(asked([made(false, pull(7)), lint, made(true, pull(7, attempt(2)))], '7').name).toBe('compliant');
  });

  it('stay red when a green job is run again', () => {
    const green = made(true, pull(7, { job: 'lint', ...attempt(2) }));
    expect(asked([made(false, pull(7)), made(true, pull(7, { job: 'lint' })), green], '7').name).toBe('non-compliant');
  });
});

/** The same rule, slow and simple: from the newest attempt back, an attempt counts when no later one made as many records. */
function slow(attempts: readonly (readonly boolean[])[]): boolean {
  return attempts.some((own, index) => {
    const later = attempts.slice(index + 1);
    const counts = later.every((other) => other.length < own.length);
    return counts && own.includes(false);
  });
}

it('attempts of any sizes are judged as a slow model does', () => {
  const attempts = fc.array(fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(attempts, fc.infiniteStream(fc.nat()), (all, order) => {
      const records = all.flatMap((own, index) => own.map((ok) => made(ok, attempt(index + 1))));
      const shuffled = records
        .map((one) => ({ one, key: order.next().value ?? 0 }))
        .toSorted((a, b) => a.key - b.key)
        .map(({ one }) => one);
      expect(on(...shuffled).name).toBe(slow(all) ? 'non-compliant' : 'compliant');
    }),
    { numRuns: runs(500) },
  );
});

it('runs away from GitHub count by the newest alone, whatever their nonces', () => {
  const away = { run_id: null, run_attempt: null };
  expect(on(made(false, away), made(false, away), made(true, away)).name).toBe('compliant');
});

describe('the reason of a red group', () => {
  it('names the run, or says that it does not say', () => {
    expect(on(made(false, { leg: 'a' }), made(true, { leg: 'b' })).reasons[0]?.message).toContain(
      'in the run push › ci › test › a at this',
    );
    const untold = record('unit', false, { user_data: null });
    expect(on(untold, made(true)).reasons[0]?.message).toContain('in a run that does not say which at this commit');
    const pull = { event: 'pull_request', pull_request: 7, workflow: null, job: null };
    expect(on(made(false, pull), made(true)).reasons[0]?.message).toContain('in the run pull_request › #7 at this commit');
  });

  it('proposes a name by the keys of the matrix that can stand in an expression, five at most', () => {
    const fixOf = (matrix: unknown): string => on(made(false, { matrix }), made(true, { matrix: 'x' })).reasons[0]?.fix ?? '';
    expect(fixOf({ os: 'a', 'node version': 1, '1st': 2, 'b-c': 3, 'x}}': 4 })).toMatch(
      /attestation-name: unit-\$\{\{ matrix\.b-c \}\}-\$\{\{ matrix\.os \}\}$/,
    );
    expect(fixOf({ a: 1, b: 1, c: 1, d: 1, e: 1, f: 1 }).match(/matrix\./g)).toHaveLength(5);
    expect(fixOf('windows')).toBe('Fix that run and run it again.');
    expect(fixOf([1])).toBe('Fix that run and run it again.');
    const standing = on(
      made(false, { matrix: { os: 'a' } }),
      made(false, { matrix: { os: 'a' } }),
      made(true, attempt(2, { matrix: { os: 'a' } })),
    );
    expect(standing.reasons[0]?.fix).not.toContain('matrix.os');
  });

  it('of a run whose attempt is not told counts each record for itself', () => {
    expect(on(made(false, { run_attempt: null }), made(true, { run_attempt: null })).name).toBe('compliant');
    expect(on(made(false, { run_id: null }), made(true, { run_id: null })).name).toBe('compliant');
  });
});

describe('a matrix', () => {
  const pair = (red: unknown, green: unknown): string => on(made(false, { matrix: red }), made(true, attempt(2, { matrix: green }))).name;

  it('that is a list is not an object of the same entries, and null is none', () => {
    expect(pair(['a'], { 0: 'a' })).toBe('non-compliant');
    expect(pair({ x: null }, { x: 'null' })).toBe('non-compliant');
    expect(pair(null, undefined)).toBe('compliant');
  });

  it('tells legs apart down to its twentieth level', () => {
    const deep = (levels: number, value: string): unknown => (levels === 0 ? value : { a: deep(levels - 1, value) });
    expect(pair(deep(20, 'x'), deep(20, 'y'))).toBe('non-compliant');
    expect(pair(deep(21, 'x'), deep(21, 'y'))).toBe('compliant');
    const list = (levels: number, value: string): unknown => (levels === 0 ? value : [list(levels - 1, value)]);
    expect(pair(list(21, 'x'), list(21, 'y'))).toBe('compliant');
  });
});
