import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The entries below a directory, by path: the content of a file, a link, or a directory without anything in it. */
export type Entries = Readonly<Record<string, string | { readonly link: string } | { readonly directory: true }>>;

/** A directory, and the fingerprint that the vendor's own client takes of it; scripts/checks/peer/fingerprint.ts holds the two together. */
export interface Tree {
  readonly what: string;
  readonly entries: Entries;
  readonly sha256: string;
}

const site: Entries = {
  'index.html': '<p>',
  'logs/a.log': 'one',
  'logs/deep/b.log': 'two',
  'app/logs/c.log': 'three',
  'app/main.js': 'four',
  'app/x.log': 'five',
  'x.log': 'six',
};
const ignoring = (...lines: readonly string[]): Entries => ({ ...site, '.kosli_ignore': `${lines.join('\n')}\n` });

export const trees: readonly Tree[] = [
  { what: 'nothing at all', entries: {}, sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' },
  { what: 'one file', entries: { a: 'hello' }, sha256: '7a4abc20f2d0d96fd7a4462fc51c713584c5be83a0d5dec45e13fd4d8e5708d8' },
  {
    what: 'a directory without anything in it',
    entries: { a: 'hello', empty: { directory: true } },
    sha256: '900f9c025e8cb3345a7d8032bf54eeb2b72d32b283956617f0c5eccb322c9844',
  },
  {
    what: 'names with spaces, quotes, dashes, dots and line breaks',
    entries: { 'a b': '1', '"q"': '2', '-x': '3', '.h': '4', 'l\nf': '5' },
    sha256: 'f0c4371388eac76f333738119960ccf1881a0d2c5bbf119e34a1e0889fe9d764',
  },
  {
    what: 'names in several scripts, one in two forms',
    entries: { é: '1', 'e\u0301': '2', 日本: '3', '🦊': '4', '\uffee': '5' },
    sha256: '98e7ab867e8e73aa999f78c0f4aee3cac4d083d48b3ac80f132889b89122898a',
  },
  {
    what: 'names that sort otherwise as paths',
    entries: { 'a/b': '1', 'a-': '2', 'a.': '3', a0: '4' },
    sha256: '9eef8c067373b0691303507ba8071e6660a358e274d935e7eebd01275a985c16',
  },
  {
    what: 'a link to a file',
    entries: { a: 'hello', b: { link: 'a' } },
    sha256: '6d89d0df1a4fbb0e49feaede65a03dd9a7e05e18ce76a0b6c37256d63c5c4c6e',
  },
  {
    what: 'a link to a directory',
    entries: { 'a/x': 'hello', b: { link: 'a' } },
    sha256: '25a77e95b65d27bd6e926d388ddc3d716e85a5ffd778f6b89cc83fb95b2583c7',
  },
  {
    what: 'a link to its own directory',
    entries: { 'a/x': 'hello', 'a/up': { link: '../a' } },
    sha256: '6bc9126faac44112eb167215c1534daf3685625785b324251d201338051d6877',
  },
  {
    what: 'files of one content under two names',
    entries: { a: 'same', b: 'same' },
    sha256: '782c1cd7db483972dfe3f697deb47280c23055716ec35951234e0b28607e4c8b',
  },
  { what: 'no ignore file', entries: site, sha256: '2a4f2f2b8dae594e97f206210a3c9e56fbc0ff3ef1a2a5401db24292b401707e' },
  {
    what: 'an ignore file of remarks',
    entries: ignoring('# nothing', '', '   '),
    sha256: '7f43eadc727d96d10a68b2a831504d92acd8a9b43222509900db509927b7b82e',
  },
  {
    what: 'an ignored file',
    entries: ignoring('index.html  # generated'),
    sha256: '1678392ccaa388edcca3328a529c532597a3fce3245b4d83bb6fb5500b7f9409',
  },
  { what: 'an ignored directory', entries: ignoring('logs'), sha256: 'abf5c5eed346fd2576fb8f32e5a47ab03bcfeb3d90b605ba2af64dcb1dfc69a7' },
  {
    what: 'an ignored directory with a slash at its end',
    entries: ignoring('logs/'),
    sha256: '84b1241bcf1b18debe57688e4261a93b8ab073cac5541aa80334ea3f632645c6',
  },
  {
    what: 'an ignored path with a slash in front',
    entries: ignoring('/app/logs'),
    sha256: 'b297d36ffa8dfdf5990a6334ceb49e70d38fef07e3620d42823d7eea3de9f676',
  },
  {
    what: 'a pattern of one level',
    entries: ignoring('*.log'),
    sha256: '59ac953ab7f118a0150f9f7f150d9cef67deae4989c6c0ebbae9809c570366b2',
  },
  {
    what: 'a pattern of every level',
    entries: ignoring('**/*.log'),
    sha256: 'f188022f982ccd427149d70affe04651a7f1d503ea1a4e54f4e0e9218c490282',
  },
  {
    what: 'a directory of every level',
    entries: ignoring('**/logs'),
    sha256: 'e734885a9e5ecea6a730a7e7e91a633884e0307cf098505cb727f2b3ceb504b7',
  },
  {
    what: 'all below a directory',
    entries: ignoring('logs/**'),
    sha256: '20ac249add0c1e0ffcfa7e3802a8290cc66931e8cbb794a37916d4de7a56dd7c',
  },
  {
    what: 'all below any directory of a name',
    entries: ignoring('**/logs/**'),
    sha256: 'ab1fa5522ec03d44bf22ee63960e3e9d08e8478e4d4b0f75b2cdf138565005e7',
  },
  {
    what: 'a class of characters',
    entries: ignoring('[a-l]*'),
    sha256: '23585ad74d8cc4b90e66bf3653c0a4785961277207540b6bd162efd5380b1f2a',
  },
  {
    what: 'a class that is negated',
    entries: ignoring('[^a-l]*'),
    sha256: '30e3a61fbdf95b2570f1e675216cf125dc8179a1b6feaa84a83ee6226ab774c3',
  },
  {
    what: 'an escaped character',
    entries: { ...ignoring('\\[id\\]'), '[id]': '1', i: '2' },
    sha256: 'e352a2bd54b24a03756fb4c055d51681e4b70bc6e1d51aa7863a4c37be77c39d',
  },
  {
    what: 'braces and an exclamation mark, which mean themselves',
    entries: { ...ignoring('{a,b}', '!x.log'), '{a,b}': '1', '!x.log': '2' },
    sha256: 'd86df18e3b40e194362499c64fb087a51bc278e3cca8455e66f66eefe722b227',
  },
  { what: 'everything', entries: ignoring('**'), sha256: 'f6af29956cbfb2aebea87613aa1539429ad233f52b5a061891797088cea9fe1d' },
  {
    what: 'the ignore file itself',
    entries: ignoring('.kosli_ignore'),
    sha256: 'a1a9a6ebf3d5cd7bc72e6a6ac47a72dafdd0bc822eb3f48a896e8fdf49c04dff',
  },
  {
    what: 'an ignore file further down, which is a file as any other',
    entries: { ...site, 'app/.kosli_ignore': 'main.js\n' },
    sha256: 'bf33e79257095bd0a46fc866783d47775ca54796b46123729db4a4619af5d164',
  },
  {
    what: 'carriage returns at the ends of lines',
    entries: ignoring('logs\r', '*.log\r'),
    sha256: '4747e1dae3e26a3efa9b7e089bd0b649615f3bfa9dd5f168d79456dcf512c783',
  },
];

const empty = { directory: true } as const;

/** Two directories with one fingerprint. */
export const collisions: readonly { readonly what: string; readonly one: Entries; readonly other: Entries }[] = [
  {
    what: 'a file in a directory and a file next to an empty one',
    one: { 'disabled/plugin.js': 'load()' },
    other: { disabled: empty, 'plugin.js': 'load()' },
  },
  { what: 'two files of one directory and two levels', one: { 'a/b': 'x', 'a/d': 'y' }, other: { 'a/b': 'x', d: 'y' } },
  {
    what: 'a link to a directory and a file with its text',
    one: { 'a/x': '1', c: { link: 'a' } },
    other: { 'a/x': '1', c: 'a' },
  },
];

/** Makes the entries in a new directory for as long as they are used. */
export async function withTree<Result>(entries: Entries, use: (directory: string) => Promise<Result>): Promise<Result> {
  const directory = mkdtempSync(join(tmpdir(), 'tree-'));
  try {
    for (const [name, entry] of Object.entries(entries)) {
      const path = join(directory, name);
      mkdirSync(dirname(path), { recursive: true });
      if (typeof entry === 'string') writeFileSync(path, entry);
      else if ('link' in entry) symlinkSync(entry.link, path);
      else mkdirSync(path, { recursive: true });
    }
    return await use(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
