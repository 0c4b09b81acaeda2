import { short, when, who } from './words.ts';
import { found, notTested, passed, type WorldRule } from './rule.ts';

export const releaseOutsidePopulation: WorldRule = {
  name: 'release-outside-population',
  about: 'world',
  text: 'A release is of a commit of an audited branch.',
  severity: 'high',
  controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32', 'NIST SSDF PS.1', 'SLSA'],
  fix: 'Release from an audited branch, or audit the branch that releases come from: name it under `branch`.',
  needs: ['releases'],
  *judge({ header, releases }) {
    for (const { at, branch, by, sha, tag, url } of releases) {
      if (branch !== null) yield passed;
      else if (sha === null) yield notTested(`nobody can tell which commit the release ${tag} stands for`);
      else {
        const branches = header.branches.map(({ name }) => name).join(', ');
        const message = `${who(by)} released ${tag} of ${short(sha)}${when(at)}, and that commit was on none of ${branches} then, or is on none now.`;
        yield found({ subject: { kind: 'tag', id: tag, url }, at, message });
      }
    }
  },
};
