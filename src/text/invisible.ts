/** Whole escape sequences, with what they carry: CSI and OSC, then any other with its final byte. */
export const escapeSequences = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?|[@-Z\\-_])/g;

/**
 * Characters that are taken out of foreign text: controls but tab and line feed, those that turn the direction of writing, and
 * those without width. The variants of characters stay (an emoji needs them), and so do the marks of Arabic and similar scripts,
 * which are of the class but are seen.
 */
export const unprintable =
  /[[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]--[\t\n\p{Variation_Selector}\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}]]/gv;

/** Characters that show nothing: controls of every kind, line breaks and tabs among them, marks of zero width, fillers. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Mn}\p{Me}]/gu;

/** Those alone that end where they say: of any other, a reader may leave the final byte, and take the escape. */
const longSequences = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?)/g;

/** The same as JSON and programs write them, `\u001b[31m` or `\t`: there for everybody to see, and to leave out. */
const written = /(?<!\\)\\+(?:u001[Bb]\[[0-?]*[ -/]*[@-~]|u[\dA-Fa-f]{4}|u\{[\dA-Fa-f]{1,6}\}|x[\dA-Fa-f]{2}|[abefnrtv0])/g;

/** Where base64 goes on in the next line, also as JSON writes it. Lines of base64 are long; most others end in a shorter word. */
export const wraps = /(?:\r?\n|(?:\\r)?\\n)(?<=[\w+/-]{16}(?:\r?\n|(?:\\r)?\\n))[ \t]*/g;

/**
 * The ways in which a text may be read by whoever shows it, each a list of what is taken out in turn: what is invisible, or whole
 * escape sequences and then the rest, or what is written out, or the ends of the lines of base64. In any of them a secret may
 * appear again whose characters stood apart.
 */
export const readings: readonly (readonly RegExp[])[] = [
  [invisible],
  [longSequences, invisible],
  [escapeSequences, invisible],
  [written, invisible],
  [wraps],
];
