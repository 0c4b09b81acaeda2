import { sha256 } from '@noble/hashes/sha2.js';
import { Fault } from '../../../errors/index.ts';
import { namedPackage } from '../../witness/head-file.ts';
import { readHeads } from '../../witness/read-heads.ts';
import { checkPackage, type CheckedPackage } from '../check-package.ts';
import type { Hasher } from '../hash.ts';
import { namesNone, type Manifest } from '../manifest.ts';
import { aboutWords, outcomeOf, outcomeWords } from '../outcome.ts';
import { gunzip } from '../tar.ts';

interface Noted {
  readonly head?: string;
  /** SHA-256 of the package that the head file names. */
  readonly packed?: string;
  /** SHA-256 of the package file. */
  readonly sha256?: string;
}

/** Reads the input: a head, a whole head file, or a line of it. Returns a sentence where it cannot be compared. */
function notedIn(head: string, sha256: string): Noted | string {
  const own = sha256.trim().toLowerCase();
  if (own !== '' && !/^[0-9a-f]{64}$/.test(own)) return 'A SHA-256 has 64 hexadecimal digits. Leave the field empty where you noted none.';
  const packed = namedPackage(head);
  const isEmpty = head.split('\n').every((line) => line.trim() === '' || line.trim().startsWith('#'));
  if (isEmpty && packed === undefined && head.trim() !== '') return 'There is no head in that text. A head has 64 hexadecimal digits.';
  try {
    const heads = isEmpty ? [] : readHeads(head, 'the field for the head');
    if (heads.length > 1) return `That text has ${heads.length} heads. Leave one of them.`;
    const [link] = heads.map((each) => each.link);
    return {
      ...(link === undefined ? {} : { head: link }),
      ...(packed === undefined ? {} : { packed }),
      ...(own === '' ? {} : { sha256: own }),
    };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return `That is not a head: ${error.message}. A head has 64 hexadecimal digits. Leave the field empty where you have none.`;
  }
}

// The script of verify.html: checks a chosen package in the browser, and sends nothing anywhere.

function hasher(): Hasher {
  const hash = sha256.create();
  return {
    update: (bytes) => void hash.update(bytes),
    hex: () => Array.from(hash.digest(), (byte) => byte.toString(16).padStart(2, '0')).join(''),
  };
}

const form = one('form', HTMLFormElement);
const file = one('#file', HTMLInputElement);
const head = one('#head', HTMLTextAreaElement);
const digest = one('#sha256', HTMLInputElement);
const isFirst = one('#first', HTMLInputElement);
const button = one('button', HTMLButtonElement);
const result = one('#result', HTMLElement);
const progress = one('#progress', HTMLElement);

form.addEventListener('submit', (event) => {
  event.preventDefault();
  delete result.dataset['outcome'];
  const [chosen] = file.files ?? [];
  const noted = notedIn(head.value, digest.value);
  if (chosen === undefined) return show('Choose the package first', 'bad', []);
  if (typeof noted === 'string') return show('Nothing was compared', 'bad', [noted]);
  button.disabled = true;
  result.replaceChildren();
  void check(chosen, noted)
    .catch((error: unknown) => show('The file could not be read', 'bad', [error instanceof Error ? error.message : String(error)]))
    .finally(() => {
      button.disabled = false;
      progress.textContent = '';
      result.scrollIntoView();
    });
});

async function check(chosen: File, noted: Noted): Promise<void> {
  const checked = await checkPackage(withPauses(gunzip(chosen.stream())), {
    sha256: hasher,
    ...(noted.head === undefined ? {} : { head: noted.head }),
    onProgress: (bytes) => (progress.textContent = `${(bytes / 1e6).toFixed(1)} MB checked`),
  });
  showChecked(checked, noted, await digestOf(chosen));
}

async function digestOf(chosen: File): Promise<string> {
  const hash = hasher();
  const reader = chosen.stream().getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) hash.update(next.value);
  return hash.hex();
}

/** The same pieces, with a pause now and then in which the page is drawn. */
async function* withPauses(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let count = 0;
  for await (const piece of pieces) {
    yield piece;
    count += 1;
    if (count % 64 === 0) await new Promise((resolve) => setTimeout(resolve));
  }
}

function showChecked(checked: CheckedPackage, noted: Noted, ofFile: string): void {
  const { bytes, digest: ofManifest, manifest, members, problems, records } = checked;
  const outcome = outcomeOf(checked);
  const [title, ...sentences] = outcomeWords(checked);
  const isNoted = outcome === 'witnessed' && manifest !== undefined && isTheNoted(manifest, noted, ofFile);
  if (outcome === 'broken') show(title, 'bad', sentences, problems);
  else if (isNoted) show('The very file that you noted, and its records are witnessed', 'good', [nothingOfReports, ...sentences]);
  else
    show(outcome === 'witnessed' ? 'Its records are witnessed' : title, 'open', [nothingOfReports, ...sentences, ...lackOf(noted, ofFile)]);
  result.dataset['outcome'] = outcome;
  if (manifest !== undefined) result.prepend(element('p', `By its manifest alone: ${aboutWords(manifest)}`));
  const facts: [string, string][] = [
    ['Members', `${members} (${bytes} bytes)`],
    ['SHA-256 of the file', ofFile],
  ];
  if (noted.packed !== undefined) facts.push(['SHA-256 in the head file', noted.packed]);
  if (ofManifest !== undefined) facts.push(['SHA-256 of manifest.json', ofManifest]);
  if (manifest !== undefined) facts.push(['Collected', manifest.at], ['Made by', manifest.tool]);
  if (manifest?.log !== undefined && manifest.log !== null) facts.push(['Organization', manifest.log.org]);
  if (records !== undefined) {
    facts.push(
      ['Records', `${records.shown} shown, ${records.hidden} as a hash`],
      ['Head', `${records.head.link} (record ${records.head.sequence})`],
    );
  }
  const list = document.createElement('dl');
  for (const [name, value] of facts) list.append(element('dt', name), element('dd', value));
  result.append(list);
}

const nothingOfReports =
  'Nothing of its reports was worked out here: whether they say what the facts and the records give, this page does not know. `compliance-evidence verify --package` works it out.';

/** Green only for the noted file itself, where a head proves all of its records, and the command would have no doubts. */
function isTheNoted(manifest: Manifest, { packed, sha256: own }: Noted, ofFile: string): boolean {
  const isWhole = manifest.version !== 1 && manifest.log?.from.sequence === 0 && (!namesNone(manifest) || isFirst.checked);
  return isWhole && own === ofFile && (packed === undefined || packed === ofFile);
}

function lackOf({ packed, sha256: own }: Noted, ofFile: string): readonly string[] {
  return [
    ...(own === undefined ? ['No SHA-256 of the file was compared: the reports may have been made anew around the records.'] : []),
    ...(own !== undefined && own !== ofFile
      ? [`This is not the file that you noted: its SHA-256 is ${ofFile}, and you noted ${own}.`]
      : []),
    ...(packed !== undefined && packed !== ofFile ? [`The head file names another package, SHA-256 ${packed}.`] : []),
  ];
}

/** @param sentences the first one is shown as large as the title */
function show(title: string, state: 'good' | 'bad' | 'open', sentences: readonly string[], problems: readonly string[] = []): void {
  const heading = element('h2', title);
  heading.className = state;
  const [first, ...others] = sentences.map((sentence) => element('p', sentence));
  if (first !== undefined) first.className = 'large';
  result.replaceChildren(heading, ...(first === undefined ? [] : [first]), ...others);
  result.dataset['state'] = state;
  if (problems.length === 0) return;
  const list = document.createElement('ul');
  list.append(...problems.map((problem) => element('li', problem)));
  result.append(list);
}

function element(name: string, text: string): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

function one<Kind extends HTMLElement>(selector: string, kind: abstract new () => Kind): Kind {
  const found = document.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`The page has no ${selector}`);
  return found;
}
