import { parseExact } from '../../../text/index.ts';
import { anEventMessage, aRecipient } from '../model/messages.ts';
import { aNumber, aText, listOf, oneOf, orNull, onlyIf, type Check } from '../../../text/check.ts';

/** Each column of a table with what a service writes there: nothing else is taken from a backup. */
export type Columns = Readonly<Record<string, Check<unknown>>>;

const aTime = onlyIf(aNumber, Number.isFinite, ' is no time');
const aSafeInteger = onlyIf(aNumber, Number.isSafeInteger, ' is no whole number');
const aBit = oneOf(0, 1);

/** A text of JSON. */
function jsonText(check: Check<unknown>): Check<string> {
  return (value) => {
    if (typeof value !== 'string') return ' is no text';
    try {
      return check(parseExact(value));
    } catch {
      return ' is no JSON';
    }
  };
}

export const webhooks: Columns = {
  org_id: aText,
  notification_id: aText,
  position: aSafeInteger,
  address: aText,
  signing_secret: orNull(aText),
  earlier_secret: orNull(aText),
  earlier_until: orNull(aTime),
};

export const outbox: Columns = {
  org_id: aText,
  id: aText,
  notification_id: aText,
  position: aSafeInteger,
  event: jsonText(anEventMessage),
  raised_at: aTime,
  settled: orNull(jsonText(listOf(aRecipient))),
  state_of: orNull(aText),
  rank: aSafeInteger,
  place: aSafeInteger,
  superseded: aSafeInteger,
};

export const messageQueues: Columns = {
  org_id: aText,
  notification_id: aText,
  position: aSafeInteger,
  attempts: aSafeInteger,
  due_at: aTime,
  news_at: orNull(aTime),
  lease_until: aTime,
  reason: orNull(aText),
};

export const notificationHealth: Columns = {
  org_id: aText,
  notification_id: aText,
  position: aSafeInteger,
  is_failing: aBit,
  last_success_at: orNull(aTime),
  last_failure_at: orNull(aTime),
  reason: orNull(aText),
};

export const tokenUses: Columns = { token_id: aText, used_at: aTime };
