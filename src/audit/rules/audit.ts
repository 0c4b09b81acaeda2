import { found, notTested, passed, type AcceptanceRule, type Outcome, type WorldRule, type Rule } from './rule.ts';
import { when } from './words.ts';

export const auditGap: WorldRule = {
  name: 'audit-gap',
  about: 'world',
  text: 'Every moment since the first audit is within a complete one.',
  severity: 'high',
  controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32'],
  fix: 'Run the audit once more with `since` at the beginning of the gap; `since: last` begins where the last complete audit ended.',
  needs: ['previous'],
  *judge({ header, previous }): Generator<Outcome> {
    if (previous === null) return yield notTested('no audit before this one is known: if it is the first, nothing was left out', 'before');
    const { since } = header.period;
    const covered = previous.completeUntil ?? previous.since;
    if (since === null || covered === null) {
      const whose = since === null ? 'this audit' : 'the audit before';
      yield notTested(`${whose} covers commits, and not a time that could be held against another`);
    } else if (Date.parse(since) <= Date.parse(covered)) yield passed;
    else {
      const before = previous.completeUntil === null ? 'the audit before, which was not complete, begins' : 'the last complete audit ended';
      const message = `No complete audit covers the time from${when(covered).replace(' on', '')} to${when(since).replace(' on', '')}: ${before} there, and this one begins later.`;
      yield found({ subject: { kind: 'audit', id: covered, url: header.run }, at: covered, message });
    }
  },
};

const evidenceWeakened: WorldRule = {
  name: 'evidence-weakened',
  about: 'world',
  ofGitHub: true,
  text: 'An audit goes by evidence of the same kind as the one before: the records of a service say more than GitHub’s checks do.',
  severity: 'high',
  controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32', 'NIST SSDF PO.3'],
  fix: 'Name the service, the organization and a token again, and run the audit once more.',
  needs: ['previous'],
  *judge({ header, previous }): Generator<Outcome> {
    const org = previous?.about.org ?? null;
    if (org === null) return;
    const message = `The audit before went by the evidence service of ${org}, and this one goes by GitHub’s checks alone.`;
    yield found({ subject: { kind: 'audit', id: org, url: header.run }, at: header.period.since, message });
  },
};

const aboutNotifications = {
  about: 'world',
  severity: 'low',
  controls: ['SOC 2 CC8.1'],
  needs: ['notifications'],
} as const satisfies Partial<WorldRule>;

const notificationFailing: WorldRule = {
  ...aboutNotifications,
  name: 'notification-failing',
  text: 'The messages of the service reach whom they are for.',
  fix: 'Correct the address of the target, or what answers there, and send a message to try it.',
  *judge({ notifications }) {
    for (const { failure, name } of notifications) {
      if (failure === undefined) yield notTested(`the service does not say how the messages of ${name} went`);
      else if (failure === null) yield passed;
      else yield found({ subject: notificationSubject(name), message: `The messages of the notification ${name} fail: ${failure}` });
    }
  },
};

const notificationWithoutTarget: WorldRule = {
  ...aboutNotifications,
  name: 'notification-without-target',
  text: 'A notification has a target, so that somebody gets its messages.',
  fix: 'Give the notification a target, or take it away.',
  *judge({ notifications }) {
    for (const { name, targets } of notifications) {
      if (targets === null) yield notTested(`the service does not say which targets ${name} has`);
      else if (targets > 0) yield passed;
      else
        yield found({ subject: notificationSubject(name), message: `The notification ${name} has no target: nobody gets its messages.` });
    }
  },
};

function notificationSubject(name: string): { readonly kind: 'notification'; readonly id: string; readonly url: null } {
  return { kind: 'notification', id: name, url: null };
}

const unwitnessed =
  'the log holds in itself, and no kept head tells whether it was written anew: keep the head of this audit, and hand it to the next one as `witness`';

export const recordAltered: WorldRule = {
  name: 'record-altered',
  about: 'world',
  text: 'What was recorded is still as it was recorded.',
  severity: 'critical',
  controls: ['SOC 2 CC8.1', 'NIST SSDF PS.1', 'SLSA'],
  fix: 'Run compliance-evidence verify on the data of the service, and restore it from a copy that verifies.',
  needs: ['log'],
  *judge({ header, holes, log }): Generator<Outcome> {
    if (log === null) return yield notTested('the log of the service was not read');
    const { chain, problems, records, witnesses } = log;
    // A file that was cut off ends its records early too, and says nothing of the service.
    if (records < chain.sequence && holes.length > 0) return yield notTested(`only ${records} of ${chain.sequence} records could be read`);
    const read = `as read${when(header.at)}`;
    // A log that was written anew from its beginning holds in itself, too.
    if (problems.length === 0) yield witnesses.some(({ sequence }) => sequence !== 0) ? passed : notTested(unwitnessed, 'head');
    else {
      const message = `The log of ${chain.org} does not hold, ${read}. ${problems.join('. ')}`;
      yield found({ subject: { kind: 'log', id: chain.org, url: null }, message });
    }
    for (const { keeper, link, sequence } of witnesses) {
      if (sequence === null) {
        const kept = keeper === null ? '' : `, which ${keeper} keeps,`;
        const message = `The witness ${link}${kept} is nowhere in the log of ${chain.org}, ${read}: the log was written anew or cut off, or the witness is of another log`;
        yield found({ subject: { kind: 'log', id: link, url: null }, message });
      } else if (sequence > 0) yield passed; // The head of an empty log proves nothing.
    }
  },
};

export const acceptanceNotValid: AcceptanceRule = {
  name: 'acceptance-not-valid',
  about: 'acceptances',
  text: 'What the audit’s file accepts is there, can be accepted, has an end within 90 days, and is accepted by somebody who wrote nothing of the change.',
  severity: 'medium',
  controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32'],
  fix: 'Take the entry out of the file, or have somebody else accept the finding, for at most 90 days.',
  needs: [],
};

/** In the order of the reports. */
export const auditRules: readonly Rule[] = [auditGap, evidenceWeakened, notificationFailing, notificationWithoutTarget, recordAltered];
