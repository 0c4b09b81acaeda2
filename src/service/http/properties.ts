import type { TSchema } from 'typebox';

/** The properties of an object schema, and the type of each. */
export function propertiesOf(schema: TSchema): readonly (readonly [string, string | undefined])[] {
  if (!('properties' in schema) || typeof schema.properties !== 'object' || schema.properties === null) return [];
  const properties: readonly (readonly [string, { readonly type?: string }])[] = Object.entries(schema.properties);
  return properties.map(([name, { type }]) => [name, type]);
}
