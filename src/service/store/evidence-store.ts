import { artifactsOfShas, shasBeginning } from './tables/search.ts';
import { watchDamage } from './damage.ts';
import type { Engine } from './sql/engine.ts';
import { findFlow, flowNames, flowsNamed, putFlow } from './tables/flows.ts';
import { addToken, authenticate, defaultOrganization, setDefaultOrganization } from './tables/members.ts';
import { artifactNumbers, artifactsNumbered, reportArtifact } from './tables/artifacts.ts';
import * as attestations from './tables/attestations.ts';
import { eventsOfTrails, findTrail, trailCount, trailSizes, trailsByNumber } from './tables/trail-pages.ts';
import type { Store } from './store.ts';
import { putTrail } from './tables/trails.ts';

/** The store on an engine. `clock` gives Unix seconds. */
export function createStore(bare: Engine, clock: () => number = () => Date.now() / 1000): Store {
  const { engine, damage } = watchDamage(bare);
  return {
    damage,
    authenticate: (hash) => engine.read(() => authenticate(hash)),
    addToken: (token) => engine.write(() => addToken(token, clock())),
    setDefaultOrganization: (author) => engine.write(() => setDefaultOrganization(author, clock())),
    defaultOrganization: (userId) => engine.read(() => defaultOrganization(userId)),
    putFlow: (flow) => engine.write(() => putFlow(flow, clock())),
    findFlow: (orgId, name) => engine.read(() => findFlow(orgId, name)),
    flowNames: (orgId, after, limit) => engine.read(() => flowNames(orgId, after, limit)),
    flowsNamed: (orgId, names) => engine.read(() => flowsNamed(orgId, names)),
    putTrail: (trail, evaluate) => engine.write(() => putTrail(trail, evaluate, clock())),
    findTrail: (orgId, flowName, name) => engine.read(() => findTrail(orgId, flowName, name)),
    trailCount: (orgId, flowName) => engine.read(() => trailCount(orgId, flowName)),
    trailsByNumber: (orgId, flowName, after, upTo) => engine.read(() => trailsByNumber(orgId, flowName, after, upTo)),
    eventsOfTrails: (orgId, trailIds, after) => engine.read(() => eventsOfTrails(orgId, trailIds, after)),
    trailSizes: (orgId, flowName, after, upTo) => engine.read(() => trailSizes(orgId, flowName, after, upTo)),
    reportArtifact: (artifact, evaluate) => engine.write(() => reportArtifact(artifact, evaluate, clock())),
    artifactNumbers: (orgId, filter, skip, limit) => engine.read(() => artifactNumbers(orgId, filter, skip, limit)),
    artifactsNumbered: (orgId, numbers) => engine.read(() => artifactsNumbered(orgId, numbers)),
    shasBeginning: (orgId, prefix, limit) => engine.read(() => shasBeginning(orgId, prefix, limit)),
    artifactsOfShas: (orgId, commits, fingerprints, limit) => engine.read(() => artifactsOfShas(orgId, commits, fingerprints, limit)),
    recordAttestation: (attestation, evaluate) => engine.write(() => attestations.recordAttestation(attestation, evaluate, clock())),
    findAttestations: (orgId, search, limit) => engine.read(() => attestations.findAttestations(orgId, search, limit)),
    attestationsAt: (orgId, sequences) => engine.read(() => attestations.attestationsAt(orgId, sequences)),
    attestationById: (orgId, id) => engine.read(() => attestations.attestationById(orgId, id)),
    attestationCount: (orgId) => engine.read(() => attestations.attestationCount(orgId)),
    hasBlob: (id) => engine.read(() => attestations.hasBlob(id)),
    close: () => engine.close(),
  };
}
