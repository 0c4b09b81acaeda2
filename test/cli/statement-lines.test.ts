import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { draftSummary, draftTestResult, subjectsOf } from '../../src/statement/index.ts';
import { answer, commit, run, sha, written } from '../statement/build.ts';
import { runWords } from './run-lines.ts';

/* A file with a statement a line, as `gh attestation download` writes it. */

const place = mkdtempSync(join(tmpdir(), 'statement-lines-'));
afterAll(() => rmSync(place, { recursive: true }));

const keep = (name: string, text: string): void => writeFileSync(join(place, name), text);
const say = (words: string) => runWords(words.split(' '), { cwd: place });

const [verdict, refusing] = [answer, { ...answer, ending: 'non-compliant' as const, at: answer.at + 60 }].map(
  (each) => written(draftSummary(each)).statement,
);
const later = written(draftSummary({ ...answer, at: answer.at + 120 })).statement;
const ours = {
  verdict,
  refusing,
  latest: later,
  tests: written(draftTestResult(run)).statement,
  timeless: later.replace(/"timeVerified":"[^"]*",/, ''),
  early: later.replace(/(?<="timeVerified":")[^"]*/, '2999-01-01T00:00:00Z'),
  'of-another-commit': written(draftSummary({ ...answer, at: answer.at + 120 }), subjectsOf({ ...commit, sha: '1'.repeat(40) }, []))
    .statement,
};
for (const [name, text = ''] of Object.entries({ ...ours, 'by-stranger': later })) keep(`${name}.json`, text);
for (const key of ['signer', 'stranger']) await say(`key create ${key}`);
await say(
  `sign --key signer ${Object.keys(ours)
    .map((name) => `${name}.json`)
    .join(' ')}`,
);
await say('sign --key stranger by-stranger.json');

const byKey = `--key signer.pub --commit ${sha} --repository acme/shop`;
const line = (name: string): string => readFileSync(join(place, `${name}.sigstore.json`), 'utf8').trim();
const verifyLines = (lines: readonly string[], more = '') => {
  keep('lines.jsonl', lines.map((each) => `${each}\n`).join(''));
  return say(`verify --statement lines.jsonl ${byKey} --predicate-type vsa${more}`);
};
it('is a yes by its newest, and says which lines are left out', async () => {
  const { code, stderr, stdout } = await verifyLines(['{"mediaType":"of another"}', line('refusing'), line('tests'), '', line('latest')]);
  expect([code, stdout.split('\n').at(-2)]).toEqual([0, 'It is what was demanded.']);
  expect(stdout).toMatch(/^lines\.jsonl:5: COMPLIANCE_EVIDENCE_COMPLIANT, signed by /);
  expect(stderr).toContain('lines.jsonl:2 is left out. A later one says COMPLIANCE_EVIDENCE_COMPLIANT of the same: lines.jsonl:5');
  expect(stderr).toContain('lines.jsonl:3 is left out. It is of the type https://in-toto.io/attestation/test-result/v0.1');
  expect(await verifyLines([line('refusing'), line('latest')], ' --max-age 1m')).toMatchObject({ code: 1 });
  expect(await verifyLines([line('latest'), line('latest')])).toMatchObject({ code: 0 });
});

it.each([
  ['the newest is a no', ['verdict', 'refusing'], 'lines.jsonl:2: It says FAILED'],
  ['the newest yes is of another key', ['refusing', 'by-stranger'], 'lines.jsonl:1: It says FAILED'],
  ['the newest yes is about another commit', ['refusing', 'of-another-commit'], 'lines.jsonl:1: It says FAILED'],
  ['nobody says when the yes was made', ['refusing', 'timeless'], 'lines.jsonl:1: It says FAILED'],
  ['the yes is yet to come', ['refusing', 'early'], 'lines.jsonl:1: It says FAILED'],
  ['none is what was demanded', ['tests', 'by-stranger', 'of-another-commit'], 'lines.jsonl: No line is what was demanded'],
])('is a no where %s', async (_, names, words) => {
  const { code, stdout } = await verifyLines(names.map(line));
  expect([code, stdout]).toEqual([1, expect.stringContaining(words)]);
});

it('has 100 lines at most, however many of them are empty, and is made into files to be signed', async () => {
  const many = await verifyLines([line('verdict'), ...Array<string>(100).fill(''), line('refusing')]);
  expect(many).toMatchObject({ code: 64, stderr: expect.stringMatching(/lines\.jsonl has more than 100 lines[^]*split -l 100 FILE/) });
  keep('bare.jsonl', `${verdict}\n${refusing}\n`);
  expect(await say('sign --key signer bare.jsonl')).toMatchObject({
    code: 64,
    stderr: expect.stringMatching(/bare\.jsonl has several lines[^]*split -l 1 FILE/),
  });
});

it('of several files each must have one that counts', async () => {
  keep('nothing.jsonl', `${line('tests')}\n${line('by-stranger')}\n`);
  const both = await say(`verify --statement verdict.sigstore.json nothing.jsonl ${byKey} --predicate-type vsa`);
  expect(both).toMatchObject({ code: 1, stdout: expect.stringContaining('nothing.jsonl: No line is what was demanded') });
});

it('a line whose certificate is none is left out as others are', async () => {
  const broken = { ...JSON.parse(line('verdict')), verificationMaterial: { certificate: { rawBytes: 'AAAA' } } };
  keep('broken.jsonl', `${JSON.stringify(broken)}\n${line('verdict')}\n`);
  const root = join(import.meta.dirname, '../fixtures/sigstore/github-and-public.jsonl');
  const workflow = 'https://github.com/acme/shop/.github/workflows/gate.yml@refs/heads/main';
  const demands = `--commit ${sha} --repository acme/shop --identity ${workflow} --issuer https://token.actions.githubusercontent.com`;
  expect(await say(`verify --statement broken.jsonl --trusted-root ${root} ${demands}`)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('broken.jsonl:1 is left out. Its signature cannot be read'),
    stdout: expect.stringContaining('broken.jsonl: No line is what was demanded'),
  });
});
