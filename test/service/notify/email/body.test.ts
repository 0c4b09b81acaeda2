import { expect, test } from 'vitest';
import { wordsOf } from '../../../../src/service/notify/payload.ts';
import { htmlOf, sendMail, textOf } from '../../../../src/service/notify/send-mail.ts';
import { mailbox } from '../../../../src/service/notify/target.ts';
import { payload } from '../payload.ts';
import { mailTarget } from './mail-target.ts';

const hostile = `<img src=x onerror=alert(1)>"'&\u202E`;

test('the text says all of it, each fact on a line', () => {
  expect(textOf(wordsOf(payload())).split('\n')).toEqual([
    'prod: an artifact started',
    '',
    '1 instance started running (from 0 to 1)',
    '',
    'Organization: acme',
    'Environment: prod',
    'Snapshot: 3 (compliant)',
    'Artifact: shop',
    `Fingerprint: ${'a'.repeat(64)}`,
    'Flow: checkout',
    `Commit: ${'c'.repeat(40)}`,
    '',
    'Snapshot: https://evidence.example/s',
    'Artifact: https://evidence.example/a?x=1&y=2',
    'Commit: https://ci.example/c',
    '',
  ]);
});

test('a name is text in the page, and an address of another kind is no link', () => {
  const provenance = { commit_url: 'javascript:alert(1)', html_url: 'https://evidence.example/a"><script>', build_url: '' };
  const words = wordsOf(payload({ environment: hostile, artifact: { name: hostile, provenance } }));
  const page = htmlOf(words);
  expect(page).not.toMatch(/<img|<script|javascript:|\u202E/);
  expect(page).toContain('&#60;img src=x onerror=alert(1)&#62;');
  expect([...page.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
    'https://evidence.example/s',
    'https://evidence.example/a%22%3E%3Cscript%3E',
  ]);
  expect(textOf(words)).not.toMatch(/javascript:|\u202E/);
});

test('a name cannot add a header, a recipient or a part to the mail', async () => {
  const target = await mailTarget();
  const name = 'prod\r\nBcc: eve@evil.example\r\n\r\n<b>hi</b>\r\n.\r\nRCPT TO:<eve@evil.example>\u0000';
  const words = wordsOf(payload({ environment: name, artifact: { name } }));
  const mail = {
    id: 'm-1',
    at: 1795300000,
    org: name,
    words,
    emails: ['ada@acme.example'],
    settled: [],
    signal: AbortSignal.timeout(10_000),
  };
  expect(await sendMail(mail, target.server)).toBeUndefined();
  const [got] = target.got;
  expect([target.got.length, got?.to]).toEqual([1, ['ada@acme.example']]);
  const [headers = ''] = got?.text.split('\r\n\r\n') ?? [];
  const names = [...headers.replace(/\r\n[ \t]/g, ' ').matchAll(/^([\w-]+):/gm)].map(([, each]) => each);
  expect(new Set(names)).toEqual(
    new Set(['Auto-Submitted', 'Content-Type', 'Date', 'From', 'MIME-Version', 'Message-ID', 'Subject', 'To']),
  );
  expect(headers).toContain('Date: Sat, 21 Nov 2026');
});

test.each([
  ['ada@acme.example', 'ada@acme.example'],
  ['Ada.L+x@ACME.Example', 'ada.l+x@acme.example'],
  ['ada@büro.example', 'ada@xn--bro-hoa.example'],
  ['<ada@acme.example>', undefined],
  ['ada@acme.example,eve@evil.example', undefined],
  ['ada@acme.example>\r\nDATA', undefined],
  ['"ada b"@acme.example', undefined],
  ['a@b@acme.example', undefined],
  ['.ada@acme.example', undefined],
  ['ada@[127.0.0.1]', undefined],
  ['ada@', undefined],
  ['@acme.example', undefined],
  ['ada', undefined],
])('the mailbox of %s is %s', (email, box) => {
  expect(mailbox(email)).toBe(box);
});
