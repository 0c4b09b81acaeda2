import { describe, expect, it } from 'vitest';
import { readme } from '../../../src/audit/package/readme.ts';

const always = ['collected.ndjson', 'verify.html', 'index.html'];
/** The members that a readme names, each at the start of its line. */
const named = (paths: readonly string[]): readonly string[] =>
  [...readme(paths).matchAll(/^ {2}([\w./-]+) {2,}/gm)].map(([, path = '']) => path);

describe('the readme of a package', () => {
  it('names the members that are there, and no others', () => {
    expect(named(always)).toEqual(['index.html', 'collected.ndjson', 'manifest.json', 'SHA256SUMS', 'verify.html']);
    const folders = ['previous.json', `attachments/${'a'.repeat(64)}`, 'github.ndjson', 'in-force/index.csv', 'sample/README.txt'];
    expect(named([...always, 'records.ndjson', ...folders])).toEqual([
      'index.html',
      'collected.ndjson',
      'records.ndjson',
      'previous.json',
      'attachments/',
      'github.ndjson',
      'in-force/',
      'manifest.json',
      'SHA256SUMS',
      'verify.html',
      'sample/',
    ]);
  });

  it('asks for a head where the log is there, and says that nothing is proven where it is not', () => {
    expect(readme([...always, 'records.ndjson'])).toContain('verify --package PACKAGE.tgz --head HEAD');
    expect(readme(always)).toContain('The service has no log with a chain');
    expect(readme(always)).not.toContain('--head');
  });
});
