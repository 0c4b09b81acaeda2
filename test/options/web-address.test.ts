import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/errors/index.ts';
import { readWebAddress } from '../../src/options/values.ts';
import { reading } from '../support/commands.ts';

const addresses = ['origin-url', 'build-url', 'commit-url', 'approval-url'];

describe.each(addresses)('the address of a page: %s', (option) => {
  const read = (text: string): string | undefined => readWebAddress(reading({ [option]: text }), option);

  it.each(['https://ci.example/1?a=b#c', 'http://localhost:8080', 'https://ci.example/@ada'])('is taken as it is: %s', (text) => {
    expect(read(` ${text} `)).toBe(text);
  });

  it('is none where nothing is given', () => {
    expect(read('')).toBeUndefined();
  });

  it.each([
    ['ci.example', 'is not a web address: "ci.example"'],
    ['javascript:alert(1)', 'is not a web address: "javascript:alert(1)"'],
    ['file:///etc/passwd', 'is not a web address: "file:///etc/passwd"'],
    ['https://ada:secret@ci.example', 'holds a user name or password'],
    ['https://ada@ci.example', 'holds a user name or password'],
    ['ada:secret@ci.example', 'is not a web address'],
    ['//ada:secret@ci.example', 'holds a user name or password'],
  ])('is refused, and no password is repeated: %s', (text, complaint) => {
    const error = errorOf(() => read(text));
    expect(error.message).toBe(`Input ${option} ${complaint}`);
    expect(error.fix).toContain('Write it as https://…');
  });
});

function errorOf(read: () => unknown): UsageError {
  try {
    read();
  } catch (error) {
    if (error instanceof UsageError) return error;
  }
  return expect.fail('it was taken');
}
