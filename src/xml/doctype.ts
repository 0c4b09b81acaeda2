import { XmlFault } from './attributes.ts';
import { ampersand, apostrophe, greaterThan, isSpace, lessThan, quotation, resolveReferences } from './characters.ts';

const semicolon = 0x3b;
/** In bytes, and how many names are remembered. */
const longestName = 1024;
const mostNames = 10_000;

const refusal = 'refers to what its DOCTYPE declares, which is not expanded, and failing tests may hide in it';

const declaration = /^<!ENTITY\s+(%\s)?\s*([^\s"'<>&;%]+)\s+(?:"([^"]*)"|'([^']*)')?/i;
const predefined: ReadonlySet<string> = new Set(['lt', 'gt', 'amp', 'quot', 'apos']);

/**
 * The entities that a DOCTYPE declares. Nothing is expanded or fetched; so where the text of an element refers to one that
 * may stand for elements, a failing test may be hidden in it, and the document is refused. One that stands for mere
 * characters does no harm, and neither does one that is not declared. Names are bytes as Latin-1.
 */
export class Entities {
  readonly #hidden = new Set<string>();
  /** More may be declared than is read here: in another file, or through parameter entities. */
  #isOpen = false;

  get matter(): boolean {
    return this.#isOpen || this.#hidden.size > 0;
  }

  leaveOpen(): void {
    this.#isOpen = true;
  }

  /** `text` may be cut; only declarations of entities count. */
  declare(text: string): void {
    if (!/^<!ENTITY\s/i.test(text)) return;
    const [, parameter, name, quoted, single] = declaration.exec(text) ?? [];
    if (parameter !== undefined) return;
    if (name === undefined || this.#hidden.size === mostNames) {
      this.#isOpen = true;
      return;
    }
    const value = quoted ?? single;
    if (value === undefined || /[<&%]/.test(resolveReferences(value))) this.#hidden.add(name);
  }

  /**
   * Looks at the references in a text, and returns how far it could: a reference may go on behind `end` where the text is not
   * `whole`. Throws `XmlFault` for one that may stand for elements.
   */
  check(view: Buffer, start: number, end: number, whole: boolean): number {
    for (let at = start; at < end; at += 1) {
      if (view[at] !== ampersand) continue;
      let stop = at + 1;
      while (stop < end && stop - at <= longestName && !endsReference(view[stop])) stop += 1;
      if (stop === end && !whole && stop - at <= longestName) return at;
      const name = view.toString('latin1', at + 1, stop);
      if (stop - at > longestName || (view[stop] === semicolon && this.#mayHoldElements(name))) {
        const shown = view.toString('utf8', at, Math.min(stop, at + 60));
        throw new XmlFault(
          `\`${shown};\` ${refusal}`,
          at,
          'Let the tool that writes the file write such text itself, without entities of its own.',
        );
      }
      at = stop - 1;
    }
    return end;
  }

  #mayHoldElements(name: string): boolean {
    return this.#hidden.has(name) || (this.#isOpen && !name.startsWith('#') && !predefined.has(name));
  }
}

function endsReference(byte: number | undefined): boolean {
  return byte === semicolon || byte === ampersand || byte === lessThan || isSpace(byte);
}

const comment = Buffer.from('<!--');
const commentEnd = Buffer.from('-->');
const percent = 0x25;
/** In bytes, of one declaration. */
const longestDeclaration = 8192;

/** Reads the internal subset for the names of entities; nothing of it is ever expanded or fetched. */
export class Doctype {
  readonly #entities: Entities;
  #quote = 0;
  #inSubset = false;
  #inComment = false;
  /** Inside of a declaration of the subset, or of the DOCTYPE's own head. */
  #inDeclaration = true;
  /** From earlier windows, as Latin-1. */
  #kept = '';
  isOver = false;

  constructor(entities: Entities) {
    this.#entities = entities;
  }

  /** Goes on from `at` and returns how far it came; what it leaves needs more bytes, or follows the DOCTYPE. */
  skip(view: Buffer, at: number, last: boolean): number {
    let place = at;
    let from = at;
    while (place < view.length) {
      if (this.#inComment) {
        const end = view.indexOf(commentEnd, place);
        if (end < 0) return last ? view.length : Math.max(place, view.length - 2);
        this.#inComment = false;
        place = end + 3;
        continue;
      }
      const byte = view[place];
      if (this.#quote !== 0) {
        if (byte === this.#quote) this.#quote = 0;
      } else if (byte === quotation || byte === apostrophe) {
        this.#quote = byte;
      } else if (byte === lessThan && this.#inSubset) {
        if (place + 4 > view.length && !last) break;
        if (view.subarray(place, place + 4).equals(comment)) {
          this.#inComment = true;
          place += 4;
          continue;
        }
        this.#inDeclaration = true;
        this.#kept = '';
        from = place;
      } else if (byte === 0x5b) {
        if (!this.#inSubset) this.#endHead(view, from, place);
        this.#inSubset = true;
      } else if (byte === 0x5d) {
        this.#inSubset = false;
      } else if (byte === greaterThan && this.#inSubset) {
        this.#keep(view, from, place + 1);
        this.#entities.declare(this.#kept);
        this.#inDeclaration = false;
        this.#kept = '';
      } else if (byte === greaterThan) {
        this.#endHead(view, from, place);
        this.isOver = true;
        return place + 1;
      } else if (byte === percent && !this.#inDeclaration) {
        this.#entities.leaveOpen();
      }
      place += 1;
    }
    if (this.#inDeclaration) this.#keep(view, from, place);
    return place;
  }

  /** A file that it names outside may declare anything. */
  #endHead(view: Buffer, from: number, end: number): void {
    if (!this.#inDeclaration) return;
    this.#keep(view, from, end);
    if (/\s(?:SYSTEM|PUBLIC)\s/i.test(this.#kept)) this.#entities.leaveOpen();
    this.#inDeclaration = false;
    this.#kept = '';
  }

  #keep(view: Buffer, from: number, end: number): void {
    const room = longestDeclaration - this.#kept.length;
    this.#kept += view.toString('latin1', from, Math.min(end, from + room));
  }
}
