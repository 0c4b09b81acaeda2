import type { AcceptanceRule } from './rule.ts';

export const acceptanceNotValid: AcceptanceRule = {
  name: 'acceptance-not-valid',
  about: 'acceptances',
  text: 'What the audit’s file accepts is there, can be accepted, has an end within 90 days, and is accepted by somebody who wrote nothing of the change.',
  severity: 'medium',
  controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32'],
  fix: 'Take the entry out of the file, or have somebody else accept the finding, for at most 90 days.',
  needs: [],
};
