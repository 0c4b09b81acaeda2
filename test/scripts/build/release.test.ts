import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../support/sources.ts';
import { makeRelease, notesOf } from '../../../scripts/build/release.ts';

const changelog = '# Changelog\n\n## [1.1.0] - 2027-01-31\n\n### Added\n\n- Tea.\n\n## [1.0.0] - 2027-01-01\n\nThe first one.\n';

it('takes the notes of a version out of the changelog', () => {
  expect(notesOf(changelog, '1.1.0')).toBe('### Added\n\n- Tea.\n');
  expect(notesOf(changelog, '1.0.0')).toBe('The first one.\n');
});

it.each([
  ['no section', changelog, '2.0.0'],
  ['a section of a version that begins the same', changelog, '1.0'],
  ['a section without a day', changelog.replace('2027-01-31', 'Unreleased'), '1.1.0'],
  ['a section without notes', changelog.replace('The first one.\n', ''), '1.0.0'],
])('makes no release of %s', (_, text, version) => {
  expect(() => notesOf(text, version)).toThrow(`"## [${version}] - YYYY-MM-DD"`);
});

it('attaches each file of the release but its notes, and attests what the checksums name', () => {
  const workflow = readFileSync(join(root, '.github', 'workflows', 'release.yml'), 'utf8');
  expect(workflow).toContain('release/*.tgz release/*.json release/verify.html release/SHA256SUMS\n');
  expect(workflow).toContain('subject-checksums: release/SHA256SUMS\n');
});

it('publishes with the Node that the project is built with', () => {
  const workflow = readFileSync(join(root, '.github', 'workflows', 'release.yml'), 'utf8');
  expect(workflow).toContain(`node-version: ${readFileSync(join(root, '.node-version'), 'utf8').trim()}\n`);
});

// npm is a batch file on Windows, where no release is made.
describe.skipIf(process.platform === 'win32')('a release', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'release-'));
    makeRelease(folder, 'acme/compliance-evidence', changelog);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('has the package, its SBOM, the notes, the checksums and the page that checks packages of audits', () => {
    expect(readdirSync(folder).toSorted()).toEqual([
      'SHA256SUMS',
      'compliance-evidence-1.0.0.tgz',
      'notes.md',
      'sbom.cdx.json',
      'verify.html',
    ]);
    expect(readFileSync(join(folder, 'verify.html'), 'utf8')).toMatch(/^<!-- Take this page from the release/);
  });

  it('has a package that says where its sources are, builds nothing where it is installed, and holds neither tests nor what the action alone runs', () => {
    const tar = (...args: readonly string[]): string =>
      execFileSync('tar', ['-xzOf', join(folder, 'compliance-evidence-1.0.0.tgz'), ...args], { encoding: 'utf8' });
    const manifest: object = JSON.parse(tar('package/package.json'));
    expect(manifest).toMatchObject({ repository: { url: 'git+https://github.com/acme/compliance-evidence.git' } });
    expect(manifest).not.toHaveProperty('scripts');
    const names = execFileSync('tar', ['-tzf', join(folder, 'compliance-evidence-1.0.0.tgz')], { encoding: 'utf8' }).split('\n');
    expect(names).toEqual(
      expect.arrayContaining([
        'package/lib/cli/bin.js',
        'package/lib/commit.txt',
        'package/dist/index.js',
        'package/action.yml',
        'package/LICENSE',
      ]),
    );
    expect(names.filter((name) => /^package\/(?:test|src|node_modules|dist\/serve)\//.test(name))).toEqual([]);
  });

  it('has checksums by which the package and what `uses:` runs can be checked', () => {
    const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trim().split('\n');
    expect(sums.map((line) => line.slice(66))).toEqual(
      expect.arrayContaining([
        'compliance-evidence-1.0.0.tgz',
        'verify.html',
        'action.yml',
        'dist/index.js',
        'dist/serve/main.js',
        'dist/serve/jq.wasm',
      ]),
    );
    for (const line of sums) {
      const path = /^(?:\S+\.tgz|verify\.html)$/.test(line.slice(66)) ? join(folder, line.slice(66)) : join(root, line.slice(66));
      expect(line.slice(0, 64)).toBe(createHash('sha256').update(readFileSync(path)).digest('hex'));
    }
  });

  it('has an SBOM that names what is shipped, and no tool', () => {
    const sbom: { readonly metadata: object; readonly components: readonly { readonly name: string }[] } = JSON.parse(
      readFileSync(join(folder, 'sbom.cdx.json'), 'utf8'),
    );
    expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'compliance-evidence' } } });
    const names = sbom.components.map(({ name }) => name);
    const licenses = ['lib/cli/licenses.txt', 'dist/licenses.txt', 'dist/serve/licenses.txt']
      .map((file) => readFileSync(join(root, file), 'utf8'))
      .join('\n');
    const bundled = Array.from(licenses.matchAll(/^(?<name>[@a-z][\w./-]*) \d+\.\d+\.\d\S*$/gm));
    expect(bundled.length).toBeGreaterThan(10);
    expect(names).toEqual(expect.arrayContaining(bundled.map(({ groups }) => groups?.['name'])));
    expect(names.filter((name) => /^(?:node-|oxlint|rolldown|typescript$|vitest)/.test(name))).toEqual([]);
  });
});
