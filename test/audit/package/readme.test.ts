import { describe, expect, it } from 'vitest';
import { oddMembers, readme } from '../../../src/audit/package/account.ts';
import { reportFiles } from '../../../src/audit/package/manifest.ts';
import { member } from './packing.ts';

const always = ['collected.ndjson', 'verify.html', ...reportFiles.map(([path]) => path)];
/** The members that a readme names, each at the start of its line. */
const named = (paths: readonly string[]): readonly string[] =>
  [...readme(paths).matchAll(/^ {2}([\w./-]+) {2,}/gm)].map(([, path = '']) => path);

describe('the readme of a package', () => {
  it('names the members that are there, and no others', () => {
    expect(named(always)).toEqual(['index.html', 'collected.ndjson', 'statements.jsonl', 'manifest.json', 'SHA256SUMS', 'verify.html']);
    const folders = ['previous.json', `attachments/${'a'.repeat(64)}`, 'github.ndjson', 'in-force/index.csv', 'sample/README.txt'];
    expect(named([...always, 'records.ndjson', ...folders])).toEqual([
      'index.html',
      'collected.ndjson',
      'records.ndjson',
      'previous.json',
      'attachments/',
      'github.ndjson',
      'in-force/',
      'statements.jsonl',
      'manifest.json',
      'SHA256SUMS',
      'verify.html',
      'sample/',
    ]);
  });

  it('finds a member that no audit writes, and a readme of other members', () => {
    const packed = (paths: readonly string[], text: string): readonly string[] =>
      oddMembers([...paths, 'README.txt'].map((path) => member(path, path === 'README.txt' ? text : '')));
    expect(packed([...always, 'in-force/index.csv'], readme([...always, 'in-force/index.csv']))).toEqual([]);
    const more = [...always, 'notes.txt', 'in-force'];
    expect(packed(more, readme(more))).toEqual(
      ['notes.txt', 'in-force'].map((path) => `${path} was added: no audit of this program gives a package such a member`),
    );
    for (const text of [`${readme(always)} `, readme(['index.html'])])
      expect(packed(always, text)).toEqual(['README.txt is missing, or does not say what the other members are']);
    expect(oddMembers([])).toHaveLength(1);
  });

  it('asks for a head where the log is there, and says that nothing is proven where it is not', () => {
    expect(readme([...always, 'records.ndjson'])).toContain('verify --package PACKAGE.tgz --head HEAD');
    expect(readme(always)).toContain('The service has no log with a chain');
    expect(readme(always)).not.toContain('--head');
  });
});
