import { everyone, when } from './words.ts';
import { reviewRule } from './review-rule.ts';

export const approvalCarriedOver = reviewRule({
  name: 'approval-carried-over',
  text: 'An approval is of the commits that were merged, and not of others that a force push replaced.',
  severity: 'low',
  fix: 'Approve again after a force push: GitHub moves an approval to the new head where the patch looks the same.',
  message({ by }, { forcePushes, mergedAt, number }) {
    const pushes = forcePushes
      .filter((push) => Date.parse(push) <= Date.parse(mergedAt))
      .toSorted((one, other) => Date.parse(one) - Date.parse(other));
    return `${everyone(by.map((review) => review.by))} approved #${number}${when(by[0]?.at ?? null)}; its branch was moved by force${when(pushes.at(-1) ?? null)}, and nobody approved it again before the merge.`;
  },
});
