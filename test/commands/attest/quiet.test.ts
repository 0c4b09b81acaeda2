import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rows } from '../../support/runs.ts';
import { checkout, openStage, play, type Checkout, type Stage } from '../setup.ts';

const results = fileURLToPath(new URL('../../fixtures/frameworks/results/', import.meta.url));
const runs: Readonly<Record<string, { readonly paths: string; readonly exitCode: number }>> = JSON.parse(
  readFileSync(join(results, 'runs.json'), 'utf8'),
);

let stage: Stage;
let at: Checkout;
beforeAll(async () => {
  stage = await openStage();
  at = checkout();
});
afterAll(() => stage.close());

/** Honest files that get warnings nevertheless, with the reason. */
const told: Readonly<Record<string, readonly RegExp[]>> = {
  // Its `tests` are assertions, and nothing in the file says that.
  catch2: [/^catch2\/junit\.xml: .* \(tests: 10 declared, 7 counted\)/],
  // If one file does not load, none does.
  'playwright-crash': [/holds no tests/],
  'rspec-crash': [/holds no tests/],
  // Failures outside of test cases are worth a word.
  karma: [/\(tests: 12 declared, 11 counted; errors: 1 declared, 0 counted\)/],
  perl: [/a suite failed outside/, /\(errors: 2 declared, 1 counted\)/],
  busted: [/a suite failed outside/],
};

// Each is read by the tests of results as well: `npm test` attests each fourth.
const some = rows([...Object.entries(runs).entries()], ([index, [name]]) => index % 4 === 0 || name in told);

describe('attesting what an honest framework wrote', () => {
  it.each(some.map(([, run]) => run))('of %s tells no warning and no notice', async (name, { paths, exitCode }) => {
    if (existsSync(join(results, name))) cpSync(join(results, name), join(at.path, name), { recursive: true });
    const { events } = await play(
      'attest',
      stage,
      at,
      {
        'dry-run': 'true',
        'junit-paths': `${name}/${paths}`,
        'test-outcome': exitCode === 0 ? 'none' : 'failure',
      },
      { github: {} },
    );
    const loud = events.filter(({ kind }) => kind !== 'info').map(({ message }) => message);
    expect(loud).toEqual((told[name] ?? []).map((words) => expect.stringMatching(words)));
  });
});
