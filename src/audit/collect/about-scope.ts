import type { Approval, Artifact, Deployment, Notification, Release, Tag } from '../facts/shipped.ts';
import type { ScopeFacts } from './scope.ts';

type Shipped = Deployment | Release | Tag | Artifact | Approval | Notification;

/**
 * Keeps of what was shipped only what is about the commits of a scope; all where there is none. Deployments and artifacts are asked
 * about before approvals, because an approval names an artifact alone.
 */
export function openKeeper(scoped: ScopeFacts | undefined, shas: readonly string[]): (fact: Shipped) => boolean {
  if (scoped === undefined) return () => true;
  const own = new Set([...shas, ...scoped.commits]);
  const trails = new Set(scoped.trails.map(({ flow, trail }) => JSON.stringify([flow, trail])));
  const fingerprints = new Set(scoped.scope.kind === 'artifact' ? [scoped.scope.fingerprint] : []);
  const isOwn = (sha: string | null): boolean => sha !== null && own.has(sha);
  const isAbout = (fact: Shipped): boolean => {
    switch (fact.kind) {
      case 'deployment':
        return isOwn(fact.sha) || isKnown(fact.fingerprint) || (fact.brought ?? []).some(isOwn);
      case 'release':
        return isOwn(fact.sha) || (fact.brought ?? []).some(isOwn);
      case 'tag':
        return isOwn(fact.sha) || fact.moved.some(({ from, to }) => isOwn(from) || isOwn(to));
      case 'artifact':
        return isOwn(fact.commit) || isKnown(fact.fingerprint) || trails.has(JSON.stringify([fact.flow, fact.trail]));
      case 'approval':
        return isKnown(fact.fingerprint);
      case 'notification':
        return false;
    }
  };
  function isKnown(fingerprint: string | null): boolean {
    return fingerprint !== null && fingerprints.has(fingerprint);
  }
  return (fact) => {
    const isKept = isAbout(fact);
    if (isKept && (fact.kind === 'deployment' || fact.kind === 'artifact') && fact.fingerprint !== null) fingerprints.add(fact.fingerprint);
    return isKept;
  };
}
