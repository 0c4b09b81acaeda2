import type { Header } from '../facts/line.ts';
import type { Previous } from '../facts/previous.ts';
import type { Tag } from '../facts/shipped.ts';
import { short, when, who } from './words.ts';
import { found, notTested, passed, type WorldRule } from './rule.ts';

export const tagMoved: WorldRule = {
  name: 'tag-moved',
  about: 'world',
  text: 'A tag stands for the commit that it was made for.',
  severity: 'high',
  controls: ['SOC 2 CC8.1', 'NIST SSDF PS.1', 'SLSA'],
  fix: 'Forbid updates of tags by a rule, and release again under a new one. Whoever took the tag must be told which commit it stands for.',
  needs: ['tags'],
  *judge({ header, previous, tags }) {
    for (const tag of tags) {
      const { name, told = false, url } = tag;
      const moves = movesOf(tag, previous).filter(({ at, from, to }) => from !== to && isWithin(at, header));
      const last = moves.at(-1);
      if (last === undefined) {
        yield told || knownBefore(name, previous) !== undefined ? passed : notTested(notKnown, 'before');
        continue;
      }
      const by = last.at === null && last.by === null ? 'Somebody' : who(last.by);
      const times = moves.length === 1 ? '' : `, the last of ${moves.length} times`;
      const message = `${by} moved the tag ${name} from ${short(last.from)} to ${short(last.to)}${when(last.at)}${times}.`;
      // Who accepts this move accepts no later one.
      yield found({ subject: { kind: 'tag', id: name, url }, detail: last.to, at: last.at ?? header.at, message });
    }
  },
};

const notKnown = 'GitHub does not tell the updates of a tag, and no audit before this one saw it';

/** The commit that the audit before saw a tag stand for. */
function knownBefore(name: string, previous: Previous | null): string | undefined {
  return previous !== null && Object.hasOwn(previous.tags, name) ? previous.tags[name] : undefined;
}

/** Where GitHub tells of no update, the audit before may have seen the tag elsewhere. */
function movesOf({ moved, name, sha }: Tag, previous: Previous | null): Tag['moved'] {
  const from = knownBefore(name, previous);
  return moved.length > 0 || from === undefined ? moved : [{ from, to: sha, at: null, by: null }];
}

/** The audit before saw it where no moment is known: since then is within the period. */
function isWithin(at: string | null, { period }: Header): boolean {
  if (at === null) return true;
  const moment = Date.parse(at);
  return moment < Date.parse(period.until) && (period.since === null || moment >= Date.parse(period.since));
}
