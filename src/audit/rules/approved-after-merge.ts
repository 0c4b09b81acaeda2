import { everyone, when, who } from './words.ts';
import { reviewRule } from './review-rule.ts';

export const approvedAfterMerge = reviewRule({
  name: 'approved-after-merge',
  text: 'An approval comes before the merge.',
  severity: 'high',
  fix: 'Require an approval by a rule of the branch, or mark such a change as an emergency before it is merged.',
  message({ by }, { mergedAt, mergedBy, number }, { deployments }) {
    const [first] = by;
    const deployed = deployments.find(({ at, production }) => production && first !== undefined && Date.parse(at) < Date.parse(first.at));
    const shipped = deployed === undefined ? '' : ` It was in ${deployed.environment} before that.`;
    return `#${number} was merged by ${who(mergedBy)}${when(mergedAt)}; ${everyone(by.map((review) => review.by))} approved it only${when(first?.at ?? null)}.${shipped}`;
  },
});
