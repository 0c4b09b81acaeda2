import { XMLBuilder } from 'fast-xml-parser';

const builder = new XMLBuilder({
  attributeNamePrefix: '@',
  format: true,
  ignoreAttributes: false,
  suppressBooleanAttributes: false,
  suppressEmptyNode: true,
});

/** Characters that no XML may hold, even as a reference: controls, halves of surrogate pairs, and the two that are no characters. */
const forbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

export function xmlText(text: string): string {
  return text.toWellFormed().replace(forbidden, '');
}

/** An element with all that is in it. Names are our own constants; values are escaped. */
export function element(name: string, content: object): string {
  return builder.build({ [name]: content });
}

/** The start of an element whose content follows in parts: the builder knows whole ones alone. */
export function opening(name: string, attributes: Readonly<Record<string, string | number>>): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${attribute(String(value))}"`);
  return `<${name}${written.join('')}>\n`;
}

function attribute(text: string): string {
  return xmlText(text).replace(/[&<>"'\t\n\r]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
