import { readFileSync } from 'node:fs';
import { valueAt } from '../../src/text/index.ts';

const file: unknown = JSON.parse(readFileSync(new URL('../fixtures/events/payloads.json', import.meta.url), 'utf8'));

/** A payload as GitHub sends it, by the name of its event. `scripts/build/extract-events.ts` says where they come from. */
export function payloadOf(name: string): object {
  const payload = valueAt(file, 'payloads', name);
  if (typeof payload !== 'object' || payload === null) throw new Error(`There is no payload ${name}`);
  return structuredClone(payload);
}

/** The same payload with the value at a path replaced. */
export function payloadWith(name: string, path: readonly string[], value: unknown): object {
  const payload = payloadOf(name);
  const holder = valueAt(payload, ...path.slice(0, -1));
  if (typeof holder !== 'object' || holder === null) throw new Error(`The payload ${name} has no ${path.join('.')}`);
  Reflect.set(holder, path.at(-1) ?? '', value);
  return payload;
}
