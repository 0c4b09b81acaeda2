import { matches } from '../../contract/patterns.ts';
import { globFault } from './globs.ts';
import { kindOf, listOf, named, type Read } from './keys.ts';

/** A text on which a finding's reader can rely: not blank. */
export const words = textThat('a text that is not blank', /^(?=[\s\S]*\S)[\s\S]{1,2000}$/);
export const name = textThat('a name of at most 255 characters', /^(?=.*\S).{1,255}$/u);
export const sha = textThat(
  'a full SHA of 40 digits and small letters: git rev-parse tells it, and quotes keep it a text',
  /^[0-9a-f]{40}$/,
);
export const email = textThat('an e-mail address', /^[^\s@<>]{1,64}@[^\s@<>]{1,255}$/);
export const findingKey = textThat('the key of a finding, as a report shows it', /^[a-z-]+:[a-z-]+:\S{1,1000}$/);

/** A day as a moment: its beginning in UTC. */
export const day: Read<string> = (piece, place) => {
  const text = datePattern(piece, place);
  if (text === undefined) return undefined;
  const moment = new Date(`${text}T00:00:00Z`);
  if (!Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text)) return `${text}T00:00:00Z`;
  place.say(piece.line, `${named(place.path)} is ${text}, and there is no such day: write another one`);
  return undefined;
};
const datePattern = textThat('a day such as 2026-11-22', /^\d{4}-\d{2}-\d{2}$/);

export const yesOrNo: Read<boolean> = (piece, { path, say }) => {
  if (piece.kind === 'scalar' && typeof piece.value === 'boolean') return piece.value;
  say(piece.line, `${named(path)} must be true or false, and is ${kindOf(piece)}`);
  return undefined;
};

/** A whole number within bounds; `fix` says where it is found. */
export function wholeNumber(most: number, fix: string): Read<number> {
  return (piece, { path, say }) => {
    const value = piece.kind === 'scalar' ? piece.value : undefined;
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 && value <= most) return value;
    say(piece.line, `${named(path)} must be a whole number from 1 to ${most}, and is ${kindOf(piece)}: ${fix}`);
    return undefined;
  };
}

export const account = wholeNumber(Number.MAX_SAFE_INTEGER, 'gh api users/LOGIN --jq .id tells the number of an account');
export const pullRequest = wholeNumber(Number.MAX_SAFE_INTEGER, 'write the number of the pull request');

/** Patterns, in their order; the first one names something. */
export const globs: Read<readonly string[]> = (piece, place) => {
  const read = listOf<string>((item, { path, say }) => {
    const glob = pattern(item, { path, say });
    const fault = glob === undefined ? undefined : globFault(glob);
    if (fault !== undefined) say(item.line, `${named(path)} ${fault}`);
    return glob;
  })(piece, place);
  if (read?.[0]?.startsWith('!') === true)
    place.say(piece.line, `${named(place.path)} begins with a pattern that takes away: write one before it that names something`);
  return read;
};
const pattern = textThat('a pattern: put one that begins with *, !, [ or { in quotes', /^[\s\S]+$/);

/** Whether a flow can have that name. */
export function isFlowName(text: string): boolean {
  return matches('flowName', text);
}

function textThat(what: string, form: RegExp): Read<string> {
  return (piece, { path, say }) => {
    const value = piece.kind === 'scalar' ? piece.value : undefined;
    if (typeof value === 'string' && form.test(value)) return value;
    say(piece.line, `${named(path)} must be ${what}, and is ${kindOf(piece)}`);
    return undefined;
  };
}
