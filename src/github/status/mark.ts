import { createHash } from 'node:crypto';
import type { StatusMark, RunAttempt, StatusSlot, StatusWord } from '../../gate/index.ts';
import { oneLine, webAddress } from '../../text/index.ts';

/** Version of the mark. One of another version is not read, and what says no then holds as that of a stranger does. */
const version = '1';

const words: Readonly<Record<StatusWord, true>> = { yes: true, no: true, running: true, awaiting: true, unapproved: true };

/** GitHub documents no limit for the link of a status. A mark without its label, file and pull requests is some 150 characters long. */
const longestLabel = 80;
/** As they stand in the address, where one character may be twelve. */
const longestLabelText = 400;
const longestFileText = 600;
const mostPullRequests = 20;

/** The parts that tell a slot from others: equal lists are one slot. */
export function slotKey(parts: readonly unknown[]): string {
  const text = JSON.stringify(parts.map((part) => part ?? null));
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

/**
 * The link of a status with its mark, in the part after `#` that no server is sent: the status itself must say which slot it
 * belongs to, for the next one that posts. `page` is the target, if that is an address with room for the mark; else the target is
 * `run`.
 */
export function markedLink(mark: StatusMark, page: string | undefined, run: string | undefined): string | undefined {
  const text = markText(mark);
  for (const address of [page, run]) {
    const url = webAddress(address);
    if (url === undefined || url.hash !== '') continue;
    url.hash = text;
    const marked = webAddress(url.href);
    if (marked !== undefined) return marked.href;
  }
  return undefined;
}

/** The mark in the link of a status; `undefined` where it has none, or one that is not whole: it is foreign text. */
export function markOf(link: string | null | undefined): StatusMark | undefined {
  const hash = webAddress(link)?.hash ?? '';
  const at = new URLSearchParams(hash.slice(1));
  const word = at.get('word') ?? '';
  const of = runOf(at.get('run'));
  const by = at.has('by') ? runOf(at.get('by')) : undefined;
  const [key, org, flow] = [at.get('slot') ?? '', at.get('org') ?? '', at.get('flow')];
  if (at.get('evidence') !== version || !isWord(word) || of === undefined || (at.has('by') && by === undefined)) return undefined;
  if (key === '' || org === '' || flow === null) return undefined;
  const label = oneLine((at.get('label') ?? '').replaceAll('*', ' › '), longestLabel);
  return {
    slot: { key, org, flow, label, pullRequests: numbersOf(at.get('pull')), workflow: fileOf(at.get('file'), at.get('ref')) },
    of,
    by,
    word,
  };
}

/** Parts without room are left out: the slot is then not asked about, and holds. */
function markText({ by, of, slot, word }: StatusMark): string {
  const { path, ref } = slot.workflow ?? { path: '', ref: '' };
  // `*` stays as it is in an address, and `›` would be nine characters.
  const label = oneLine(slot.label, longestLabel).replaceAll(' › ', '*');
  const pulls = slot.pullRequests.length > mostPullRequests ? [] : slot.pullRequests;
  return new URLSearchParams({
    evidence: version,
    word,
    run: runText(of),
    ...(by === undefined ? {} : { by: runText(by) }),
    slot: slot.key,
    org: slot.org,
    flow: slot.flow,
    label: shortened(label, longestLabelText),
    ...(pulls.length === 0 ? {} : { pull: pulls.join('.') }),
    ...(path === '' || addressed(path + ref).length > longestFileText ? {} : { file: path, ref }),
  }).toString();
}

function shortened(text: string, longest: number): string {
  let short = text;
  while (addressed(short).length > longest) short = short.slice(0, -1);
  return short;
}

function addressed(text: string): string {
  return new URLSearchParams({ text }).toString();
}

function runText({ attempt, run }: RunAttempt): string {
  return `${run}.${attempt}`;
}

function runOf(text: string | null): RunAttempt | undefined {
  const [, run, attempt] = /^(0|[1-9]\d{0,30})\.(0|[1-9]\d{0,30})$/.exec(text ?? '') ?? [];
  return run === undefined || attempt === undefined ? undefined : { run, attempt };
}

function isWord(text: string): text is StatusWord {
  return Object.hasOwn(words, text);
}

function numbersOf(text: string | null): readonly number[] {
  return (text ?? '')
    .split('.')
    .map(Number)
    .filter((number) => Number.isSafeInteger(number) && number > 0);
}

function fileOf(path: string | null, ref: string | null): StatusSlot['workflow'] {
  return path === null || path === '' || ref === null || ref === '' ? undefined : { path, ref };
}
