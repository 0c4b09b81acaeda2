import { createHmac, randomBytes } from 'node:crypto';
import { cut, isLoopback, webAddress } from '../../text/index.ts';
import type { StoredTarget } from '../resources/notifications/record.ts';
import type { NewTarget } from '../resources/notifications/tables.ts';
import { wayTo, type Reachable } from './hosts.ts';
import { wordsOf, type Words } from './payload.ts';
import { sendJson, type Answer } from './send-json.ts';
import { mailbox, type InputOf, type Outgoing, type Target, type Undelivered } from './target.ts';

/** The fault of an address field, if there is one: also where no message may go there. */
async function checkAddress(address: string, reachable: Reachable): Promise<{ readonly webhook?: string }> {
  const fault = addressFault(address) ?? (await hostFault(new URL(address), reachable));
  return fault === undefined ? {} : { webhook: fault };
}

/** A target whose address is secret: records hold only its origin. */
function keepAddress(address: string, target: StoredTarget): NewTarget {
  return { target: { ...target, origin: new URL(address).origin }, secret: address };
}

/** Why messages cannot go to an address, whoever runs the service; `undefined` if they can. */
function addressFault(address: string): string | undefined {
  const url = URL.parse(address);
  if (url === null) return 'is no address: write it whole, with https:// before it.';
  if (url.pathname === maskedPath) return 'is masked: write the whole address.';
  if (url.username !== '' || url.password !== '') return 'has a name or a password in it: leave them out.';
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))) return undefined;
  return 'must begin with https://.';
}

/** How long who makes a rule waits for the addresses of a name. */
const lookupMs = 5000;

async function hostFault(url: URL, reachable: Reachable): Promise<string | undefined> {
  // A host may be named before it is there.
  if (reachable.webhookHosts.has(url.host)) return undefined;
  switch ((await wayTo(url, reachable, AbortSignal.timeout(lookupMs))).kind) {
    case 'open':
      return undefined;
    case 'unnamed':
      return `is at a host that this service may not send to. Have it started with --webhook-host ${url.host}.`;
    // One sentence for both: it must not tell strangers which names there are in the network of the service.
    case 'unknown':
    case 'forbidden':
      return `must lead to public addresses alone, and ${url.host} does not. Write another one; or have the service started with --webhook-host ${url.host}, if it is a host of its own network.`;
  }
}

/** Replaces the secret part of a webhook's address. */
const maskedPath = '/***';

/** The address, or only its origin for a reader who may not see the secret. */
function showAddress({ origin }: StoredTarget, address: string | undefined): string {
  return address ?? `${typeof origin === 'string' ? origin : ''}${maskedPath}`;
}

/** Begins a secret in the form of Standard Webhooks; base64 follows. */
const prefix = 'whsec_';

export function newSigningSecret(): string {
  return `${prefix}${randomBytes(32).toString('base64')}`;
}

/** The signatures of a message, one for each secret, as Standard Webhooks writes them. */
export function signaturesOf(secrets: readonly string[], id: string, timestamp: string, body: string): string {
  return secrets.map((secret) => `v1,${signature(secret, `${id}.${timestamp}.${body}`)}`).join(' ');
}

function signature(secret: string, text: string): string {
  return createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
    .update(text)
    .digest('base64');
}

/** Takes JSON at an address, signed as Standard Webhooks says. */
export const webhook: Target<InputOf<'WEBHOOK'>> = {
  type: 'WEBHOOK',
  check: async ({ webhook: address }, means) => await checkAddress(address, means),
  keep: ({ webhook: address }) => ({ ...keepAddress(address, { type: 'WEBHOOK' }), signingSecret: newSigningSecret() }),
  show: (target, secret) => ({ webhook: showAddress(target, secret), payload_version: '1.0' }),
  send: async (outgoing, means) =>
    await sendJson(outgoing, means, {
      content: await outgoing.payload(),
      headers: (body) => signed(outgoing, body),
      reads: 0,
      judge: ({ status }) =>
        status >= 200 && status < 300
          ? undefined
          : // A webhook that is gone says so, and does not want to be asked again.
            { why: `it answered ${status}`, isFinal: status === 410 },
    }),
};

/** A rule that an earlier version made has no secret until one is asked for. */
function signed({ id, signingSecrets }: Outgoing, body: string): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    ...(signingSecrets.length === 0 ? {} : { 'webhook-signature': signaturesOf(signingSecrets, id, timestamp, body) }),
  };
}

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

/** The lengths that the chat takes, in characters of the escaped text. */
const longest = { header: 150, section: 3000, field: 2000, fields: 10, url: 1000 };

/** A message in the format of the chat's incoming webhooks: `text` for the list of notifications, and blocks for the channel. */
export function blocksOf({ description, links, rows, title }: Words): object {
  const shown = links.flatMap(({ label, url }) => linkOf(label, url));
  return {
    text: fit(`${title}: ${description}`, longest.section),
    // Our links need a token, so that the chat would show the page of a refusal.
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      { type: 'header', text: plain(title, longest.header) },
      { type: 'section', text: plain(description, longest.section) },
      { type: 'section', fields: rows.slice(0, longest.fields).map(({ label, value }) => plain(`${label}\n${value}`, longest.field)) },
      ...(shown.length === 0 ? [] : [{ type: 'context', elements: [{ type: 'mrkdwn', text: shown.join(' · ') }] }]),
    ],
  };
}

/** Text without the markup of the chat: names may hold `*` and `_`. */
function plain(text: string, limit: number): object {
  return { type: 'plain_text', text: fit(text, limit), emoji: false };
}

/** A text as the chat shows it, whose three signs with a meaning are escaped, and no longer than `limit` afterwards. */
function fit(text: string, limit: number): string {
  for (let length = limit; ; length -= 1) {
    const found = escaped(cut(text, length));
    if (found.length <= limit) return found;
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A link, if its address is one of the web. `|` and `>` would end it early. */
function linkOf(label: string, url: string): readonly string[] {
  const address = webAddress(url)?.href.replace(/[<>|]/g, (sign) => encodeURIComponent(sign));
  if (address === undefined || address.length > longest.url) return [];
  return [`<${escaped(address)}|${escaped(label)}>`];
}

/** A channel of a chat, behind an incoming webhook of its own. Such a webhook knows no signature: its address is the secret. */
export const slack: Target<InputOf<'SLACK'>> = {
  type: 'SLACK',
  check: async ({ webhook }, means) => await checkAddress(webhook, means),
  keep: ({ context, webhook }) =>
    keepAddress(webhook, { type: 'SLACK', ...(context === undefined || context === null ? {} : { context }) }),
  show: (target, secret) => ({ webhook: showAddress(target, secret), context: target.context ?? null }),
  send: async (outgoing, means) =>
    await sendJson(outgoing, means, {
      content: blocksOf(wordsOf(await outgoing.payload())),
      headers: () => ({}),
      reads: 200,
      judge,
    }),
};

/** Times at which the same message may succeed later, although the answer is one of 400 to 499. */
const passing: ReadonlySet<number> = new Set([408, 425, 429]);

/** The chat answers 200 and `ok`, or the name of what is wrong, such as `no_service`. */
function judge({ status, text }: Answer): Pick<Undelivered, 'why' | 'isFinal'> | undefined {
  const said = text.trim();
  if (status === 200 && said === 'ok') return undefined;
  // Anything else is foreign text, and not shown.
  const name = /^[a-z_]{1,60}$/.test(said) ? ` ${said}` : '';
  // The server that took it is no chat, and would take it again.
  if (status === 200) return { why: `it answered 200${name} in place of 200 ok: no incoming webhook of the chat is there`, isFinal: true };
  return { why: `it answered ${status}${name}`, isFinal: status >= 400 && status < 500 && !passing.has(status) };
}

export const targets: Readonly<Record<StoredTarget['type'], Target>> = { SLACK: slack, WEBHOOK: webhook, EMAIL: email };
