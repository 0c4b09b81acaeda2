import { createHmac, randomBytes } from 'node:crypto';

/** Begins a secret in the form of Standard Webhooks; base64 follows. */
const prefix = 'whsec_';

/** A secret that messages are signed with. */
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
