import { describe, expect, test } from 'vitest';
import { manifestText, readManifest, type Manifest } from '../../../src/audit/package/manifest.ts';
import { about, archive, check, sample } from './packing.ts';

const fingerprint = 'f'.repeat(64);
const read = (scope: unknown): Manifest | string => {
  const { log } = sample();
  const { at, tool } = about(log);
  const manifest = { format: 'compliance-evidence package', version: 1, tool, at, scope, log, members: [] };
  return readManifest(`${JSON.stringify(manifest, null, 1)}\n`);
};

describe('the scope of a package', () => {
  test.each([
    { kind: 'period', since: null, until: '2026-11-23T00:00:00Z' },
    { kind: 'trail', flow: 'unit', trail: 'v1' },
    { kind: 'artifact', fingerprint },
  ] as const)('is written and read: %o', async (scope) => {
    expect(read(scope)).toMatchObject({ scope });
    const { contents, log } = sample();
    const { manifest, problems } = await check(await archive({ ...about(log), scope }, contents));
    expect([problems, manifest?.scope]).toEqual([[], scope]);
    if (manifest === undefined) throw new Error('There is no manifest');
    expect(readManifest(manifestText(manifest))).toEqual(manifest);
  });

  test.each([
    undefined,
    null,
    'trail',
    {},
    { kind: 'week', since: null, until: '' },
    { kind: 'trail', flow: 'unit' },
    { kind: 'trail', flow: 'unit', trail: 1 },
    { kind: 'trail', flow: 'unit', trail: 'v1', since: null },
    { kind: 'artifact', fingerprint: 'abc' },
    { kind: 'artifact', fingerprint: fingerprint.toUpperCase() },
    { kind: 'artifact', fingerprint, flow: 'unit' },
    { kind: 'period', until: '2026-11-23T00:00:00Z' },
    { kind: 'period', since: null, until: '2026-11-23T00:00:00Z', trail: 'v1' },
  ])('is nothing else: %o', (scope) => {
    expect(read(scope)).toBe('The manifest has not the fields of a manifest');
  });
});
