import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { artifactLimits, readDownloads, writeClaims, type Downloads } from '../../../src/commands/fork/artifacts.ts';
import { artifactOf, claiming, folderOf } from './folders.ts';

const good = artifactOf('good', claiming(), '<testsuite/>');

/** Reads an artifact next to a good one. The good one always counts. */
async function beside(
  files: Readonly<Record<string, string | Uint8Array>>,
  prepare: (folder: string) => void = () => undefined,
): Promise<string> {
  const folder = folderOf({ ...good, ...files });
  prepare(folder);
  const { artifacts, refusals } = await readDownloads(folder);
  expect(artifacts.map(({ name }) => name)).toEqual(['good']);
  expect(refusals).toHaveLength(1);
  expect(refusals[0]?.fix).not.toBe('');
  return `${refusals[0]?.artifact}: ${refusals[0]?.why}`;
}

const claims = (fields: object): Readonly<Record<string, string>> => ({
  'bad/claims.json': JSON.stringify({ ...JSON.parse(writeClaims(claiming())), ...fields }),
});

describe('a folder of downloads', () => {
  it('holds an artifact in each folder, with its claims and its test results', async () => {
    const folder = folderOf({ ...good, ...artifactOf('other', claiming({ leg: 'two', matrix: { os: 'linux' } }), undefined) });
    expect(await readDownloads(folder)).toEqual({
      refusals: [],
      artifacts: [
        { name: 'good', folder: join(folder, 'good'), claims: claiming(), files: ['results/unit.xml'] },
        { name: 'other', folder: join(folder, 'other'), claims: claiming({ leg: 'two', matrix: { os: 'linux' } }), files: [] },
      ],
    });
  });

  it('is a single artifact where its claims lie in it: so it is downloaded when there is one alone', async () => {
    const folder = folderOf({ 'claims.json': writeClaims(claiming()), 'results/a/unit.xml': '<testsuite/>' });
    expect(await readDownloads(folder)).toMatchObject({ refusals: [], artifacts: [{ folder, files: ['results/a/unit.xml'] }] });
  });

  it('is empty where nothing was downloaded', async () => {
    const nothing: Downloads = { artifacts: [], refusals: [] };
    expect(await readDownloads(folderOf({}))).toEqual(nothing);
    expect(await readDownloads(join(folderOf({}), 'absent'))).toEqual(nothing);
  });

  it('is a folder, and no link to one', async () => {
    const folder = folderOf({ ...good, file: '' });
    await expect(readDownloads(join(folder, 'file'))).rejects.toThrow('is no folder');
    symlinkSync(join(folder, 'good'), join(folder, 'link'));
    await expect(readDownloads(join(folder, 'link'))).rejects.toThrow('is no folder');
  });

  it('holds no more artifacts than GitHub makes jobs', async () => {
    const folder = folderOf(good);
    for (let n = 0; n < artifactLimits.artifacts; n += 1) mkdirSync(join(folder, `leg-${n}`));
    const { artifacts, refusals } = await readDownloads(folder);
    expect(artifacts).toEqual([]);
    expect(refusals).toMatchObject([{ artifact: 'all', why: 'there are more than 256 of them' }]);
  });
});

describe('an artifact is refused as a whole', () => {
  it('that is a file or a link', async () => {
    expect(await beside({ bad: '' })).toBe('bad: it is no folder, but a file or a link');
    expect(await beside({}, (folder) => symlinkSync(join(folder, 'good'), join(folder, 'bad')))).toBe(
      'bad: it is no folder, but a file or a link',
    );
  });

  it('that holds a link, wherever it leads, or a pipe', async () => {
    const links = [
      ['results', '/etc'],
      ['results/unit.xml', '/etc/passwd'],
      ['results/unit.xml', '../../good/results/unit.xml'],
      ['claims.json', '../good/claims.json'],
    ] as const;
    for (const [name, target] of links) {
      const why = await beside({ 'bad/results.txt': '' }, (folder) => {
        if (name.includes('/')) mkdirSync(join(folder, 'bad', 'results'));
        symlinkSync(target, join(folder, 'bad', name));
      });
      expect(why).toBe(`bad: it holds something that is no regular file: ${JSON.stringify(name)}`);
    }
    const pipe = await beside(claims({}), (folder) => execFileSync('mkfifo', [join(folder, 'bad', 'pipe')]));
    expect(pipe).toContain('no regular file: "pipe"');
  });

  it.each([
    '..\\up.xml',
    '.git',
    '.hidden',
    '-rf',
    'a\nb.xml',
    '::error::x',
    '##[set-output name=verdict]compliant',
    'a*b.xml',
    'ünit.xml',
    'C:x',
  ])('that holds the name %j', async (name) => {
    expect(await beside({ ...claims({}), [`bad/results/${name}`]: '' })).toBe(
      `bad: it holds a name that is not plain: ${JSON.stringify(`results/${name}`)}`,
    );
  });

  it('that holds what is neither claims nor a test result', async () => {
    expect(await beside({ ...claims({}), 'bad/payload.sh': '' })).toContain('holds "payload.sh", which is neither');
  });

  it.each(['attestation_name', 'leg', 'missing'])('whose claims name %s twice', async (name) => {
    const twice = writeClaims(claiming({ missing: ['a.xml'] })).replace(/\}\n$/, `, ${JSON.stringify(name)}: null}\n`);
    expect(await beside({ 'bad/claims.json': twice })).toContain(`is not clear: ${name} is there twice`);
  });

  it.each([[['a', 7]], ['a.xml'], [['']], [['two\nlines']], [Array.from({ length: 21 }, () => 'a')]])(
    'whose claims tell what is missing as %j',
    async (missing) => {
      expect(await beside(claims({ missing }))).toContain('has a wrong missing');
    },
  );

  it('that has no claims, or too many of them', async () => {
    expect(await beside({ 'bad/results/unit.xml': '' })).toBe('bad: its claims.json is not there, or is no file');
    expect(await beside({ 'bad/claims.json/x': '' })).toBe('bad: its claims.json is not there, or is no file');
    expect(await beside({ 'bad/claims.json': ' '.repeat(64 * 1024 + 1) })).toBe('bad: its claims.json is more than 64 KiB');
  });

  it('that is too large', async () => {
    const huge = await beside({}, (folder) => {
      mkdirSync(join(folder, 'bad'));
      writeFileSync(join(folder, 'bad', 'claims.json'), '');
      truncateSync(join(folder, 'bad', 'claims.json'), 2 * 1024 ** 3);
    });
    expect(huge).toBe('bad: its files are too large: more than 512 MiB');
  });

  it('that has too many files, or folders too deep', async () => {
    const many = await beside(claims({}), (folder) => {
      mkdirSync(join(folder, 'bad', 'results'));
      for (let n = 0; n <= 10_000; n += 1) linkSync(join(folder, 'bad', 'claims.json'), join(folder, 'bad', 'results', `${n}.xml`));
    });
    expect(many).toBe('bad: it holds more than 10,000 files and folders');
    const deep = Array.from({ length: 21 }, (_, n) => `d${n}`).join('/');
    expect(await beside({ ...claims({}), [`bad/results/${deep}/x.xml`]: '' })).toBe('bad: its folders are more than 20 deep');
  });

  it('when all together are too large, those that came before count', async () => {
    const folder = folderOf(good);
    const large = ['one', 'two', 'three', 'twelve'].map((name) => `large-${name}`);
    for (const name of [...large, 'more']) {
      mkdirSync(join(folder, name, 'results'), { recursive: true });
      writeFileSync(join(folder, name, 'claims.json'), writeClaims(claiming({ leg: name })));
      writeFileSync(join(folder, name, 'results', 'unit.xml'), '');
      truncateSync(join(folder, name, 'results', 'unit.xml'), artifactLimits.bytes - 2_000);
    }
    const { artifacts, refusals } = await readDownloads(folder);
    expect(artifacts.map(({ name }) => name)).toEqual(['good', ...large.toSorted()]);
    expect(refusals.map(({ artifact }) => artifact)).toEqual(['more']);
  });
});

describe('claims are refused', () => {
  it.each([
    ['no JSON', '{"format":', 'is not JSON'],
    ['a list', '[]', 'is no JSON object'],
    ['null', 'null', 'is no JSON object'],
    ['deep JSON', `{"format":"compliance-evidence/claims","matrix":${'['.repeat(500)}${']'.repeat(500)}}`, 'is nested too deeply'],
    ['very deep JSON', '['.repeat(30_000), 'is not JSON'],
    ['another format', '{"format":"x"}', 'has no format compliance-evidence/claims'],
  ])('that are %s', async (_, text, why) => {
    expect(await beside({ 'bad/claims.json': text })).toBe(`bad: its claims.json ${why}`);
  });

  it('that are not UTF-8', async () => {
    expect(await beside({ 'bad/claims.json': Uint8Array.of(0x7b, 0xff, 0x7d) })).toBe('bad: its claims.json is not UTF-8');
  });

  it.each([
    ['version', 2],
    ['version', '1'],
    ['attestation_name', 7],
    ['attestation_name', ''],
    ['attestation_name', 'unit tests'],
    ['attestation_name', '../code-review'],
    ['attestation_name', 'x'.repeat(256)],
    ['job', ['tests']],
    ['job', ''],
    ['leg', 'x'.repeat(256)],
    ['leg', 'two\nlines'],
    ['leg', 'two\u2028lines'],
    ['leg', '\u001B[31mred'],
    ['test_outcome', 'SUCCESS'],
    ['test_outcome', true],
    ['matrix', 'x'.repeat(20_000)],
  ])('whose %s is %j', async (field, value) => {
    expect(await beside(claims({ [field]: value }))).toMatch(
      new RegExp(`^bad: its claims.json .*\\b${field}\\b`.replace('version', 'version')),
    );
  });

  it.each(['format', 'version', 'attestation_name', 'job', 'leg', 'matrix', 'test_outcome'])('that lack %s', async (field) => {
    expect(await beside(claims({ [field]: undefined }))).toMatch(new RegExp(`^bad: its claims.json (?:has no|is of) ${field}`));
  });

  it.each(['head_sha', 'run_id', 'pull_request', '__proto__'])('that say %s as well: that is not for them to say', async (field) => {
    const text = writeClaims(claiming()).replace('{', `{"${field}": "1",`);
    expect(await beside({ 'bad/claims.json': text })).toBe(
      `bad: its claims.json has a field that is not known here: ${JSON.stringify(field)}`,
    );
  });
});
