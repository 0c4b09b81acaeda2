import type { OptionReader } from './reader.ts';

/** `owner/name`, where it is given. */
export function readRepository(read: OptionReader<'repository'>): string | undefined {
  const name = read.text('repository');
  if (name === undefined || /^[A-Za-z0-9_.-]+\/[A-Za-z0-9_.-]+$/.test(name)) return name;
  throw read.invalid('repository', `is not a repository: ${JSON.stringify(name)}`, 'Write owner/name');
}
