import type { Attributes } from './attributes.ts';
import { apostrophe, endsName, equals, greaterThan, isSpace, isSpecial, lessThan, quotation, slash } from './bytes.ts';
import { XmlFault } from './events.ts';

/** Wants more bytes. */
export const more = -1;

/**
 * Reads the attributes of a start tag from behind its name, and returns the place of the `>` or of the `/` before it.
 * Offsets of faults are places in `view`.
 */
export function readAttributes(view: Buffer, from: number, attributes: Attributes): number {
  const end = view.length;
  attributes.reset(view);
  let at = from;
  for (;;) {
    const parted = at;
    while (at < end && isSpace(view[at])) at += 1;
    if (at === end) return more;
    const byte = view[at];
    if (byte === greaterThan) return at;
    if (byte === slash) {
      if (at + 1 === end) return more;
      if (view[at + 1] !== greaterThan) throw new XmlFault('a tag holds a `/` that does not end it', at);
      return at;
    }
    if (at === parted) throw new XmlFault('no white space parts two attributes: is a quotation mark missing or not escaped?', at);
    at = readAttribute(view, at, attributes);
    if (at === more) return more;
  }
}

function readAttribute(view: Buffer, from: number, attributes: Attributes): number {
  const end = view.length;
  let at = from;
  while (at < end && endsName[view[at] ?? 0] === 0) at += 1;
  if (at === end) return more;
  if (at === from) throw new XmlFault('a tag holds a character that cannot begin an attribute', at);
  const nameEnd = at;
  while (at < end && isSpace(view[at])) at += 1;
  if (at === end) return more;
  if (view[at] !== equals) throw new XmlFault(`the attribute \`${shown(view, from, nameEnd)}\` has no value`, from);
  at += 1;
  while (at < end && isSpace(view[at])) at += 1;
  if (at === end) return more;
  const quote = view[at];
  if (quote !== quotation && quote !== apostrophe) {
    throw new XmlFault(`the value of the attribute \`${shown(view, from, nameEnd)}\` is not in quotation marks`, at);
  }
  const valueStart = at + 1;
  let isPlain = true;
  for (at = valueStart; ; at += 1) {
    // Most bytes are plain; past the end a special one is read.
    while (isSpecial[view[at] ?? 0] === 0) at += 1;
    if (at >= end) break;
    const byte = view[at];
    if (byte === quote) {
      if (attributes.add(from, nameEnd, valueStart, at, isPlain)) return at + 1;
      throw new XmlFault('a tag has more attributes than are read', from);
    }
    if (byte === lessThan) {
      throw new XmlFault(`the value of the attribute \`${shown(view, from, nameEnd)}\` holds a \`<\`, or misses its end`, at);
    }
    if (byte !== quotation && byte !== apostrophe) isPlain = false;
  }
  attributes.openValue = valueStart;
  return more;
}

/** A name for a message, cut. */
export function shown(view: Buffer, start: number, end: number): string {
  return view.toString('utf8', start, Math.min(end, start + 60));
}
