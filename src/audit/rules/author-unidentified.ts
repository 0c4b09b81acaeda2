import { peopleFor } from '../people/known.ts';
import { authorsOf } from '../reviews/authors.ts';
import { isPromotion } from '../reviews/promotion.ts';
import { foundIn, named, pullSubject, short } from './words.ts';
import { found, notApplicable, notTested, passed, type ChangeRule } from './rule.ts';

export const authorUnidentified: ChangeRule = {
  name: 'author-unidentified',
  about: 'change',
  text: 'It is known which account wrote each part of a pull request, so that its reviewer can be told from its authors.',
  severity: 'medium',
  controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32', 'NIST SSDF PS.1'],
  fix: 'Add the address of that commit to `people` in .github/compliance-audit.yml, with the number of the account; and have its author commit with an address that GitHub knows.',
  needs: ['landings', 'pull-requests'],
  judge(change, world) {
    const { excluded, pull } = change;
    if (pull === undefined || excluded !== undefined || isPromotion(change, world) === true) return notApplicable;
    const people = peopleFor(change, world);
    const { unidentified } = authorsOf(pull, people, 'for');
    const [first] = unidentified;
    // GitHub forgets the addresses of an account that is gone: they are most likely its own.
    if (first !== undefined && pull.openedBy === null && new Set(unidentified.map(({ email }) => email)).size === 1)
      return notTested(`nobody can tell whether ${first.name}, who wrote #${pull.number}, is the account that opened it: that is gone`);
    if (first !== undefined) {
      const names = named(unidentified.map(({ name, sha }) => `${name} (commit ${short(sha)})`));
      const message = `#${pull.number} holds commits of ${names}, and nobody knows which account that is: it may be who approved it.`;
      return found({ subject: pullSubject(pull), change: foundIn(change), message });
    }
    if (pull.commitsCut) return notTested(`not all commits of #${pull.number} could be read`);
    return authorsOf(pull, people).unidentified.length > 0
      ? notTested(`git cannot tell whether somebody wrote something in a merge of #${pull.number}`)
      : passed;
  },
};
