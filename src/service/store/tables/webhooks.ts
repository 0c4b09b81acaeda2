import type { NewTarget } from '../model/notifications.ts';
import { nullable, number, readAll, reader, text } from '../sql/row.ts';
import { insert, send, sql, type Steps } from '../sql/sql.ts';

const webhookFields = reader({
  position: number,
  address: text,
  signingSecret: nullable(text),
  earlierSecret: nullable(text),
  earlierUntil: nullable(number),
});
type Webhook = ReturnType<typeof webhookFields>;

/** The addresses of a rule's webhooks, and what signs for them. They are secrets, and in no record. */
export function* webhooksOf(orgId: string, notificationId: string): Steps<readonly Webhook[]> {
  return yield* readAll(
    webhookFields,
    sql`select position, address, signing_secret, earlier_secret, earlier_until from webhooks
      where org_id = ${orgId} and notification_id = ${notificationId} order by position`,
  );
}

/** A target with the secret that its messages are signed with from now on, and with the one before it. */
interface Signed {
  readonly target: NewTarget;
  readonly isNewlySigned: boolean;
  readonly earlier: Pick<Webhook, 'earlierSecret' | 'earlierUntil'> | undefined;
}

/** Targets with their signing secrets. An address that stays keeps its own: somebody checks signatures there. */
export function signedTargets(before: readonly Webhook[], targets: readonly NewTarget[]): readonly Signed[] {
  return targets.map((target) => {
    if (target.signingSecret === undefined) return { target, isNewlySigned: false, earlier: undefined };
    const kept = before.find(({ address, signingSecret }) => address === target.secret && signingSecret !== undefined);
    if (kept?.signingSecret === undefined) return { target, isNewlySigned: true, earlier: undefined };
    return { target: { ...target, signingSecret: kept.signingSecret }, isNewlySigned: false, earlier: kept };
  });
}

/** Replaces the addresses of a rule, and what signs for them. */
export function* keepWebhooks(orgId: string, id: string, targets: readonly Signed[]): Steps<void> {
  yield* send(sql`delete from webhooks where org_id = ${orgId} and notification_id = ${id}`);
  for (const [position, { earlier, target }] of targets.entries()) {
    if (target.secret === undefined) continue;
    yield* send(
      insert('webhooks', {
        org_id: orgId,
        notification_id: id,
        position,
        address: target.secret,
        signing_secret: target.signingSecret ?? null,
        earlier_secret: earlier?.earlierSecret ?? null,
        earlier_until: earlier?.earlierUntil ?? null,
      }),
    );
  }
}

/** How long messages are signed with the earlier secret too, in seconds: for receivers that do not know the new one yet. */
const overlap = 24 * 3600;

/** Sets the signing secrets of some of a rule's webhooks, by their positions. */
export function* replaceSigningSecrets(orgId: string, id: string, secrets: ReadonlyMap<number, string>, now: number): Steps<void> {
  for (const [position, secret] of secrets) {
    yield* send(
      sql`update webhooks set earlier_secret = signing_secret, earlier_until = ${now + overlap}, signing_secret = ${secret}
        where org_id = ${orgId} and notification_id = ${id} and position = ${position}`,
    );
  }
}
