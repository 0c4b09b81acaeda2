// The script of verify.html: checks a package that somebody chooses, in their browser, and sends nothing anywhere.
import { sha256 } from '@noble/hashes/sha2.js';
import { checkPackage, type CheckedPackage } from '../check-package.ts';
import { gunzip } from '../gunzip.ts';
import type { Hasher } from '../hash.ts';
import { outcomeOf, outcomeWords } from '../outcome.ts';

function hasher(): Hasher {
  const hash = sha256.create();
  return {
    update: (bytes) => void hash.update(bytes),
    hex: () => Array.from(hash.digest(), (byte) => byte.toString(16).padStart(2, '0')).join(''),
  };
}

const form = one('form', HTMLFormElement);
const file = one('#file', HTMLInputElement);
const head = one('#head', HTMLInputElement);
const button = one('button', HTMLButtonElement);
const result = one('#result', HTMLElement);
const progress = one('#progress', HTMLElement);

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const [chosen] = file.files ?? [];
  const noted = head.value.trim().toLowerCase();
  if (chosen === undefined) return show('Choose the package first', 'bad', []);
  if (noted !== '' && !/^[0-9a-f]{64}$/.test(noted)) {
    return show('That is not a head', 'bad', ['A head has 64 hexadecimal digits. Leave the field empty where you have none.']);
  }
  button.disabled = true;
  result.replaceChildren();
  void check(chosen, noted === '' ? undefined : noted)
    .catch((error: unknown) => show('The file could not be read', 'bad', [error instanceof Error ? error.message : String(error)]))
    .finally(() => {
      button.disabled = false;
      progress.textContent = '';
    });
});

async function check(chosen: File, noted: string | undefined): Promise<void> {
  const checked = await checkPackage(withPauses(gunzip(chosen.stream())), {
    sha256: hasher,
    ...(noted === undefined ? {} : { head: noted }),
    onProgress: (bytes) => (progress.textContent = `${(bytes / 1e6).toFixed(1)} MB checked`),
  });
  showChecked(checked);
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

function showChecked(checked: CheckedPackage): void {
  const { bytes, digest, manifest, members, problems, records } = checked;
  const [title, ...sentences] = outcomeWords(checked);
  const outcome = outcomeOf(checked);
  result.dataset['outcome'] = outcome;
  show(title, outcome === 'broken' ? 'bad' : outcome === 'witnessed' ? 'good' : 'open', sentences, problems);
  const facts: [string, string][] = [['Members', `${members} (${bytes} bytes)`]];
  if (digest !== undefined) facts.push(['SHA-256 of manifest.json', digest]);
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

function show(title: string, state: 'good' | 'bad' | 'open', sentences: readonly string[], problems: readonly string[] = []): void {
  const heading = element('h2', title);
  heading.className = state;
  result.replaceChildren(heading, ...sentences.map((sentence) => element('p', sentence)));
  if (problems.length === 0) return;
  const list = document.createElement('ul');
  list.append(...problems.map((problem) => element('li', problem)));
  result.append(list);
}

/** An element with this text, whatever the text is. */
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
