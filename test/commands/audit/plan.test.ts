import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Line } from '../../../src/audit/index.ts';
import type { AuditParts } from '../../../src/commands/audit/parts.ts';
import { runAudit } from '../../../src/commands/audit/run-audit.ts';
import { exitCodeOf, type Result } from '../../../src/commands/index.ts';
import type { RawOptions } from '../../../src/options/index.ts';
import { makeWorld } from '../../audit/collect/world.ts';
import { removeRepositories } from '../../support/git.ts';
import { auditOf, endLine, flow, headerLine, service, stage, type Played } from './stage.ts';

afterAll(removeRepositories);

async function* whole(): AsyncGenerator<Line> {
  yield* [headerLine, flow, endLine];
}

function audit(played: Played, raw: RawOptions): Promise<Result> {
  return runAudit(played.settings(raw), played.context, played.parts);
}

test('a plan says what would be asked, and collects nothing', async () => {
  const played = stage(whole, () => auditOf([]));
  const result = await audit(played, { ...service, plan: 'true', html: 'a.html' });
  expect(result).toMatchObject({
    kind: 'viewed',
    ending: 'planned',
    json: {
      plan: expect.arrayContaining([
        expect.objectContaining({ of: 'service', asked: 'Records about the commits', times: '3' }),
        expect.objectContaining({ of: 'GitHub', asked: expect.stringMatching(/^Nothing/) }),
      ]),
    },
  });
  expect(exitCodeOf(result)).toBe(0);
  expect([played.asked, existsSync(join(played.folder, 'a.html'))]).toEqual([[], false]);
});

test('a plan has the questions about branches that were created, and none where none was', async () => {
  const asked = async (creations: number): Promise<readonly string[]> => {
    const played = stage(whole, () => auditOf([]));
    const plan: AuditParts['plan'] = async (...about) => ({ ...(await played.parts.plan(...about)), creations });
    const given = { ...service, plan: 'true', 'github-token': 'ghs_x', repository: 'acme/app' };
    const result = await audit({ ...played, parts: { ...played.parts, plan, github: () => makeWorld().port() } }, given);
    const rows = result.kind === 'viewed' ? (result.view.tables?.[0]?.rows ?? []) : [];
    return rows.flatMap(([of, words]) => (of === 'GitHub' ? [String(words)] : []));
  };
  const [some, none] = [await asked(1), await asked(0)];
  expect(some.filter((words) => !none.includes(words))).toEqual([expect.stringContaining('about branches that were created')]);
  expect(none).toHaveLength(5);
});
