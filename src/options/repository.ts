import type { OptionReader } from './reader.ts';

/** `owner/name`, where it is given. */
export function readRepository(read: OptionReader<'repository'>): string | undefined {
  return nameIn(read.text('repository'), (...wrong) => read.invalid('repository', ...wrong));
}

/** An earlier name of the repository, where it is given. */
export function readPreviousRepository(read: OptionReader<'previous' | 'previous-repository'>): string | undefined {
  const name = nameIn(read.text('previous-repository'), (...wrong) => read.invalid('previous-repository', ...wrong));
  if (name === undefined || read.text('previous') !== undefined) return name;
  throw read.invalid('previous-repository', 'does nothing without previous, the audit before', 'Give both, or leave it out');
}

function nameIn(text: string | undefined, invalid: (what: string, fix: string) => Error): string | undefined {
  if (text === undefined || /^[A-Za-z0-9_.-]+\/[A-Za-z0-9_.-]+$/.test(text)) return text;
  throw invalid(`is not a repository: ${JSON.stringify(text)}`, 'Write owner/name');
}
