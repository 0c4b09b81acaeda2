import { XmlFault, type Attributes } from '../../src/xml/attributes.ts';
import { Tokenizer } from '../../src/xml/tokenizer.ts';

/**
 * The events of the tokenizer for a document, a line each: `open name @0`, `empty name @0`, `close name`, `text …`, `note code
 * @0`, and at the end `fault message @0`. Text that comes in pieces is put together. `piece` is the number of bytes that come at
 * a time.
 */
export function eventsOf(document: string | Uint8Array, piece = Number.MAX_SAFE_INTEGER, wantsText = true): readonly string[] {
  const told: string[] = [];
  const tokenizer = new Tokenizer({
    wantsText,
    open(name: string, attributes: Attributes, offset: number, isEmpty: boolean) {
      const value = attributes.text('name');
      told.push(`${isEmpty ? 'empty' : 'open'} ${name}${value === undefined ? '' : ` name=${value}`} @${offset}`);
    },
    close: (name) => told.push(`close ${name}`),
    text(text) {
      const before = told.at(-1) ?? '';
      if (before.startsWith('text ')) told[told.length - 1] = before + text;
      else told.push(`text ${text}`);
    },
    note: (note, offset) => told.push(`note ${note} @${offset}`),
  });
  const bytes = Buffer.from(document);
  let kept = Buffer.alloc(0);
  try {
    for (let at = 0; at < bytes.length; at += piece) {
      const view = Buffer.concat([kept, bytes.subarray(at, at + piece)]);
      kept = view.subarray(tokenizer.scan(view, false));
    }
    tokenizer.scan(kept, true);
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error;
    told.push(`fault ${error.message} @${error.offset}`);
  }
  return told;
}
