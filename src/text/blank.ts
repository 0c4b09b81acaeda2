/**
 * Letters, numbers, signs and symbols that show something. Left out of them are fillers, joiners and variants, which show nothing
 * by themselves, and the blanks of Braille, of hieroglyphs and of music.
 */
const shown = /[[\p{L}\p{N}\p{P}\p{S}]--[\p{Default_Ignorable_Code_Point}\u2800\uFFFC\u{13441}\u{13442}\u{1D159}]]/v;

/** Whether a text shows nothing: it is empty, or all of it is white space, controls, marks without a letter, and what is invisible. */
export function isBlank(text: string): boolean {
  return !shown.test(text);
}
