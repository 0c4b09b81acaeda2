import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Line } from '../../../src/audit/index.ts';
import { runAudit } from '../../../src/commands/audit/run-audit.ts';
import type { Result } from '../../../src/commands/index.ts';
import type { RawOptions } from '../../../src/options/index.ts';
import { auditOf, endLine, flow, headerLine, service, stage, type Played } from './stage.ts';

async function* whole(): AsyncGenerator<Line> {
  yield* [headerLine, flow, endLine];
}

function audit(played: Pick<Played, 'context' | 'parts' | 'settings'>, raw: RawOptions): Promise<Result> {
  return runAudit(played.settings(raw), played.context, played.parts);
}

test('an audit before of another repository is refused before anything is collected, and the number of the job counts', async () => {
  const played = stage(whole, () => auditOf([]));
  const event = { ...played.context.event, repository: 'acme/app', repositoryId: '12' };
  const here = { ...played, context: { ...played.context, event } };
  const about = { repository: 'acme/old', repositoryId: 12, serverUrl: 'https://github.com', org: 'acme' };
  const old = { completeUntil: '2026-11-01T00:00:00.000Z', since: null, until: '2026-11-09T00:00:00.000Z' };
  const previous = (name: string, more: object): string => {
    writeFileSync(join(played.folder, name), JSON.stringify({ ...old, about: { ...about, ...more } }));
    return name;
  };
  await audit(here, { ...service, previous: previous('renamed.json', {}) });
  expect(played.asked.map(({ repositoryId }) => repositoryId)).toEqual([12]);
  expect(played.events).toContainEqual(expect.objectContaining({ kind: 'notice', message: expect.stringContaining('acme/old') }));
  const other = previous('other.json', { repositoryId: 13 });
  for (const plan of ['true', 'false'])
    await expect(audit(here, { ...service, previous: other, plan })).rejects.toMatchObject({ code: 'invalid-input' });
  await expect(audit(here, { ...service, previous: previous('org.json', { org: 'other' }) })).rejects.toThrow('the organization other');
  expect(played.asked).toHaveLength(1);
});

test('an audit from what was collected refuses an audit before of another repository too', async () => {
  const played = stage(whole, () => auditOf([]));
  writeFileSync(join(played.folder, 'kept.ndjson'), `${JSON.stringify(headerLine)}\n`);
  const about = { repository: 'acme/old', repositoryId: null, serverUrl: null, org: null };
  writeFileSync(join(played.folder, 'old.json'), JSON.stringify({ about }));
  const raw = { collected: 'kept.ndjson', previous: 'old.json' };
  await expect(audit(played, raw)).rejects.toThrow('is of acme/old, and this one is of acme/app');
  await audit(played, { ...raw, 'previous-repository': 'acme/old' });
  expect(() => played.settings({ ...service, 'previous-repository': 'acme/old' })).toThrow('does nothing without previous');
  expect(() => played.settings({ ...raw, 'previous-repository': 'old' })).toThrow('is not a repository');
});
