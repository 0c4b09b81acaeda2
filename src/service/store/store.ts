import { watchDamage } from '../faults.ts';
import { writing, type Author, type Chain } from '../log/chain.ts';
import { reach, recordsAfter } from '../log/records.ts';
import { approvalCount, approvalsAt, artifactsOfCommits, findApprovals, reportApproval } from '../resources/approvals/tables.ts';
import { artifactNumbers, artifactsNumbered, reportArtifact } from '../resources/artifacts/tables.ts';
import { standings } from '../resources/asserts/tables.ts';
import { recordAttestations } from '../resources/attestations/tables-joint.ts';
import {
  attestationById,
  attestationCount,
  attestationsAt,
  attestationsOfTrail,
  findAttestations,
  flowAttestationCount,
  flowAttestations,
  hasBlob,
  placesOnTrail,
  recordOverride,
  type AttestationOutcome,
  type NewAttestation,
} from '../resources/attestations/tables.ts';
import {
  archiveType,
  findType,
  findTypeVersion,
  putType,
  typeVersionEntries,
  typeVersionsAt,
  typesAfter,
} from '../resources/custom-types/tables.ts';
import { allowArtifact, changeEnvironment, putEnvironment, reportSnapshot } from '../resources/environments/tables-changes.ts';
import { allowancesOf } from '../resources/environments/tables-evaluation.ts';
import { eventsOfEnvironment } from '../resources/environments/tables-events.ts';
import {
  environmentNames,
  environmentsAfter,
  findEnvironment,
  findSnapshot,
  linkedTo,
  originsOf,
  residencesOf,
  runningCommit,
  snapshotNumberAt,
  snapshotSpans,
  tagsOf,
} from '../resources/environments/tables.ts';
import { archiveFlow, findFlow, flowNames, flowsNamed, putFlow, renameFlow } from '../resources/flows/tables.ts';
import { keepGateAnswers, type WorkedOut } from '../resources/gate/tables.ts';
import {
  dueQueues,
  keepAttempt,
  letGo,
  takeMessage,
  waitingMessages,
  type MessageQueue,
  type WaitingMessages,
} from '../resources/messages/tables.ts';
import { findNotification, notifications, putNotification, removeNotification, replaceSecrets } from '../resources/notifications/tables.ts';
import {
  addOidcRule,
  authenticateJob,
  grantJobAccess,
  listOidcRules,
  removeOidcRule,
  rulesOfIssuer,
  type JobAccess,
} from '../resources/oidc/tables.ts';
import { defaultOrganizations, findOrganization, setDefaultOrganization } from '../resources/organizations/tables.ts';
import { evaluatedBy, findPolicy, policiesAfter, policyVersions, putPolicy } from '../resources/policies/tables.ts';
import { artifactsOfShas, latestFirst, shasBeginning, trailsOfCommits } from '../resources/search/tables.ts';
import { changeTags } from '../resources/tags/tables.ts';
import {
  addToken,
  authenticate,
  endedToken,
  listTokens,
  noteTokenUses,
  replaceToken,
  revokeToken,
  type EndedToken,
  type TokenUse,
} from '../resources/tokens/tables.ts';
import {
  currentOf,
  eventsOfTrails,
  findTrail,
  findTrailNow,
  findWholeTrail,
  searchTrails,
  sizesNumbered,
  trailCount,
  trailNowById,
  trailSizes,
  trailsByNumber,
  trailsNumbered,
} from '../resources/trails/tables-reads.ts';
import { latestNamed, putTrail } from '../resources/trails/tables.ts';
import type { Principal } from '../roles.ts';
import type { Engine } from '../sql/engine.ts';
import type { Steps } from '../sql/sql.ts';
import type { Rules } from '../store-rules.ts';

/** Everything that the service keeps, whatever the engine below. Each operation is described next to its statements. */
export type Store = ReturnType<typeof createStore>;

/** The store on an engine. `clock` gives Unix seconds. */
export function createStore(bare: Engine, clock: () => number = () => Date.now() / 1000) {
  const { engine, damage } = watchDamage(bare);
  const read =
    <Args extends readonly unknown[], Result>(body: (...args: Args) => Steps<Result>) =>
    (...args: Args): Promise<Result> =>
      engine.read(() => body(...args));
  /** A read that may walk over any number of rows. */
  const search =
    <Args extends readonly unknown[], Result>(body: (orgId: string, ...args: Args) => Steps<Result>) =>
    (orgId: string, ...args: Args): Promise<Result> =>
      engine.readSlowly(() => body(orgId, ...args), orgId);
  const write =
    <Args extends readonly unknown[], Result>(body: (...args: [...Args, number]) => Steps<Result>) =>
    (...args: Args): Promise<Result> =>
      engine.write(() => body(...args, clock()));
  const writeBy =
    <Args extends readonly unknown[], Result>(body: (chain: Chain, ...args: Args) => Steps<Result>) =>
    (author: Author, ...args: Args): Promise<Result> =>
      engine.write(() => writing(author, clock(), (chain) => body(chain, ...args)), author.orgId);
  /** The same; its first argument names the author. */
  const record =
    <Said extends { readonly author: Author }, Args extends readonly unknown[], Result>(
      body: (chain: Chain, said: Said, ...args: Args) => Steps<Result>,
    ) =>
    (said: Said, ...args: Args): Promise<Result> =>
      writeBy(body)(said.author, said, ...args);
  return {
    /** The message of the first read or write that met damage; `undefined` while none has. */
    damage,
    /** Answers if the database does. */
    reach: read(reach),
    // Every request begins with it.
    authenticate: (tokenHash: string): Promise<Principal | undefined> => engine.readQuickly(() => authenticate(tokenHash, clock())),
    endedToken: (tokenHash: string): Promise<EndedToken | undefined> => engine.read(() => endedToken(tokenHash, clock())),
    authenticateJob: (hash: string): Promise<JobAccess | undefined> => engine.readQuickly(() => authenticateJob(hash, clock())),
    rulesOfIssuer: read(rulesOfIssuer),
    listOidcRules: read(listOidcRules),
    defaultOrganizations: read(defaultOrganizations),
    findFlow: read(findFlow),
    flowNames: read(flowNames),
    flowsNamed: read(flowsNamed),
    findTrail: read(findTrail),
    findTrailNow: read(findTrailNow),
    findWholeTrail: read(findWholeTrail),
    currentOf: read(currentOf),
    trailNowById: read(trailNowById),
    trailCount: read(trailCount),
    trailsByNumber: read(trailsByNumber),
    eventsOfTrails: read(eventsOfTrails),
    trailSizes: read(trailSizes),
    searchTrails: search(searchTrails),
    trailsNumbered: read(trailsNumbered),
    sizesNumbered: read(sizesNumbered),
    tagsOf: read(tagsOf),
    findOrganization: read(findOrganization),
    listTokens: read(listTokens),
    recordsAfter: read(recordsAfter),
    standings: read(standings),
    evaluatedBy: read(evaluatedBy),
    artifactNumbers: search(artifactNumbers),
    artifactsNumbered: read(artifactsNumbered),
    approvalCount: read(approvalCount),
    findApprovals: read(findApprovals),
    approvalsAt: read(approvalsAt),
    artifactsOfCommits: search(artifactsOfCommits),
    runningCommit: read(runningCommit),
    shasBeginning: search(shasBeginning),
    latestFirst: search(latestFirst),
    artifactsOfShas: search(artifactsOfShas),
    trailsOfCommits: search(trailsOfCommits),
    findAttestations: search(findAttestations),
    attestationsAt: read(attestationsAt),
    attestationById: read(attestationById),
    attestationsOfTrail: read(attestationsOfTrail),
    placesOnTrail: read(placesOnTrail),
    latestNamed: read(latestNamed),
    attestationCount: search(attestationCount),
    flowAttestationCount: search(flowAttestationCount),
    flowAttestations: search(flowAttestations),
    hasBlob: read(hasBlob),
    findType: read(findType),
    typesAfter: read(typesAfter),
    findTypeVersion: read(findTypeVersion),
    typeVersionEntries: read(typeVersionEntries),
    typeVersionsAt: read(typeVersionsAt),
    putType: record(putType),
    archiveType: writeBy(archiveType),
    findEnvironment: read(findEnvironment),
    environmentsAfter: read(environmentsAfter),
    environmentNames: read(environmentNames),
    linkedTo: read(linkedTo),
    eventsOfEnvironment: search(eventsOfEnvironment),
    findSnapshot: read(findSnapshot),
    snapshotNumberAt: read(snapshotNumberAt),
    snapshotSpans: search(snapshotSpans),
    allowancesOf: read(allowancesOf),
    originsOf: read(originsOf),
    residencesOf: read(residencesOf),
    findPolicy: read(findPolicy),
    policiesAfter: read(policiesAfter),
    policyVersions: read(policyVersions),
    notifications: read(notifications),
    findNotification: read(findNotification),
    addToken: write(addToken),
    addOidcRule: write(addOidcRule),
    removeOidcRule: write(removeOidcRule),
    grantJobAccess: write(grantJobAccess),
    setDefaultOrganization: writeBy(setDefaultOrganization),
    putFlow: record(putFlow),
    renameFlow: writeBy(renameFlow),
    archiveFlow: writeBy(archiveFlow),
    changeTags: record(changeTags),
    revokeToken: write(revokeToken),
    replaceToken: write(replaceToken),
    noteTokenUses: (uses: readonly TokenUse[]): Promise<void> => engine.write(() => noteTokenUses(uses)),
    putTrail: record(putTrail),
    reportArtifact: record(reportArtifact),
    reportApproval: record(reportApproval),
    recordAttestation: (said: NewAttestation, rules: Rules): Promise<AttestationOutcome> =>
      engine.writeJoint({
        org: said.author.orgId,
        kind: 'attestation',
        item: { said, rules },
        all: (items) => recordAttestations(items, clock()),
      }),
    recordOverride: record(recordOverride),
    putEnvironment: record(putEnvironment),
    changeEnvironment: writeBy(changeEnvironment),
    reportSnapshot: record(reportSnapshot),
    allowArtifact: record(allowArtifact),
    putPolicy: record(putPolicy),
    putNotification: record(putNotification),
    removeNotification: writeBy(removeNotification),
    replaceSecrets: writeBy(replaceSecrets),
    keepGateAnswers: (answers: readonly WorkedOut[]): Promise<void> => engine.write(() => keepGateAnswers(answers)),
    dueQueues: write(dueQueues),
    takeMessage: write(takeMessage),
    keepAttempt: write(keepAttempt),
    letGo: (queue: MessageQueue): Promise<void> => engine.write(() => letGo(queue)),
    /** Asked by the metrics. */
    waitingMessages: (): Promise<WaitingMessages> => engine.read(() => waitingMessages(clock())),
    close: (): Promise<void> => engine.close(),
  };
}
