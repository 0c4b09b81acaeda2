export { Attributes, XmlFault, wantedNames, type AttributeName, type XmlEvents, type XmlNote } from './attributes.ts';
export { ampersand, apostrophe, bang, characterAt, endsName, equals, greaterThan, isInvisible, isOrdinary, isSpace } from './characters.ts';
export { lessThan, lookahead, printable, question, quotation, referenceAt, slash, sniffEncoding } from './characters.ts';
export { Doctype, Entities } from './doctype.ts';
export { Source, locate, readerOf, type Position, type Reader } from './source.ts';
export { TagSteps, Window, type ByteEvents } from './window.ts';
export { Tokenizer } from './tokenizer.ts';
