import { SaxesParser } from 'saxes';
import { type Element, type ReferenceRow, rowsOfTree } from './reference.ts';

/**
 * The same reading over the tree that saxes makes of a document. saxes follows XML 1.0 to the letter, so it is asked where fast-
 * xml-parser is too free, with a DOCTYPE or in another encoding. `undefined` for a document that is not well formed. saxes
 * expands no entity of a DOCTYPE. Here each of them counts as the word `entity`.
 */
export function strictRows(document: string, fileName: string): readonly ReferenceRow[] | undefined {
  const roots: Element[] = [];
  const open: { readonly tag: string; readonly attributes: Element['attributes']; readonly children: Element[] }[] = [];
  const parser = new SaxesParser({ xmlns: false });
  let fault: Error | undefined;
  parser.on('error', (error) => {
    fault ??= error;
  });
  for (const [, name = ''] of document.matchAll(/<!ENTITY\s+([^\s%]+)\s/g)) parser.ENTITIES[name] = 'entity';
  parser.on('opentag', ({ name, attributes }) => {
    const own = Object.entries(attributes).map(([key, value]) => [local(key), value]);
    const element = { tag: local(name), attributes: Object.fromEntries(own), children: [] };
    (open.at(-1)?.children ?? roots).push(element);
    open.push(element);
  });
  parser.on('closetag', () => open.pop());
  parser.write(document).close();
  return fault === undefined ? rowsOfTree(roots, fileName) : undefined;
}

function local(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1).toLowerCase();
}
