import { commitSubject, named, short } from './words.ts';
import { found, notApplicable, passed, type Outcome, type WorldRule } from './rule.ts';

export const historyReplaced: WorldRule = {
  name: 'history-replaced',
  about: 'world',
  text: 'A branch still holds what the last complete audit ended with, where git alone is asked.',
  severity: 'high',
  controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32', 'NIST SSDF PS.1', 'SLSA'],
  fix: 'Find out what was taken away, and whether it had been deployed. Forbid force pushes by a rule of the branch. A change is undone by a revert.',
  needs: ['previous'],
  *judge({ header }): Generator<Outcome> {
    // The time of it is not known. The next audit does not look at the time before it began, and keeps the finding.
    const at = header.period.since;
    for (const { after, lost, name } of header.branches) {
      if (after === undefined) yield notApplicable;
      else if (lost === undefined) yield passed;
      else {
        const what =
          lost === null
            ? 'The clone does not have it, so that nobody can tell what was taken away, and which commits of an older date came in its place.'
            : `${takenAway(lost)}.`;
        const message = `${name} does not hold ${short(after)}, which the last complete audit ended with: it was moved by force, and git does not tell who did it, or when. ${what}`;
        yield found({ subject: commitSubject(after, header), detail: name, at, message });
      }
    }
  },
};

function takenAway(lost: readonly string[]): string {
  return `${lost.length === 1 ? 'One commit was' : `${lost.length} commits were`} taken away: ${named(lost.map(short))}`;
}
