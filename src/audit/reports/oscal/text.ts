import { markdown } from '../../../text/index.ts';
import { nameless } from '../nameless.ts';
import { propertyNamespace } from './identity.ts';

const longest = 600;

/**
 * Foreign text as a line of OSCAL's markup, which is a Markdown: it shows just that text. Braces are among what is escaped, as
 * OSCAL puts a parameter in place of `{{ … }}`.
 */
export function markup(text: string): string {
  const line = nameless(text, longest);
  return line === '' ? nothing : markdown(line, longest);
}

/** Foreign text as a value of a property: one line that is not empty, and without space at its ends. */
function plain(text: string): string {
  const line = nameless(text, longest);
  return line === '' ? nothing : line;
}

const nothing = 'not known';

/** The same with a full stop at its end. */
export function sentence(text: string): string {
  const line = markup(text);
  return /[.!?…]$/.test(line) ? line : `${line}.`;
}

export interface Property {
  readonly name: string;
  readonly ns?: string;
  readonly value: string;
}

/** Properties of our own; those that are null are left out. */
export function properties(values: Readonly<Record<string, string | number | boolean | null>>): readonly Property[] {
  return Object.entries(values).flatMap(([name, value]) =>
    value === null ? [] : [{ name, ns: propertyNamespace, value: plain(String(value)) }],
  );
}

/** The years that OSCAL's form of a moment has. */
const [first, last] = [Date.parse('1900-01-01T00:00:00Z'), Date.parse('2999-12-31T23:59:59Z')];

/** A moment in UTC as OSCAL takes it. */
export function moment(text: string): string {
  return new Date(Math.min(Math.max(Date.parse(text), first), last)).toISOString();
}

/** A list that is left out where it is empty: OSCAL has no empty ones. */
export function filled<Name extends string, Item>(name: Name, items: readonly Item[]): { readonly [Key in Name]?: readonly Item[] };
export function filled(name: string, items: readonly unknown[]): object {
  return items.length === 0 ? {} : { [name]: items };
}
