import type { Header } from '../facts/line.ts';

/** The one thing that an audit is about, in words; undefined where it is about all that landed in its period. Foreign text as it came. */
export function scopeWords({ scope }: Pick<Header, 'scope'>): string | undefined {
  if (scope === undefined) return undefined;
  return scope.kind === 'trail' ? `the trail ${scope.trail} of flow ${scope.flow}` : `the artifact ${scope.fingerprint}`;
}
