import { when } from './words.ts';
import { found, notTested, passed, type Outcome, type WorldRule } from './rule.ts';

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
