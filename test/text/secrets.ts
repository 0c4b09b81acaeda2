const letters = 'aB3dE6gH1jK4mN7pQ0sT5vW8yZ2bC9fGxR';

/** Secrets in the known forms. They are put together here, so that nobody takes this file for a leak. */
export const classic = ['gh', 'p_', letters, '0q'].join('');
export const oauth = ['gh', 'o_', letters, '1q'].join('');
export const job = ['gh', 's_', letters, '2q'].join('');
export const fineGrained = ['github', '_pat_', letters.slice(0, 22), '_', letters, letters.slice(0, 25)].join('');
export const jwt = [
  ['gh', 's_123456_', 'eyJ0eXAiOiJKV1QiLCJhbGciOiJSUzI1NiJ9'].join(''),
  `eyJpc3MiOiJnaXRodWIiLCJ-_${letters.repeat(8)}`,
  `${letters.repeat(5)}-_${letters}`,
].join('.');
export const key = [
  ['-----BEGIN RSA', 'PRIVATE KEY-----'].join(' '),
  ...Array.from({ length: 24 }, (_, line) => `${letters}${letters.slice(0, 28)}${line % 10}+/`),
  ['-----END RSA', 'PRIVATE KEY-----'].join(' '),
].join('\n');

export const tokens = { classic, oauth, job, fineGrained, jwt } as const;
export const all = { ...tokens, key } as const;

/** Texts that are not secrets, though they look a little like one. */
export const honest = [
  'ghp_helper',
  'ghs_helper.some_module.other_method',
  'github_pat_format is checked',
  classic.slice(0, -1),
  `${classic}x`,
  `x${classic}`,
  `my_${classic}`,
  `${classic}_old`,
  `${fineGrained}x`,
  fineGrained.replace(/_(?=[^_]*$)/, 'x'),
  '-----BEGIN PUBLIC KEY-----\nabc\n-----END PUBLIC KEY-----',
  '-----BEGIN RSA PRIVATE KEY----- is how a key begins',
  'a.b.c',
  'f'.repeat(40),
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
] as const;
