import { watchDamage } from './damage.ts';
import type { Engine } from './sql/engine.ts';
import type { Steps } from './sql/statement.ts';
import { allowArtifact } from './tables/allow-artifact.ts';
import { allowancesOf } from './tables/allowances.ts';
import { approvalCount, approvalsAt, artifactsOfCommits, findApprovals, reportApproval } from './tables/approvals.ts';
import { artifactNumbers, artifactsNumbered, reportArtifact } from './tables/artifacts.ts';
import { currentOf, findTrailNow, findWholeTrail } from './tables/current.ts';
import { judgedBy } from './tables/judged.ts';
import { latestNamed } from './tables/latest.ts';
import { runningCommit } from './tables/deployments.ts';
import { standings } from './tables/standings.ts';
import {
  attestationById,
  attestationCount,
  attestationsAt,
  attestationsOfTrail,
  findAttestations,
  hasBlob,
  recordAttestation,
} from './tables/attestations.ts';
import { recordOverride } from './tables/overrides.ts';
import { flowAttestationCount, flowAttestations } from './tables/flow-attestations.ts';
import { changeEnvironment, putEnvironment } from './tables/environment-changes.ts';
import { eventsOfEnvironment } from './tables/environment-events.ts';
import { environmentNames, environmentsAfter, findEnvironment, linkedTo } from './tables/environments.ts';
import { archiveFlow, renameFlow } from './tables/flow-names.ts';
import { findFlow, flowNames, flowsNamed, putFlow } from './tables/flows.ts';
import { defaultOrganizations, findOrganization, setDefaultOrganization } from './tables/members.ts';
import { originsOf } from './tables/origins.ts';
import { reportSnapshot } from './tables/reports.ts';
import { recordsAfter } from './tables/records.ts';
import { residencesOf } from './tables/residences.ts';
import { findNotification, notifications, putNotification, removeNotification } from './tables/notifications.ts';
import { claimMessages, settleMessage } from './tables/outbox.ts';
import { findPolicy, policiesAfter, policyVersions, putPolicy } from './tables/policies.ts';
import { addToken, authenticate, listTokens, revokeToken } from './tables/tokens.ts';
import { artifactsOfShas, latestFirst, shasBeginning } from './tables/search.ts';
import { findSnapshot, snapshotNumberAt, snapshotSpans } from './tables/snapshots.ts';
import { tagsOf } from './tables/tag-rows.ts';
import { changeTags } from './tables/tags.ts';
import { eventsOfTrails, findTrail, sizesNumbered, trailCount, trailSizes, trailsByNumber, trailsNumbered } from './tables/trail-pages.ts';
import { searchTrails } from './tables/trail-search.ts';
import { putTrail } from './tables/trails.ts';
import { archiveType, findType, findTypeVersion, putType, typesAfter, typeVersionPlaces, typeVersionsAt } from './tables/custom-types.ts';

/** Everything that the service keeps, whatever the engine below. Each operation is described next to its statements. */
export type Store = ReturnType<typeof createStore>;

/** The store on an engine. `clock` gives Unix seconds, which are the last argument of every write. */
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
    /** The message of the first read or write that met damage; `undefined` while none has. */
    damage,
    authenticate: read(authenticate),
    defaultOrganizations: read(defaultOrganizations),
    findFlow: read(findFlow),
    flowNames: read(flowNames),
    flowsNamed: read(flowsNamed),
    findTrail: read(findTrail),
    findTrailNow: read(findTrailNow),
    findWholeTrail: read(findWholeTrail),
    currentOf: read(currentOf),
    trailCount: read(trailCount),
    trailsByNumber: read(trailsByNumber),
    eventsOfTrails: read(eventsOfTrails),
    trailSizes: read(trailSizes),
    searchTrails: read(searchTrails),
    trailsNumbered: read(trailsNumbered),
    sizesNumbered: read(sizesNumbered),
    tagsOf: read(tagsOf),
    findOrganization: read(findOrganization),
    listTokens: read(listTokens),
    recordsAfter: read(recordsAfter),
    standings: read(standings),
    judgedBy: read(judgedBy),
    artifactNumbers: read(artifactNumbers),
    artifactsNumbered: read(artifactsNumbered),
    approvalCount: read(approvalCount),
    findApprovals: read(findApprovals),
    approvalsAt: read(approvalsAt),
    artifactsOfCommits: read(artifactsOfCommits),
    runningCommit: read(runningCommit),
    shasBeginning: read(shasBeginning),
    latestFirst: read(latestFirst),
    artifactsOfShas: read(artifactsOfShas),
    findAttestations: read(findAttestations),
    attestationsAt: read(attestationsAt),
    attestationById: read(attestationById),
    attestationsOfTrail: read(attestationsOfTrail),
    latestNamed: read(latestNamed),
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
    findEnvironment: read(findEnvironment),
    environmentsAfter: read(environmentsAfter),
    environmentNames: read(environmentNames),
    linkedTo: read(linkedTo),
    eventsOfEnvironment: read(eventsOfEnvironment),
    findSnapshot: read(findSnapshot),
    snapshotNumberAt: read(snapshotNumberAt),
    snapshotSpans: read(snapshotSpans),
    allowancesOf: read(allowancesOf),
    originsOf: read(originsOf),
    residencesOf: read(residencesOf),
    findPolicy: read(findPolicy),
    policiesAfter: read(policiesAfter),
    policyVersions: read(policyVersions),
    notifications: read(notifications),
    findNotification: read(findNotification),
    addToken: write(addToken),
    setDefaultOrganization: write(setDefaultOrganization),
    putFlow: write(putFlow),
    renameFlow: write(renameFlow),
    archiveFlow: write(archiveFlow),
    changeTags: write(changeTags),
    revokeToken: write(revokeToken),
    putTrail: write(putTrail),
    reportArtifact: write(reportArtifact),
    reportApproval: write(reportApproval),
    recordAttestation: write(recordAttestation),
    recordOverride: write(recordOverride),
    putEnvironment: write(putEnvironment),
    changeEnvironment: write(changeEnvironment),
    reportSnapshot: write(reportSnapshot),
    allowArtifact: write(allowArtifact),
    putPolicy: write(putPolicy),
    putNotification: write(putNotification),
    removeNotification: write(removeNotification),
    claimMessages: write(claimMessages),
    settleMessage: write(settleMessage),
    close: (): Promise<void> => engine.close(),
  };
}
