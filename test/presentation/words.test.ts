import { join } from 'node:path';
import { expect, test } from 'vitest';
import { auditOutcome, endingWords, populationWords, togetherOutcome, type AuditNumbers } from '../../src/presentation/audit.ts';
import {
  carriedWords,
  entryWords,
  issuesLines,
  rulesInNumbers,
  unaskedLines,
  untestedLines,
  untestedRules,
  untestedWords,
} from '../../src/presentation/findings.ts';
import { failedWords, fixedOnce, fixParts, reasonDetails, runWords } from '../../src/presentation/reasons.ts';
import {
  objectionWords,
  publishedWords,
  questionWords,
  recordedWords,
  reportedWords,
  sendingWords,
  sentWords,
  stoppedFix,
  stoppedWords,
} from '../../src/presentation/sent.ts';
import { createdWords, minuteOf, utcTime } from '../../src/presentation/time.ts';
import {
  cellTone,
  entryBadge,
  flagBadge,
  letThroughWords,
  pendingWords,
  requiredWords,
  rowWords,
  stateBadge,
  trailEntries,
  wordsOfRecord,
  wordsOfVerdict,
} from '../../src/presentation/verdicts.ts';
import { verdictNames } from '../../src/errors/index.ts';
import { root } from '../support/sources.ts';

/*
 * The words for each case are compared with test/fixtures/words.txt: `npx vitest run test/presentation/words.test.ts -u` writes it, look
 * at what changed.
 */

const trail = { subject: 'trail', org: 'acme', flow: 'shop', trail: 'c0ffee', commit: undefined } as const;
const artifact = { subject: 'artifact', org: 'acme', flow: 'shop', fingerprint: 'abc', approvedFor: undefined } as const;
const reported = { resource: 'trail', name: 'x', change: 'begun', question: trail, dryRun: false } as const;
const stopped = { ending: 'unknown', message: 'It broke', fix: undefined, complaints: [], sent: { kind: 'nothing' } } as const;
const published = { flow: 'audits', trail: '2026', name: 'a1' } as const;
const numbers: AuditNumbers = {
  complete: true,
  agrees: true,
  fails: false,
  stops: false,
  fresh: 0,
  fixed: 0,
  open: 0,
  accepted: 0,
  unclear: 0,
  changes: 3,
  landings: 2,
  commits: 5,
  uncovered: 0,
  owing: 2,
  tested: 4,
  untested: 0,
  partly: 0,
};
const rules = [
  { rule: 'a', result: 'tested', tested: 2, why: null },
  { rule: 'b', result: 'tested', tested: 2, why: 'a 403' },
  { rule: 'c', result: 'not tested', tested: 0, why: 'a 403', lack: 'answer' },
  { rule: 'd', result: 'not tested', tested: 0, why: null },
  { rule: 'e', result: 'not tested', tested: 0, why: 'first', lack: 'before' },
  { rule: 'f', result: 'not tested', tested: 0, why: 'no head', lack: 'head' },
  { rule: 'g', result: 'not tested', tested: 0, why: 'no such thing', lack: 'never' },
  { rule: 'h', result: 'not asked', tested: 0, why: 'no such thing' },
] as const;
const entry = { commit: 'c0ffee'.padEnd(40, '0'), author: 'ada', pull: null, merged: null, approved: null } as const;
const issues = {
  opened: 1,
  updated: 2,
  closed: 3,
  unchanged: 4,
  dryRun: false,
  changes: [{ what: 'open', number: null, title: 'One\nline' }],
} as const;
const reason = { code: 'failing', verdict: 'non-compliant', message: 'unit fails', fix: 'Fix it' } as const;
const failed = (by: 'test' | 'cause', ...names: readonly string[]) => ({ failed: { count: names.length + 2, by, names } });
const status = { attestation_name: 'unit', attestation_type: 'junit', status: 'COMPLETE', is_compliant: true };

const period = { since: '2026-11-01T00:00:00.000Z', until: '2026-11-08T00:00:00.000Z' };
const facts = { period, totals: numbers, counts: { open: 0, accepted: 0, fresh: 0, fixed: 0 }, rules: [], holes: [] };

const words = {
  questions: [
    questionWords(trail),
    questionWords(artifact),
    questionWords({ ...artifact, approvedFor: null }),
    questionWords({ ...artifact, approvedFor: 'production' }),
    questionWords({ subject: 'commit', org: 'acme', flow: undefined, commit: 'abc' }),
    questionWords({ subject: 'commit', org: 'acme', flow: 'shop', commit: 'abc' }),
  ],
  sent: [
    sentWords({ kind: 'nothing' }),
    sentWords({ kind: 'on-its-way', name: 'unit' }),
    sentWords({ kind: 'recorded', name: 'unit', id: undefined }),
    sentWords({ kind: 'recorded', name: 'unit', id: 'made' }),
  ],
  sending: [true, false].flatMap((isUsable) =>
    [{ kind: 'accepted' }, { kind: 'failed' }, { kind: 'failed', unconfirmed: true }, { kind: 'withheld' }, { kind: 'dry-run' }].map(
      (one) => sendingWords(Object(one), isUsable),
    ),
  ),
  recorded: [true, false].flatMap((dryRun) => [
    recordedWords('unit', dryRun),
    objectionWords('unit', 'it is red', dryRun),
    ...(['trail', 'artifact', 'attestation', 'approval'] as const).map((resource) => reportedWords({ ...reported, resource, dryRun })),
    reportedWords({ ...reported, resource: 'approval', name: '', dryRun, question: artifact }),
    wordsOfRecord({ dryRun }),
    wordsOfRecord({ dryRun, objection: 'it is red' }),
  ]),
  stopped: (['inputs', 'options'] as const).flatMap((given) =>
    (['unknown', 'unusable', 'usage', 'interrupted'] as const).flatMap((ending) => [
      stoppedWords({ ...stopped, ending }, given),
      stoppedWords({ ...stopped, ending, complaints: [{ code: 'x', message: 'wrong', fix: undefined }] }, given),
      stoppedFix({ ...stopped, ending }),
      stoppedFix({ ...stopped, ending, fix: 'Fix it' }),
    ]),
  ),
  published: [
    { kind: 'recorded' },
    { kind: 'dry-run' },
    { kind: 'failed', message: 'It said no.', mayBeThere: true },
    { kind: 'failed', message: 'No', mayBeThere: false },
  ].flatMap((outcome) => [
    publishedWords({ ...published, outcome: Object(outcome) }),
    publishedWords({ ...published, outcome: Object(outcome), objection: 'it says no' }),
  ]),
  outcomes: [
    {},
    { complete: false },
    { complete: false, open: 2 },
    { agrees: false },
    { agrees: false, open: 1 },
    { open: 2, fails: true, stops: true },
    { open: 2, accepted: 1, fails: true },
    { open: 2, accepted: 2, fails: true },
    { unclear: 1 },
    { unclear: 2, open: 1, accepted: 1 },
    { open: 2, accepted: 1 },
    { open: 1, accepted: 1 },
    { open: 2, accepted: 2 },
    { changes: 0 },
    { uncovered: 1 },
    { uncovered: 2 },
    { owing: 0 },
    { tested: 0 },
    { untested: 1 },
    { untested: 2, partly: 1 },
    { partly: 2 },
    { stops: true },
  ].map((change) => JSON.stringify({ ...change, is: auditOutcome({ ...numbers, ...change }) })),
  together: [
    togetherOutcome([numbers], numbers),
    togetherOutcome([numbers, { ...numbers, complete: false }], numbers),
    togetherOutcome([{ ...numbers, complete: false }], numbers),
    togetherOutcome([{ ...numbers, complete: false }], { ...numbers, open: 1, fails: true, stops: true }),
  ].map(({ fails, kind, text }) => `${kind} ${text} ${fails}`),
  endings: [
    populationWords(numbers),
    endingWords(facts),
    endingWords({ ...facts, period: { ...period, since: null } }),
    endingWords({ ...facts, period: { ...period, timeZone: 'Asia/Kolkata' } }),
    endingWords({ ...facts, totals: { ...numbers, changes: 0 } }),
    endingWords({ ...facts, totals: { ...numbers, changes: 0 }, holes: ['one'] }),
    endingWords({ ...facts, counts: { open: 3, accepted: 1, fresh: 2, fixed: 4 }, rules, holes: ['one', 'two'] }),
  ],
  rules: [
    JSON.stringify(untestedRules(rules)),
    JSON.stringify(rulesInNumbers(rules)),
    JSON.stringify(rulesInNumbers([...rules, ...rules.map((one) => ({ ...one, tested: 1 }))])),
    ...unaskedLines(rules),
    ...untestedLines(rules),
    ...[0, 1, 2].flatMap((untested) => [0, 1, 2].map((partly) => String(untestedWords({ untested, partly })))),
  ],
  entries: [
    entryWords(undefined),
    entryWords(entry),
    entryWords({ ...entry, approved: [] }),
    entryWords({ commit: entry.commit, pull: null, merged: null, approved: null }),
    entryWords({ ...entry, pull: { number: 7 } }),
    entryWords({ ...entry, pull: { number: 7 }, merged: 'bob', approved: [] }),
    entryWords({ ...entry, pull: { number: 7 }, merged: 'bob', approved: ['carol', 'dan'] }),
    entryWords({ commit: entry.commit, pull: { number: 7 }, merged: 'bob', approved: null }),
    entryWords({ ...entry, reworded: { commit: 'd'.repeat(40), author: 'eve' } }),
  ],
  carried: [
    carriedWords({ at: null, change: null }, { complete: false, since: null }),
    carriedWords({ at: null, change: null }, { complete: true, since: null }),
    carriedWords({ at: null, change: {} }, { complete: true, since: period.since }),
    carriedWords({ at: period.since, change: {} }, { complete: true, since: period.since }),
    carriedWords({ at: '2026-10-31T23:59:59.000Z', change: {} }, { complete: true, since: period.since }),
    carriedWords({ at: '2026-10-31T23:59:59.000Z', change: {} }, { complete: true, since: period.since, timeZone: 'Asia/Kolkata' }),
    carriedWords({ at: period.until, change: {} }, { complete: true, since: null }),
  ],
  issues: [
    ...issuesLines(issues),
    ...issuesLines({ ...issues, dryRun: true, changes: [...issues.changes, { what: 'close', number: 7, title: 'x'.repeat(300) }] }),
  ],
  reasons: [
    ...fixedOnce([
      { ...reason, attestation: 'unit' },
      { ...reason, attestation: 'lint' },
      { ...reason, artifact: 'app' },
      { ...reason, file: 'a.xml' },
      reason,
      { ...reason, fix: 'Another' },
    ]).map(({ fix }) => fix),
    ...[failed('test'), failed('test', 'a'), failed('test', 'a', 'b'), failed('cause', 'a'), failed('cause', 'a', 'b'), {}].map((one) =>
      String(failedWords(Object(one))),
    ),
    ...[
      {},
      { run: { label: '' } },
      { run: { label: 'push' } },
      { run: { label: 'push', url: 'https://x.example' }, ...failed('test', 'a') },
    ].map((one) => JSON.stringify([runWords(Object(one)), reasonDetails(Object(one))])),
    JSON.stringify(
      fixParts(
        'Do this:\n\nkey:\n  - x\n  other: 1\n\n  git push\n  echo x\n\nand that\nthen\nkey: value\nthe end\n\n\n  (cd x && y)\n  printf y',
      ),
    ),
  ],
  times: [
    ...[0, 1, '1763900000', '', null, undefined, 'x'].map((seconds) => utcTime(seconds)),
    minuteOf(period.since),
    minuteOf(period.since, 'Asia/Kolkata'),
    createdWords(null, null),
    createdWords(null, 'ada'),
  ],
  badges: [
    ...['COMPLIANT', 'NON-COMPLIANT', 'INCOMPLETE', 'MISSING', 'compliant', '', null, undefined].flatMap((state) => [
      stateBadge(state),
      stateBadge(state, true),
    ]),
    ...[true, false, null, undefined].flatMap((flag) => [flagBadge(flag), flagBadge(flag, true)]),
    ...[
      {},
      { status: 'MISSING' },
      { is_compliant: false },
      { is_compliant: null },
      { overridden_attestation_id: 'x' },
      { overridden_attestation_id: '' },
    ].map((change) => entryBadge(Object({ ...status, ...change }))),
    ...verdictNames.flatMap((name) =>
      [[], [{ state: 'overridden' }], [{ state: 'compliant' }]].map((rows) => wordsOfVerdict(Object({ name, rows }))),
    ),
    ...['missing', 'overridden', ...verdictNames].flatMap((state) =>
      [undefined, { is_compliant: false }, { is_compliant: true }].map((override) => rowWords(Object({ state, override }))),
    ),
  ].map((badge) => JSON.stringify(badge)),
  cells: ['State', 'state now', 'Compliant', 'Name', 'compliant (x)', 'Statement'].flatMap((head) =>
    [
      'compliant',
      'Yes',
      'approved',
      'non-compliant',
      'no',
      'not compliant',
      'rejected',
      'incomplete',
      'missing',
      'unknown',
      'unusable',
      'nothing',
      'yes (overridden)',
      'no (overridden)',
      'compliant-ish',
      '',
    ].map((text) => `${head} ${text} → ${cellTone(head, text)}`),
  ),
  verdicts: [
    ...verdictNames.map((verdict) => letThroughWords({ verdict, by: 'fail-on' })),
    letThroughWords({ verdict: 'unknown', by: 'enforce-from', from: '2026-11-01T00:00:00.123Z' }),
    ...(['requested', 'in_progress', 'waiting'] as const).map((state) => pendingWords({ workflow: 'CI', state })),
    requiredWords({ requiredBy: [] }),
    requiredWords({ requiredBy: ['template', 'required-attestations'] }),
    JSON.stringify(trailEntries(Object({ compliance_status: { attestations_statuses: [status] } }))),
    JSON.stringify(
      trailEntries(
        Object({
          compliance_status: { attestations_statuses: [status], artifacts_statuses: { app: { attestations_statuses: [status] } } },
        }),
      ),
    ),
  ],
};

test('each case has its words', async () => {
  const text = Object.entries(words).map(
    ([name, lines]) => `# ${name}\n${lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')}\n`,
  );
  await expect(text.join('\n')).toMatchFileSnapshot(join(root, 'test/fixtures/words.txt'));
});

/** All values of each number, in every combination. */
function* combinations(
  names: readonly (keyof AuditNumbers)[],
  of: Readonly<Partial<Record<keyof AuditNumbers, readonly unknown[]>>>,
): Generator<AuditNumbers> {
  const [name, ...others] = names;
  if (name === undefined) yield numbers;
  else for (const rest of combinations(others, of)) for (const value of of[name] ?? []) yield { ...rest, [name]: value };
}

test('no audit is clear of which something is not known, or open, or not covered, or nothing was tested', () => {
  const values = {
    complete: [true, false],
    agrees: [true, false],
    fails: [true, false],
    open: [0, 1, 2],
    accepted: [0, 1, 2],
    unclear: [0, 1],
    changes: [0, 1],
    uncovered: [0, 1],
    owing: [0, 1],
    tested: [0, 1],
    untested: [0, 1],
    partly: [0, 1],
  } as const;
  const clear = combinations(
    ['complete', 'agrees', 'fails', 'open', 'accepted', 'unclear', 'changes', 'uncovered', 'owing', 'tested', 'untested', 'partly'],
    values,
  )
    .filter((one) => auditOutcome(one).kind === 'clear')
    .toArray();
  const isFine = (one: AuditNumbers): boolean =>
    one.complete &&
    one.agrees &&
    one.open === 0 &&
    one.unclear === 0 &&
    one.changes > 0 &&
    one.uncovered === 0 &&
    one.owing > 0 &&
    one.tested > 0 &&
    one.untested === 0 &&
    one.partly === 0;
  expect(clear.length).toBeGreaterThan(0);
  expect(clear.filter((one) => !isFine(one))).toEqual([]);
});
