import { afterEach, expect, test } from 'vitest';
import { readBefore } from '../../../src/commands/gate/read-trail.ts';
import { decide, type Verdict } from '../../../src/gate/index.ts';
import { closeAll, serve } from '../../client/setup.ts';
import { missing, nothingMore, question, reason, row, trail } from '../../gate/build.ts';
import { fault } from '../../support/fault-server.ts';

afterEach(closeAll);

const green: Verdict = { name: 'compliant', reasons: [], notices: [], rows: [] };
const lacking: Verdict = { ...green, name: 'incomplete', reasons: [reason('incomplete')] };
const image = {
  artifact_fingerprint: 'ab',
  status: 'INCOMPLETE',
  is_compliant: false,
  attestations_statuses: [row('scan'), row('e2e', missing)],
};
const older = trail([row('unit'), row('lint', missing)], 'INCOMPLETE', {
  artifacts_statuses: { image, site: { ...image, status: 'MISSING' } },
});

test('one request tells what the newest trails of the flow hold', async () => {
  const { call, server } = await serve(() => fault.status(200, {}, [{ ...older, name: 'older' }, { odd: true }]));
  const before = await readBefore(call, question, lacking);
  expect(before?.attestations).toEqual(new Set(['unit', 'image.scan', 'site.scan']));
  expect(before?.artifacts).toEqual(new Set(['image']));
  expect(server.requests.map(({ url }) => url)).toEqual(['/api/v2/trails/acme/shop?page=1&per_page=20']);
});

test('nothing is asked where nothing is missing', async () => {
  const { call, server } = await serve(() => fault.status(200, {}, []));
  expect(await readBefore(call, question, green)).toBeUndefined();
  expect(await readBefore(call, question, { ...green, reasons: [reason('non-compliant')] })).toBeUndefined();
  expect(server.requests).toEqual([]);
});

test('where it is not answered, the advice does without', async () => {
  const { call } = await serve(() => fault.status(403, {}, { message: 'no' }));
  expect(await readBefore(call, question, lacking)).toBeUndefined();
});

const yaml = /^- uses:/m;
const names = (...of: readonly string[]) => ({ attestations: new Set(of), artifacts: new Set<string>() });

test('no step is advised for what jobs of the flow record already', () => {
  const about = trail([row('unit', missing), row('lint', missing)], 'INCOMPLETE', {
    artifacts_statuses: { image: { ...image, status: 'MISSING', attestations_statuses: [] } },
  });
  const evidence = { question, answer: { kind: 'trail', trail: about }, records: new Map() } as const;
  const fixes = (before = names()): readonly string[] => decide({ ...evidence, before }, nothingMore).reasons.map(({ fix }) => fix);
  expect(fixes().map((fix) => yaml.test(fix))).toEqual([true, true, true]);
  const [unit = '', lint = '', ofImage = ''] = fixes({ ...names('unit'), artifacts: new Set(['image']) });
  expect([unit, lint, ofImage].map((fix) => yaml.test(fix))).toEqual([false, true, false]);
  expect(unit).toMatch(/^Other trails of flow shop hold it, so a job records it: /);
  expect(lint).not.toContain('for unit');
});

test('no step is advised to begin a trail with what jobs of the flow record already', () => {
  const fixOf = (before: ReturnType<typeof names>): string =>
    decide({ question, answer: { kind: 'no-trail' }, records: new Map(), before }, { ...nothingMore, required: ['unit', 'lint'] })
      .reasons[0]?.fix ?? '';
  expect(fixOf(names())).toMatch(/attestation-name: unit/);
  expect(fixOf(names('unit'))).toMatch(/attestation-name: lint/);
  expect(fixOf(names('unit'))).not.toMatch(/attestation-name: unit/);
  expect(fixOf(names('unit', 'lint'))).not.toMatch(yaml);
});
