import { describe, expect, it } from 'vitest';
import { withoutAddresses } from '../../src/text/index.ts';

describe('a text that many read', () => {
  it.each([
    ['Alice <alice@example.com> wrote it', 'Alice (address) wrote it'],
    ['root <root@build-host> wrote it', 'root (address) wrote it'],
    ['by <root＠host> and <root%40host>', 'by (address) and (address)'],
    ['by bob.b+x@sub.example.co.uk.', 'by (address).'],
    ['author-unidentified:commit:Al%20<al@example.com>', 'author-unidentified:commit:Al%20(address)'],
    ['carol＠example.org', '(address)'],
    ['dan%40example.net', '(address)'],
    ['al\u200Bice@exam\u202Eple.com', '(address)'],
    ['jörg@bücher.example', '(address)'],
    ['12345+octocat@users.noreply.github.com', '(address)'],
    ['x'.repeat(2_000), `${'x'.repeat(299)}…`],
    [`${'x '.repeat(145)}alice@example.com`, `${'x '.repeat(145)}(address)`],
  ])('names nobody by e-mail in %j', (text, safe) => {
    expect(withoutAddresses(text)).toBe(safe);
  });

  it.each([
    'uses: acme/audit@v1.2.3',
    'acme/shop/.github/workflows/audit.yml@c0ffee0000000000000000000000000000000001',
    'actions/checkout@main',
    '@octocat approved it',
    'a@b',
    '1 < 2 @ x > 0',
  ])('keeps %j as it is', (text) => {
    expect(withoutAddresses(text)).toBe(text);
  });
});
