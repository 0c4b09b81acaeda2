import { found, notTested, passed, type WorldRule } from './rule.ts';

const common = {
  about: 'world',
  severity: 'low',
  controls: ['SOC 2 CC8.1'],
  needs: ['notifications'],
} as const satisfies Partial<WorldRule>;

export const notificationFailing: WorldRule = {
  ...common,
  name: 'notification-failing',
  text: 'The messages of the service reach whom they are for.',
  fix: 'Correct the address of the target, or what answers there, and send a message to try it.',
  *judge({ notifications }) {
    for (const { failure, name } of notifications) {
      if (failure === undefined) yield notTested(`the service does not say how the messages of ${name} went`);
      else if (failure === null) yield passed;
      else yield found({ subject: subjectOf(name), message: `The messages of the notification ${name} fail: ${failure}` });
    }
  },
};

export const notificationWithoutTarget: WorldRule = {
  ...common,
  name: 'notification-without-target',
  text: 'A notification has a target, so that somebody gets its messages.',
  fix: 'Give the notification a target, or take it away.',
  *judge({ notifications }) {
    for (const { name, targets } of notifications) {
      if (targets === null) yield notTested(`the service does not say which targets ${name} has`);
      else if (targets > 0) yield passed;
      else yield found({ subject: subjectOf(name), message: `The notification ${name} has no target: nobody gets its messages.` });
    }
  },
};

function subjectOf(name: string): { readonly kind: 'notification'; readonly id: string; readonly url: null } {
  return { kind: 'notification', id: name, url: null };
}
