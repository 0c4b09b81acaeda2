import { createTransport } from 'nodemailer';
import { codeOf, hasCode } from '../../errors/index.ts';
import { html, webLink } from '../../html/index.ts';
import { given, listAt, oneLine, stringAt, webAddress } from '../../text/index.ts';
import type { Recipient } from '../resources/messages/tables.ts';
import type { MailServer } from './hosts.ts';
import type { Words } from './payload.ts';
import { mailbox, type Undelivered } from './target.ts';

/** The end of one conversation with a mail server. */
interface Attempt {
  /** The recipients that are not tried again: the server took the mail for them, or refused it for good. */
  readonly settled: readonly Recipient[];
  /** Why the others are tried again; absent if there are none. */
  readonly later?: string;
}

/** Waits for the end of a conversation about some recipients, and reads what became of each. */
export async function attemptOf(recipients: readonly string[], conversation: Promise<unknown>, signal: AbortSignal): Promise<Attempt> {
  try {
    return partly(recipients, await conversation);
  } catch (error) {
    if (signal.aborted) return { settled: [], later: 'it did not answer in time' };
    // Every recipient was refused: then the library throws, with the same lists.
    if (listAt(error, 'rejectedErrors') !== undefined) return partly(recipients, error);
    const said = codesOf(error);
    // An answer to the mail itself: the same mail is no better next time.
    const isRefused = hasCode(error, 'EMESSAGE') && said.startsWith('5');
    if (isRefused) return { settled: recipients.map((each) => ({ email: each, refused: said })) };
    return { settled: [], later: said === '' ? `the conversation failed (${codeWord(error)})` : `it answered ${said}` };
  }
}

/** Reads the answers about each recipient. Only a recipient that the server took by name has the mail. */
function partly(recipients: readonly string[], said: unknown): Attempt {
  const taken = new Set((listAt(said, 'accepted') ?? []).map((each) => mailbox(String(each))));
  const refusals = new Map(
    (listAt(said, 'rejectedErrors') ?? []).map((each) => [mailbox(stringAt(each, 'recipient') ?? '') ?? '', codesOf(each)] as const),
  );
  const settled: Recipient[] = [];
  const open: string[] = [];
  for (const email of recipients) {
    const box = mailbox(email) ?? '';
    const refused = refusals.get(box);
    if (refused?.startsWith('5') === true) settled.push({ email, refused });
    else if (refused === undefined && taken.has(box)) settled.push({ email });
    else open.push(refused ?? '');
  }
  if (open.length === 0) return { settled };
  return { settled, later: `it does not take it yet for ${open.length} of ${recipients.length} recipients (${open[0] || 'no answer'})` };
}

/** The codes at the beginning of an answer, such as `550 5.1.1`, without its text, which is foreign. */
function codesOf(error: unknown): string {
  const answer = stringAt(error, 'response') ?? '';
  const [, code = '', enhanced = ''] = /^([245]\d\d)(?:[ -](?:([245]\.\d{1,3}\.\d{1,3})\b)?|$)/.exec(answer) ?? [];
  return `${code} ${enhanced}`.trim();
}

function codeWord(error: unknown): string {
  const code = codeOf(error) ?? '';
  return /^[A-Z_]{1,40}$/.test(code) ? code : 'for no known reason';
}

/** The part for programs that show text alone. */
export function textOf({ description, links, rows, title }: Words): string {
  const addresses = links.flatMap(({ label, url }) => (webAddress(url) === undefined ? [] : [`${label}: ${webAddress(url)?.href}`]));
  return [title, '', description, '', ...rows.map(({ label, value }) => `${label}: ${value}`), '', ...addresses, ''].join('\n');
}

/** The part for all others: no picture and nothing from elsewhere, so that reading it is not tracked. */
export function htmlOf({ description, links, rows, title }: Words): string {
  const cell = 'padding: 2px 12px 2px 0; vertical-align: top; text-align: left; overflow-wrap: anywhere';
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${title}</title>
      </head>
      <body style="font-family: sans-serif; line-height: 1.4">
        <h1 style="font-size: 1.2em">${title}</h1>
        <p>${description}</p>
        <table style="border-collapse: collapse">
          ${rows.map(
            ({ label, value }) =>
              html`<tr>
                <th style="${cell}">${label}</th>
                <td style="${cell}">${value}</td>
              </tr>`,
          )}
        </table>
        <p>${links.map(({ label, url }) => html`${webLink(url, label)} `)}</p>
      </body>
    </html> `;
  return page.toString();
}

export interface Mail {
  /** The same for every attempt, so that a mail that comes twice can be recognized. */
  readonly id: string;
  /** Unix seconds. */
  readonly at: number;
  readonly org: string;
  readonly words: Words;
  readonly emails: readonly string[];
  /** The recipients for whom earlier attempts settled it. */
  readonly settled: readonly Recipient[];
  readonly signal: AbortSignal;
}

/** Sends a mail to each recipient who is not settled, by one conversation with the server; answers why not all of them got it. */
export async function sendMail(mail: Mail, server: MailServer): Promise<Undelivered | undefined> {
  const { emails, settled, signal } = mail;
  const done = new Set(settled.map(({ email }) => email));
  const boxes = new Map(emails.filter((each) => !done.has(each)).map((each) => [mailbox(each), each] as const));
  // An earlier version kept any text with an `@`.
  const unfit = boxes.get(undefined);
  boxes.delete(undefined);
  const open = [...boxes.values()];
  const attempt = open.length === 0 ? { settled: [] } : await attemptOf(open, deliver(mail, open, server), signal);
  const refused = unfit === undefined ? [] : [{ email: unfit, refused: 'no plain address' }];
  return answerOf(attempt, [...settled, ...refused, ...attempt.settled], 'the mail server');
}

/** The recipients do not see each other: they stand in the envelope alone. */
async function deliver({ at, id, org, signal, words }: Mail, recipients: readonly string[], server: MailServer): Promise<unknown> {
  const { from, host, login, port, security } = server;
  const transport = createTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...given({ auth: login && { user: login.user, pass: login.password } }),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return await transport.sendMail({
    envelope: { from, to: [...recipients] },
    from,
    to: 'undisclosed-recipients:;',
    subject: oneLine(`[${org}] ${words.title}`, 200),
    messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    date: new Date(at * 1000),
    // No automatic reply shall answer it (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    text: textOf(words),
    html: htmlOf(words),
    signal,
  });
}

/** Most refused addresses that a reason names. */
const named = 5;

function answerOf({ later }: Attempt, settled: readonly Recipient[], recipient: string): Undelivered | undefined {
  if (later !== undefined) return { recipient, why: later, isFinal: false, settled };
  const refused = settled.filter((each) => each.refused !== undefined);
  if (refused.length === 0) return undefined;
  const list = refused.slice(0, named).map((each) => `${each.email} (${each.refused})`);
  const more = refused.length > named ? [`and ${refused.length - named} more`] : [];
  return { recipient, why: oneLine(`it refused ${[...list, ...more].join(', ')}`, 500), isFinal: true, settled };
}
