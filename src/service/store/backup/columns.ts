import { parseExact } from '../../../text/index.ts';
import { isEventMessage, isRecipient } from '../model/messages.ts';
import { isText, listOf, type Is } from '../sql/shape.ts';

/** Each column of a table with what a service writes there: nothing else is taken from a backup. */
export type Columns = Readonly<Record<string, Is<unknown>>>;

const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);
const isBit = (value: unknown): value is 0 | 1 => value === 0 || value === 1;

function orEmpty<Value>(is: Is<Value>): Is<Value | null> {
  return (value): value is Value | null => value === null || is(value);
}

/** A text of JSON. */
function jsonText<Value>(is: Is<Value>): Is<string> {
  return (value): value is string => {
    try {
      return isText(value) && is(parseExact(value));
    } catch {
      return false;
    }
  };
}

export const webhooks: Columns = {
  org_id: isText,
  notification_id: isText,
  position: isWhole,
  address: isText,
  signing_secret: orEmpty(isText),
  earlier_secret: orEmpty(isText),
  earlier_until: orEmpty(isTime),
};

export const outbox: Columns = {
  org_id: isText,
  id: isText,
  notification_id: isText,
  position: isWhole,
  event: jsonText(isEventMessage),
  raised_at: isTime,
  settled: orEmpty(jsonText(listOf(isRecipient))),
  state_of: orEmpty(isText),
  rank: isWhole,
  place: isWhole,
  superseded: isWhole,
};

export const messageQueues: Columns = {
  org_id: isText,
  notification_id: isText,
  position: isWhole,
  attempts: isWhole,
  due_at: isTime,
  news_at: orEmpty(isTime),
  lease_until: isTime,
  reason: orEmpty(isText),
};

export const notificationHealth: Columns = {
  org_id: isText,
  notification_id: isText,
  position: isWhole,
  is_failing: isBit,
  last_success_at: orEmpty(isTime),
  last_failure_at: orEmpty(isTime),
  reason: orEmpty(isText),
};

export const tokenUses: Columns = { token_id: isText, used_at: isTime };
