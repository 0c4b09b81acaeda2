import type { InputOf, Target } from '../target.ts';
import { wordsOf } from '../words.ts';
import { mailbox } from './address.ts';

/** People, by mail. */
export const email: Target<InputOf<'EMAIL'>> = {
  type: 'EMAIL',
  check: async ({ emails }, { mail }) => ({
    ...(mail === undefined && {
      type: 'is EMAIL, and this service has no mail server. Have it started with EVIDENCE_SMTP_URL and --smtp-from.',
    }),
    ...Object.fromEntries(
      emails.flatMap((each, index) =>
        mailbox(each) === undefined ? [[`emails[${index}]`, 'is no plain address: write it as name@host.']] : [],
      ),
    ),
  }),
  keep: ({ emails }) => ({ target: { type: 'EMAIL', emails } }),
  show: ({ emails }) => ({ emails }),
  send: async ({ id, payload, settled, signal, target }, { mail }) => {
    if (mail === undefined) return { recipient: 'the mail server', why: 'the service was started without one', isFinal: true };
    const emails = Array.isArray(target.emails) ? target.emails.map(String) : [];
    const message = await payload();
    // Only who sends mail loads what does it.
    const { sendMail } = await import('./send-mail.ts');
    return await sendMail({ id, at: Number(message.timestamp), org: message.org, words: wordsOf(message), emails, settled, signal }, mail);
  },
};
