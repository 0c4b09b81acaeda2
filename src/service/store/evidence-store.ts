import { watchDamage } from './damage.ts';
import type { Engine } from './sql/engine.ts';
import { findFlow, putFlow } from './tables/flows.ts';
import { addToken, authenticate } from './tables/members.ts';
import * as attestations from './tables/attestations.ts';
import { findTrail, trailCount, trailSizes, trailsByNumber } from './tables/trail-pages.ts';
import type { Store } from './store.ts';
import { putTrail } from './tables/trails.ts';
import { verifyChain } from './log/verify-chain.ts';

/** The store on an engine. `clock` gives Unix seconds. */
export function createStore(bare: Engine, clock: () => number = () => Date.now() / 1000): Store {
  const { engine, damage } = watchDamage(bare);
  return {
    damage,
    authenticate: (hash) => engine.read(() => authenticate(hash)),
    addToken: (token) => engine.write(() => addToken(token, clock())),
    putFlow: (flow) => engine.write(() => putFlow(flow, clock())),
    findFlow: (orgId, name) => engine.read(() => findFlow(orgId, name)),
    putTrail: (trail, evaluate) => engine.write(() => putTrail(trail, evaluate, clock())),
    findTrail: (orgId, flowName, name) => engine.read(() => findTrail(orgId, flowName, name)),
    trailCount: (orgId, flowName) => engine.read(() => trailCount(orgId, flowName)),
    trailsByNumber: (orgId, flowName, after, upTo) => engine.read(() => trailsByNumber(orgId, flowName, after, upTo)),
    trailSizes: (orgId, flowName, after, upTo) => engine.read(() => trailSizes(orgId, flowName, after, upTo)),
    recordAttestation: (attestation, evaluate) => engine.write(() => attestations.recordAttestation(attestation, evaluate, clock())),
    attestationsOfCommit: (orgId, commit, filter, before, limit) =>
      engine.read(() => attestations.attestationsOfCommit(orgId, commit, filter, before, limit)),
    attestationsOfTrail: (orgId, flow, trail, name, before, limit) =>
      engine.read(() => attestations.attestationsOfTrail(orgId, flow, trail, name, before, limit)),
    attestationById: (orgId, id) => engine.read(() => attestations.attestationById(orgId, id)),
    attestationCount: (orgId) => engine.read(() => attestations.attestationCount(orgId)),
    attestationByNumber: (orgId, place) => engine.read(() => attestations.attestationByNumber(orgId, place)),
    attestationBySequence: (orgId, sequence) => engine.read(() => attestations.attestationBySequence(orgId, sequence)),
    hasBlob: (id) => engine.read(() => attestations.hasBlob(id)),
    verifyChain: (orgName) => verifyChain(engine, orgName),
    close: () => engine.close(),
  };
}
