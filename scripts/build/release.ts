/**
 * Makes what belongs to a release: the package for npm, the SBOM of what the bundles hold, the notes out
 * of CHANGELOG.md, the page that checks packages of audits, and the checksums of the package, of the page and of each file
 * that `uses:` runs.
 *
 *     node scripts/build/release.ts FOLDER OWNER/REPOSITORY
 *
 * `lib/` and `dist/` must be built.
 */
import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';

const root = join(import.meta.dirname, '../../');

/** An auditor takes it from the release, because whoever makes a package could make its copy of the page too. */
const page = 'verify.html';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly files: readonly string[];
}

interface Lock {
  readonly packages: Readonly<
    Record<string, { readonly version?: string; readonly resolved?: string; readonly integrity?: string; readonly license?: string }>
  >;
}

/** @throws if the changelog says nothing of the version, or if something was not built. */
export function makeRelease(folder: string, repository: string, changelog: string): void {
  const manifest: Manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'notes.md'), notesOf(changelog, manifest.version));
  writeFileSync(join(folder, 'sbom.cdx.json'), sbomOf(manifest));
  const archive = pack(manifest, repository, folder);
  cpSync(join(root, 'dist', page), join(folder, page));
  const bundled = readdirSync(join(root, 'dist'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const run = [
    'action.yml',
    ...bundled.map(({ name, parentPath }) => relative(root, join(parentPath, name)).replaceAll(sep, '/')),
  ].toSorted();
  const sums = [...[archive, page].map((name) => sumOf(join(folder, name), name)), ...run.map((name) => sumOf(join(root, name), name))];
  writeFileSync(join(folder, 'SHA256SUMS'), `${sums.join('\n')}\n`);
}

/** The section of a version in a changelog, without its heading, which holds the day of the release. */
export function notesOf(changelog: string, version: string): string {
  const section = changelog.split(/^## /m).find((each) => each.startsWith(`[${version}] - `));
  const [heading = '', ...lines] = section?.split('\n') ?? [];
  const notes = lines.join('\n').trim();
  if (!/ - \d{4}-\d\d-\d\d$/.test(heading) || notes === '')
    throw new Error(`CHANGELOG.md has no section "## [${version}] - YYYY-MM-DD" with the notes. Write it, with the day of the release.`);
  return `${notes}\n`;
}

/** Packs a copy: the published manifest says where the sources are, which npm compares with the provenance. */
function pack(manifest: Manifest, repository: string, folder: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'release-'));
  try {
    // npm leaves out the names that begin with `!`.
    for (const name of [...manifest.files.filter((each) => !each.startsWith('!')), 'README.md', 'LICENSE']) {
      if (!existsSync(join(root, name))) throw new Error(`${name} is missing. Run npm run build.`);
      cpSync(join(root, name), join(copy, name), { recursive: true });
    }
    const published = {
      ...manifest,
      scripts: undefined,
      devDependencies: undefined,
      workspaces: undefined,
      repository: { type: 'git', url: `git+https://github.com/${repository}.git` },
    };
    writeFileSync(join(copy, 'package.json'), `${JSON.stringify(published, undefined, 2)}\n`);
    const said = npm(['pack', '--json', '--ignore-scripts', '--pack-destination', resolve(folder)], copy);
    const [packed]: readonly { readonly filename: string }[] = JSON.parse(said);
    if (packed === undefined) throw new Error('npm packed nothing.');
    return packed.filename;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/**
 * The packages that are in the bundles, by the files of their licences: nothing else is installed with ours. npm runs in a copy that knows
 * no other package.
 */
function sbomOf(manifest: Manifest): string {
  const bundled = new Set(
    [join('lib', 'cli'), 'dist', join('dist', 'serve')]
      .map((folder) => readFileSync(join(root, folder, 'licenses.txt'), 'utf8'))
      .flatMap((text) => [...text.matchAll(/^(?<title>[@a-z][\w./-]* \d+\.\d+\.\d\S*)$/gm)].map(({ groups }) => groups?.['title'])),
  );
  const lock: Lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const shipped = Object.entries(lock.packages)
    .map(([path, { integrity, license, resolved, version }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return { path, name, title: `${name} ${version}`, entry: { version, resolved, integrity, license } };
    })
    .filter(({ title }) => bundled.has(title));
  // A second version of a package belongs to the package that it lies in.
  const dependenciesOf = (holder: string): object =>
    Object.fromEntries(
      shipped
        .filter(({ path }) => path.slice(0, path.lastIndexOf('node_modules/')) === holder)
        .map(({ name, entry }) => [name, entry.version]),
    );
  const ours = { ...manifest, scripts: undefined, devDependencies: undefined, workspaces: undefined, dependencies: dependenciesOf('') };
  const copy = join(mkdtempSync(join(tmpdir(), 'sbom-')), manifest.name);
  try {
    mkdirSync(copy);
    writeFileSync(join(copy, 'package.json'), JSON.stringify(ours));
    const packages = {
      '': ours,
      ...Object.fromEntries(shipped.map(({ entry, path }) => [path, { ...entry, dependencies: dependenciesOf(`${path}/`) }])),
    };
    writeFileSync(join(copy, 'package-lock.json'), JSON.stringify({ ...lock, packages }));
    return npm(['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], copy);
  } finally {
    rmSync(dirname(copy), { recursive: true, force: true });
  }
}

function npm(args: readonly string[], cwd: string): string {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', maxBuffer: 1 << 26, stdio: ['ignore', 'pipe', 'inherit'] });
}

function sumOf(path: string, name: string): string {
  return `${hash('sha256', readFileSync(path))}  ${name}`;
}

if (import.meta.main) {
  const [, , folder, repository] = process.argv;
  if (folder === undefined || !/^[\w.-]+\/[\w.-]+$/.test(repository ?? ''))
    throw new Error('Say where to: node scripts/build/release.ts FOLDER OWNER/REPOSITORY');
  makeRelease(folder, repository ?? '', readFileSync(join(root, 'CHANGELOG.md'), 'utf8'));
}
