import { SaxesParser } from 'saxes';

export interface PageElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** The elements of a page, in order. The strict parser of XML reads it, so that markup which is not closed is an error. */
export function elementsOf(page: string): readonly PageElement[] {
  const elements: PageElement[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ attributes, name }) => elements.push({ name, attributes }));
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(page.replace('<!doctype html>', '')).close();
  return elements;
}
