/**
 * A copy of plain data in which no text holds a secret. Services have been seen to repeat a token in their error
 * messages; the runner masks the log, but not the outputs.
 */
export function withoutSecrets<Data extends object>(data: Data, clean: (text: string) => string): Data {
  const copy = structuredClone(data);
  cleanAll(copy, clean);
  return copy;
}

function cleanAll(holder: object, clean: (text: string) => string): void {
  for (const [key, value] of Object.entries(holder)) {
    if (typeof value === 'string') Reflect.set(holder, key, clean(value));
    else if (typeof value === 'object' && value !== null) cleanAll(value, clean);
  }
}
