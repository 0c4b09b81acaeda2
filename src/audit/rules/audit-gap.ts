import { when } from './words.ts';
import { found, notTested, passed, type Outcome, type WorldRule } from './rule.ts';

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
