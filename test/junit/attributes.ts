import { readAttributes } from '../../src/xml/attributes.ts';
import { Attributes } from '../../src/xml/index.ts';

/** The attributes of a tag, as they are written behind its name. */
export function attributesOf(text: string): Attributes {
  const attributes = new Attributes();
  readAttributes(Buffer.from(` ${text}>`), 0, attributes);
  return attributes;
}
