import type { Attributes } from './attributes.ts';

/** Warnings about a document that do not stop it from being read. */
export type XmlNote = 'text-outside-root' | 'several-documents' | 'doctype' | 'late-declaration' | 'xml-version';

/** The parts of a document, in order. Offsets count the bytes of the document as UTF-8. */
export interface XmlEvents {
  /**
   * `name` is local, without its prefix, and in JUnit's own case where JUnit knows it; `written` is local, as it is written.
   * `attributes` must be read before this returns. `isEmpty`: `close` follows at once.
   */
  open(name: string, attributes: Attributes, offset: number, isEmpty: boolean, written: string): void;
  close(name: string): void;
  /** Text and CDATA in pieces, references resolved; called only while `wantsText` holds. */
  text(text: string): void;
  readonly wantsText: boolean;
  note(note: XmlNote, offset: number): void;
}

/** The document is not well formed, or is refused although it is. `offset` is where, in bytes of UTF-8. */
export class XmlFault extends Error {
  override readonly name = 'XmlFault';
  readonly offset: number;
  /** The advice for a document that is well formed. */
  readonly fix: string | undefined;

  constructor(message: string, offset: number, fix?: string) {
    super(message);
    this.offset = offset;
    this.fix = fix;
  }
}
