import { watchDamage } from './damage.ts';
import type { Engine } from './sql/engine.ts';
import type { Steps } from './sql/statement.ts';
import { artifactNumbers, artifactsNumbered, reportArtifact } from './tables/artifacts.ts';
import { attestationById, attestationCount, attestationsAt, findAttestations, hasBlob, recordAttestation } from './tables/attestations.ts';
import { recordOverride } from './tables/overrides.ts';
import { flowAttestationCount, flowAttestations } from './tables/flow-attestations.ts';
import { findFlow, flowNames, flowsNamed, putFlow } from './tables/flows.ts';
import { addToken, authenticate, defaultOrganization, setDefaultOrganization } from './tables/members.ts';
import { artifactsOfShas, shasBeginning } from './tables/search.ts';
import { eventsOfTrails, findTrail, trailCount, trailSizes, trailsByNumber } from './tables/trail-pages.ts';
import { putTrail } from './tables/trails.ts';
import { archiveType, findType, findTypeVersion, putType, typesAfter, typeVersionPlaces, typeVersionsAt } from './tables/types.ts';

/** Everything that the service keeps, whatever the engine beneath. What each does is said where its statements are. */
export type Store = ReturnType<typeof createStore>;

/** The store on an engine. `clock` gives Unix seconds, which come last in every write. */
export function createStore(bare: Engine, clock: () => number = () => Date.now() / 1000) {
  const { engine, damage } = watchDamage(bare);
  const read =
    <Args extends readonly unknown[], Result>(body: (...args: Args) => Steps<Result>) =>
    (...args: Args): Promise<Result> =>
      engine.read(() => body(...args));
  const write =
    <Args extends readonly unknown[], Result>(body: (...args: [...Args, number]) => Steps<Result>) =>
    (...args: Args): Promise<Result> =>
      engine.write(() => body(...args, clock()));
  return {
    /** What the first read or write that met damaged data said of it; `undefined` while none has. */
    damage,
    authenticate: read(authenticate),
    defaultOrganization: read(defaultOrganization),
    findFlow: read(findFlow),
    flowNames: read(flowNames),
    flowsNamed: read(flowsNamed),
    findTrail: read(findTrail),
    trailCount: read(trailCount),
    trailsByNumber: read(trailsByNumber),
    eventsOfTrails: read(eventsOfTrails),
    trailSizes: read(trailSizes),
    artifactNumbers: read(artifactNumbers),
    artifactsNumbered: read(artifactsNumbered),
    shasBeginning: read(shasBeginning),
    artifactsOfShas: read(artifactsOfShas),
    findAttestations: read(findAttestations),
    attestationsAt: read(attestationsAt),
    attestationById: read(attestationById),
    attestationCount: read(attestationCount),
    flowAttestationCount: read(flowAttestationCount),
    flowAttestations: read(flowAttestations),
    hasBlob: read(hasBlob),
    findType: read(findType),
    typesAfter: read(typesAfter),
    findTypeVersion: read(findTypeVersion),
    typeVersionPlaces: read(typeVersionPlaces),
    typeVersionsAt: read(typeVersionsAt),
    putType: write(putType),
    archiveType: write(archiveType),
    addToken: write(addToken),
    setDefaultOrganization: write(setDefaultOrganization),
    putFlow: write(putFlow),
    putTrail: write(putTrail),
    reportArtifact: write(reportArtifact),
    recordAttestation: write(recordAttestation),
    recordOverride: write(recordOverride),
    close: (): Promise<void> => engine.close(),
  };
}
