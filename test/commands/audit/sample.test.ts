import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Line } from '../../../src/audit/index.ts';
import { runAudit } from '../../../src/commands/audit/run-audit.ts';
import { reported } from '../../audit/reports/sample.ts';
import { auditOf, endLine, flow, headerLine, service, stage, type Played } from './stage.ts';

async function* lines(): AsyncGenerator<Line> {
  yield* [headerLine, flow, endLine];
}

const holes = [{ kind: 'hole', what: 'w', why: 'y', fix: 'f' }] as const;

function open(missing: Parameters<typeof auditOf>[1] = {}): Played & { readonly log: () => string } {
  const played = stage(lines, () => ({
    ...auditOf([], missing),
    async *changes() {
      yield reported();
    },
  }));
  const log = (): string => played.events.map((event) => ('message' in event ? event.message : '')).join('\n');
  return { ...played, log };
}

const run = (played: Played, raw: Readonly<Record<string, string>>) =>
  runAudit(played.settings({ ...service, ...raw }), played.context, played.parts);

describe('the sample of the command audit', () => {
  test('is shown in the log', async () => {
    const played = open();
    await run(played, { sample: '3', 'sample-seed': 'dice' });
    expect(played.log()).toContain('The population: 1 change of');
    expect(played.log()).toContain('  1-aaaaaaaaaaaa  #41  main  covered');
  });

  test('is not taken of an audit that is not complete, and the reports are written all the same', async () => {
    const played = open({ holes });
    const ended = await run(played, { sample: '3', html: 'a.html' });
    expect(ended).toMatchObject({
      ending: 'unknown',
      holes: [{ what: 'w' }, { what: 'the sample', why: expect.stringContaining('the population is not known') }],
    });
    expect(readFileSync(join(played.folder, 'a.html'), 'utf8')).toContain('findings');
    expect(played.log()).not.toContain('The population');
    const wanted = open({ holes });
    expect(await run(wanted, { sample: '3', incomplete: 'true' })).toMatchObject({ ending: 'unknown' });
    expect(wanted.log()).toContain('The population');
  });

  test('goes into the package', async () => {
    const played = open();
    const packed: unknown[] = [];
    const parts: Played['parts'] = {
      ...played.parts,
      async *pack(_file, _audit, _folder, sample) {
        packed.push(sample?.changes.length);
        yield Buffer.from('package');
      },
    };
    await run({ ...played, parts }, { sample: '3', package: 'a.tgz' });
    await run({ ...played, parts }, { package: 'b.tgz' });
    expect(packed).toEqual([1, undefined]);
  });

  test('is refused where two changes cannot be told apart, after the reports are written', async () => {
    const played = stage(lines, () => ({
      ...auditOf([]),
      async *changes() {
        yield* [reported(), reported()];
      },
    }));
    await expect(run(played, { sample: '3', html: 'a.html' })).rejects.toThrow('No sample was taken: the change aaaa');
    expect(existsSync(join(played.folder, 'a.html'))).toBe(true);
  });
});

describe('the picks of an auditor', () => {
  async function picked(text: string): Promise<string> {
    const played = open();
    writeFileSync(join(played.folder, 'picks.csv'), text);
    await run(played, { 'sample-file': 'picks.csv' });
    return played.log();
  }

  test.each(['41', '#41', '\uFEFFpull_request\r\n"41"\r\n', 'sha\naaaaaaaaaaaa\n\n', 'A'.repeat(40)])('are read from %j', async (text) => {
    expect(await picked(text)).toContain('  1-aaaaaaaaaaaa  #41');
  });

  test('that have no change are shown', async () => {
    expect(await picked('41\n7\nbbbbbbbbbbbb')).toMatch(/; 2 without a change[^]*#7: no audited change has this commit or pull request/);
  });

  test.each(['x', 'abc1234', '41,42', '41\nsha', '1234567890', 'a'.repeat(41), '', 'sha\n'])('are not read from %j', async (text) => {
    await expect(picked(text)).rejects.toThrow(/The file of sample-file has (?:lines that are neither|no picks)/);
  });

  test('are read before anybody is asked', async () => {
    const played = open();
    await expect(run(played, { 'sample-file': 'none.csv' })).rejects.toThrow('The file of sample-file, "none.csv", cannot be read: ENOENT');
    writeFileSync(join(played.folder, 'picks.csv'), 'x');
    await expect(run(played, { 'sample-file': 'picks.csv' })).rejects.toThrow(': 1');
    expect(played.asked).toEqual([]);
  });
});
