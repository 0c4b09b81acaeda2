import {
  Doctype,
  Entities,
  ampersand,
  apostrophe,
  bang,
  characterAt,
  endsName,
  equals,
  greaterThan,
  isInvisible,
  isOrdinary,
  isSpace,
  lessThan,
  lookahead,
  question,
  quotation,
  referenceAt,
  slash,
} from '../xml/index.ts';
import { longestName, type Part, type SearchWindow } from './search-window.ts';

/** Without the prefix, in lower case. */
export function localName(qualified: string): string {
  return qualified.slice(qualified.lastIndexOf(':') + 1).toLowerCase();
}

export function nameEnd(view: Buffer, start: number): number {
  let end = start;
  while (end < view.length && endsName[view[end] ?? 0] === 0) end += 1;
  return end;
}

interface Windows {
  /** Text, CDATA and values of attributes. */
  readonly content: SearchWindow;
  /** Values of attributes that decide counts: there only text that cannot be such a value may be masked. */
  readonly deciding: SearchWindow;
  /** Comments, instructions and DOCTYPEs: they appear within text without splitting it. */
  readonly aside: SearchWindow;
}

type State = 'text' | 'tag' | 'value' | 'cdata' | 'comment' | 'instruction' | 'doctype' | 'plain';

const endings = { cdata: Buffer.from(']]>'), comment: Buffer.from('-->'), instruction: Buffer.from('?>') } as const;

const deciding: ReadonlySet<string> = new Set(
  'tests failures errors skipped skips skip disabled ignored status result success time timestamp type line'.split(' '),
);

/** Neither visible nor a break. */
const unseen = '\u0001';

/**
 * Splits a document, or plain text, into its content and the markup around it, and puts the content into windows for search. It never
 * fails: a document that is not well formed is split as far as possible. Names of elements and attributes are markup.
 */
export class Markup {
  readonly #windows: Windows;
  #state: State;
  #quote = 0;
  #element = '';
  #attribute = '';
  #isEnd = false;
  #isEmpty = false;
  #doctype = new Doctype(new Entities());
  #suite: Part | undefined;
  #part: Part | undefined;
  /** Without more bytes, the piece before the scanned place cannot go on. */
  #isShort = false;

  constructor(windows: Windows, kind: 'markup' | 'plain') {
    this.#windows = windows;
    this.#state = kind === 'markup' ? 'text' : 'plain';
  }

  /** Returns the number of bytes of `view` that are done; all of them when `last`. `base` is their place in the file. */
  scan(view: Buffer, base: number, last: boolean): number {
    this.#isShort = false;
    let at = 0;
    while (at < view.length && !this.#isShort) at = this.#step(view, at, base, last);
    return at;
  }

  #step(view: Buffer, at: number, base: number, last: boolean): number {
    switch (this.#state) {
      case 'plain':
        return this.#characters(view, at, view.length, base, last, this.#windows.content, 'none');
      case 'text':
        if (view[at] === lessThan) return this.#begin(view, at, last);
        return this.#characters(view, at, view.length, base, last, this.#windows.content, 'text');
      case 'tag':
        return this.#tag(view, at, last);
      case 'value':
        return this.#value(view, at, base, last);
      case 'cdata':
        return this.#until('cdata', view, at, base, last, this.#windows.content);
      case 'comment':
      case 'instruction':
        return this.#until(this.#state, view, at, base, last, this.#windows.aside);
      case 'doctype': {
        const end = this.#doctype.skip(view, at, last);
        this.#windows.aside.plain(view.toString('latin1', at, end), base + at, this.#part);
        if (end === at) return this.#short(at);
        if (!this.#doctype.isOver) return end;
        this.#windows.aside.break();
        this.#state = 'text';
        return end;
      }
    }
  }

  #short(at: number): number {
    this.#isShort = true;
    return at;
  }

  #begin(view: Buffer, at: number, last: boolean): number {
    if (view.length - at < lookahead && !last) return this.#short(at);
    if (view[at + 1] === question) {
      this.#state = 'instruction';
      return at + 2;
    }
    if (view[at + 1] === bang) {
      const text = view.toString('latin1', at, at + 9);
      if (text.startsWith('<!--')) {
        this.#state = 'comment';
        return at + 4;
      }
      this.#doctype = new Doctype(new Entities());
      this.#state = text === '<![CDATA[' ? 'cdata' : 'doctype';
      return Math.min(at + 9, view.length);
    }
    const isEnd = view[at + 1] === slash;
    const start = at + (isEnd ? 2 : 1);
    const end = nameEnd(view, start);
    if (end === view.length && !last) return this.#short(at);
    this.#windows.content.break();
    this.#isEnd = isEnd;
    this.#isEmpty = false;
    this.#element = localName(view.toString('latin1', start, end));
    this.#attribute = '';
    this.#state = 'tag';
    if (!isEnd && (this.#element === 'testcase' || this.#element === 'testsuite')) this.#open(this.#element);
    return end;
  }

  #open(element: 'testcase' | 'testsuite'): void {
    this.#part = { kind: element === 'testcase' ? 'case' : 'suite', name: '' };
    if (element === 'testsuite') this.#suite = this.#part;
  }

  #tag(view: Buffer, at: number, last: boolean): number {
    const byte = view[at] ?? 0;
    if (byte === greaterThan) {
      if ((this.#isEnd || this.#isEmpty) && this.#element === 'testcase') this.#part = this.#suite;
      this.#state = 'text';
      return at + 1;
    }
    if (byte === slash) this.#isEmpty = true;
    if (byte === quotation || byte === apostrophe) {
      this.#quote = byte;
      this.#state = 'value';
      return at + 1;
    }
    if (isSpace(byte) || endsName[byte] === 1) {
      if (byte !== equals && byte !== slash && !isSpace(byte)) this.#attribute = '';
      return at + 1;
    }
    const end = nameEnd(view, at);
    if (end === view.length && !last) return this.#short(at);
    this.#attribute = localName(view.toString('latin1', at, end));
    return end;
  }

  #value(view: Buffer, at: number, base: number, last: boolean): number {
    if (view[at] !== this.#quote) {
      const window = deciding.has(this.#attribute) ? this.#windows.deciding : this.#windows.content;
      return this.#characters(view, at, view.length, base, last, window, 'value');
    }
    this.#windows.content.break();
    this.#windows.deciding.break();
    this.#state = 'tag';
    return at + 1;
  }

  #until(state: 'cdata' | 'comment' | 'instruction', view: Buffer, at: number, base: number, last: boolean, window: SearchWindow): number {
    const ending = endings[state];
    const found = view.indexOf(ending, at);
    const end = found >= 0 ? found : last ? view.length : Math.max(at, view.length - ending.length + 1);
    const to = this.#characters(view, at, end, base, found >= 0 || last, window, 'none');
    if (found < 0) return to === at ? this.#short(at) : to;
    if (state !== 'cdata') window.break();
    this.#state = 'text';
    return found + ending.length;
  }

  /**
   * Puts the characters from `at` on into a window, up to `end` or to the end of the text, and returns how far it came. One character
   * stands for all invisible ones. `last`: text that is cut at `end` will not go on.
   */
  #characters(
    view: Buffer,
    at: number,
    end: number,
    base: number,
    last: boolean,
    window: SearchWindow,
    kind: 'text' | 'value' | 'none',
  ): number {
    let run = at;
    let next = at;
    const put = (): void => {
      if (next === run) return;
      const text = view.toString('latin1', run, next);
      window.plain(text, base + run, this.#part);
      this.#name(kind, text);
    };
    while (next < end) {
      while (next < end && isOrdinary[view[next] ?? 0] === 1) next += 1;
      if (next === end) break;
      const byte = view[next] ?? 0;
      if (kind === 'text' ? byte === lessThan : kind === 'value' && byte === this.#quote) break;
      const isReference = byte === ampersand && kind !== 'none';
      if (!last && end - next < lookahead && (isReference || byte >= 0xc2)) {
        put();
        // A piece that is short at the end of the view waits for more.
        return this.#short(next);
      }
      const [meant, length] = isReference ? referenceAt(view, next, end) : characterAt(view, next, end);
      const isUnseen = isInvisible(meant);
      if (isUnseen || (isReference && length > 1)) {
        put();
        const text = isUnseen ? unseen : Buffer.from(meant).toString('latin1');
        window.reference(text, base + next, length, this.#part);
        this.#name(kind, text);
        run = next + length;
      }
      next += length;
    }
    put();
    return next;
  }

  #name(kind: string, text: string): void {
    if (
      kind === 'value' &&
      this.#attribute === 'name' &&
      this.#part !== undefined &&
      (this.#element === 'testcase' || this.#element === 'testsuite')
    ) {
      if (this.#part.name.length < longestName) this.#part.name += text.slice(0, longestName);
    }
  }
}
