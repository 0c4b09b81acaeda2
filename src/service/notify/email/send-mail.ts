import { createTransport } from 'nodemailer';
import { oneLine } from '../../../text/index.ts';
import type { Recipient } from '../../store/model/messages.ts';
import type { Undelivered } from '../target.ts';
import type { Words } from '../words.ts';
import { mailbox } from './address.ts';
import { attemptOf, type Attempt } from './attempt.ts';
import { htmlOf, textOf } from './body.ts';
import type { MailServer } from './server.ts';

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

/** The recipients see nobody of each other: they stand in the envelope alone. */
async function deliver({ at, id, org, signal, words }: Mail, recipients: readonly string[], server: MailServer): Promise<unknown> {
  const { from, host, login, port, security } = server;
  const transport = createTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(login === undefined ? {} : { auth: { user: login.user, pass: login.password } }),
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
    // Nobody who is on holiday shall answer it (RFC 3834).
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
