import { watchDamage } from '../faults.ts';
import { writing, type Author, type Deciding } from '../log/chain.ts';
import { reach, recordsAfter } from '../log/read-log.ts';
import * as approvals from '../resources/approvals/tables.ts';
import * as artifacts from '../resources/artifacts/tables.ts';
import * as asserts from '../resources/asserts/tables.ts';
import * as jointAttestations from '../resources/attestations/tables-joint.ts';
import * as attestations from '../resources/attestations/tables.ts';
import * as customTypes from '../resources/custom-types/tables.ts';
import * as environmentChanges from '../resources/environments/tables-changes.ts';
import * as evaluation from '../resources/environments/tables-evaluation.ts';
import * as environmentEvents from '../resources/environments/tables-events.ts';
import * as environments from '../resources/environments/tables.ts';
import * as flows from '../resources/flows/tables.ts';
import * as gate from '../resources/gate/tables.ts';
import * as messages from '../resources/messages/tables.ts';
import * as notifications from '../resources/notifications/tables.ts';
import * as oidc from '../resources/oidc/tables.ts';
import * as overview from '../resources/organizations/tables-overview.ts';
import * as organizations from '../resources/organizations/tables.ts';
import * as policies from '../resources/policies/tables.ts';
import * as shas from '../resources/search/tables.ts';
import * as sessions from '../resources/sessions/tables.ts';
import * as tags from '../resources/tags/tables.ts';
import * as administration from '../resources/tokens/tables-administration.ts';
import * as tokens from '../resources/tokens/tables.ts';
import * as facets from '../resources/trails/tables-facets.ts';
import * as trailReads from '../resources/trails/tables-reads.ts';
import * as trails from '../resources/trails/tables.ts';
import type { Engine } from '../sql/engine.ts';
import type { Steps } from '../sql/sql.ts';
import type { Rules } from '../store-rules.ts';

/** Everything that the service keeps, whatever the engine below. Each operation is described next to its statements. */
export type Store = ReturnType<typeof createStore>;

/** How the bodies of reads and writes run on an engine: as functions with the same arguments, but for those that each store has. */
function runOn(engine: Engine, rules: Rules, clock: () => number) {
  const read =
    <Args extends readonly unknown[], Result>(body: (...args: Args) => Steps<Result>) =>
    (...args: Args): Promise<Result> =>
      engine.read(() => body(...args));
  /** A read that the rules have a part in. */
  const judge =
    <Args extends readonly unknown[], Result>(body: (...args: [...Args, Rules]) => Steps<Result>) =>
    (...args: Args): Promise<Result> =>
      engine.read(() => body(...args, rules));
  /** A read of one statement: every request begins with it. */
  const quickly =
    <Args extends readonly unknown[], Result>(body: (...args: [...Args, number]) => Steps<Result>) =>
    (...args: Args): Promise<Result> =>
      engine.readQuickly(() => body(...args, clock()));
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
    <Args extends readonly unknown[], Result>(body: (chain: Deciding, ...args: Args) => Steps<Result>) =>
    (author: Author, ...args: Args): Promise<Result> =>
      engine.write(() => writing(author, clock(), (chain) => body(Object.assign(chain, { rules }), ...args)), author.orgId);
  /** The same; its first argument names the author. */
  const record =
    <Said extends { readonly author: Author }, Args extends readonly unknown[], Result>(
      body: (chain: Deciding, said: Said, ...args: Args) => Steps<Result>,
    ) =>
    (said: Said, ...args: Args): Promise<Result> =>
      writeBy(body)(said.author, said, ...args);
  return { read, judge, quickly, search, write, writeBy, record };
}

/** Who may come in: tokens, sessions of browsers, and jobs with the rules that let them in. */
function accessOn(engine: Engine, clock: () => number, { quickly, read, write, writeBy }: ReturnType<typeof runOn>) {
  return {
    authenticate: quickly(tokens.authenticate),
    findSession: quickly(sessions.findSession),
    endedToken: (tokenHash: string) => engine.read(() => tokens.endedToken(tokenHash, clock())),
    authenticateJob: quickly(oidc.authenticateJob),
    rulesOfIssuer: read(oidc.rulesOfIssuer),
    listOidcRules: (orgId?: string) => engine.read(() => oidc.listOidcRules(orgId)),
    listTokens: (orgId?: string) => engine.read(() => tokens.listTokens(orgId)),
    addToken: write(tokens.addToken),
    addOidcRule: write(oidc.addOidcRule),
    removeOidcRule: write(oidc.removeOidcRule),
    putOidcRule: writeBy(oidc.putOidcRule),
    takeBackOidcRule: writeBy(oidc.takeBackOidcRule),
    grantJobAccess: write(oidc.grantJobAccess),
    revokeToken: write(tokens.revokeToken),
    listOrganizations: read(organizations.listOrganizations),
    changeOrganization: write(organizations.changeOrganization),
    replaceToken: write(tokens.replaceToken),
    makeToken: writeBy(administration.makeToken),
    rotateToken: writeBy(administration.rotateToken),
    takeBackToken: writeBy(administration.takeBackToken),
    findOrganizations: read(sessions.findOrganizations),
    beginSession: write(sessions.beginSession),
    beginPersonSession: write(sessions.beginPersonSession),
    noteSessionUse: write(sessions.noteSessionUse),
    endSession: write(sessions.endSession),
    listSessions: quickly(sessions.listSessions),
    endSessions: write(sessions.endSessions),
    noteTokenUses: (uses: readonly tokens.TokenUse[]) => engine.write(() => tokens.noteTokenUses(uses)),
  };
}

/** Reads of many things at once: what people search for, and what they see of a whole organization at once. */
function findingsOn({ search }: ReturnType<typeof runOn>) {
  return {
    troubledTrails: search(overview.troubledTrails),
    troubledResults: search(attestations.troubledResults),
    activeFlows: search(overview.activeFlows),
    lastStates: search(overview.lastStates),
    decisions: search(overview.decisions),
    shasBeginning: search(shas.shasBeginning),
    latestFirst: search(shas.latestFirst),
    artifactsOfShas: search(shas.artifactsOfShas),
    trailsOfCommits: search(shas.trailsOfCommits),
    trailsHolding: search(shas.trailsHolding),
    artifactsHolding: search(shas.artifactsHolding),
  };
}

/** The store on an engine. `clock` gives Unix seconds. */
export function createStore(bare: Engine, rules: Rules, clock: () => number = () => Date.now() / 1000) {
  const { engine, damage } = watchDamage(bare);
  const runs = runOn(engine, rules, clock);
  const { judge, read, record, search, write, writeBy } = runs;
  return {
    /** The message of the first read or write that met damage; `undefined` while none has. */
    damage,
    reach: read(reach),
    ...accessOn(engine, clock, runs),
    ...findingsOn(runs),
    defaultOrganizations: read(organizations.defaultOrganizations),
    findFlow: read(flows.findFlow),
    flowNames: read(flows.flowNames),
    flowsNamed: read(flows.flowsNamed),
    findTrail: read(trailReads.findTrail),
    findTrailNow: judge(trailReads.findTrailNow),
    findWholeTrail: judge(trailReads.findWholeTrail),
    currentOf: judge(trailReads.currentOf),
    trailNowById: judge(trailReads.trailNowById),
    trailCount: read(trailReads.trailCount),
    trailsByNumber: read(trailReads.trailsByNumber),
    eventsOfTrails: read(trailReads.eventsOfTrails),
    trailSizes: read(trailReads.trailSizes),
    searchTrails: search(trailReads.searchTrails),
    findTrails: read(facets.findTrails),
    trailsNumbered: read(trailReads.trailsNumbered),
    sizesNumbered: read(trailReads.sizesNumbered),
    tagsOf: read(environments.tagsOf),
    recordsAfter: read(recordsAfter),
    standings: judge(asserts.standings),
    evaluatedBy: judge(policies.evaluatedBy),
    artifactNumbers: search(artifacts.artifactNumbers),
    artifactsNumbered: read(artifacts.artifactsNumbered),
    approvalCount: read(approvals.approvalCount),
    findApprovals: read(approvals.findApprovals),
    approvalsAt: read(approvals.approvalsAt),
    artifactsOfCommits: search(approvals.artifactsOfCommits),
    runningCommit: read(environments.runningCommit),
    findAttestations: search(attestations.findAttestations),
    attestationsAt: read(attestations.attestationsAt),
    attestationById: read(attestations.attestationById),
    attestationsOfTrail: read(attestations.attestationsOfTrail),
    placesOnTrail: read(attestations.placesOnTrail),
    latestNamed: read(trails.latestNamed),
    attestationCount: search(attestations.attestationCount),
    flowAttestationCount: search(attestations.flowAttestationCount),
    flowAttestations: search(attestations.flowAttestations),
    recordsSince: search(attestations.recordsSince),
    hasBlob: read(attestations.hasBlob),
    findOrganization: read(organizations.findOrganization),
    findType: read(customTypes.findType),
    typesAfter: read(customTypes.typesAfter),
    findTypeVersion: read(customTypes.findTypeVersion),
    typeVersionEntries: read(customTypes.typeVersionEntries),
    typeVersionsAt: read(customTypes.typeVersionsAt),
    putType: record(customTypes.putType),
    archiveType: writeBy(customTypes.archiveType),
    findEnvironment: read(environments.findEnvironment),
    environmentsAfter: read(environments.environmentsAfter),
    environmentNames: read(environments.environmentNames),
    linkedTo: read(environments.linkedTo),
    eventsOfEnvironment: search(environmentEvents.eventsOfEnvironment),
    findSnapshot: read(environments.findSnapshot),
    snapshotNumberAt: read(environments.snapshotNumberAt),
    snapshotSpans: search(environments.snapshotSpans),
    allowancesOf: read(evaluation.allowancesOf),
    originsOf: read(environments.originsOf),
    residencesOf: read(environments.residencesOf),
    findPolicy: read(policies.findPolicy),
    policiesAfter: read(policies.policiesAfter),
    policyVersions: read(policies.policyVersions),
    notifications: read(notifications.notifications),
    findNotification: read(notifications.findNotification),
    setDefaultOrganization: writeBy(organizations.setDefaultOrganization),
    putFlow: record(flows.putFlow),
    renameFlow: writeBy(flows.renameFlow),
    archiveFlow: writeBy(flows.archiveFlow),
    changeTags: record(tags.changeTags),
    putTrail: record(trails.putTrail),
    reportArtifact: record(artifacts.reportArtifact),
    reportApproval: record(approvals.reportApproval),
    recordAttestation: (said: attestations.NewAttestation): Promise<attestations.AttestationOutcome> =>
      engine.writeJoint({
        org: said.author.orgId,
        kind: 'attestation',
        item: said,
        all: (items) => jointAttestations.recordAttestations(items, rules, clock()),
      }),
    recordOverride: record(attestations.recordOverride),
    putEnvironment: record(environmentChanges.putEnvironment),
    changeEnvironment: writeBy(environmentChanges.changeEnvironment),
    reportSnapshot: record(environmentChanges.reportSnapshot),
    allowArtifact: record(environmentChanges.allowArtifact),
    putPolicy: record(policies.putPolicy),
    putNotification: record(notifications.putNotification),
    removeNotification: writeBy(notifications.removeNotification),
    replaceSecrets: writeBy(notifications.replaceSecrets),
    keepGateAnswers: (answers: readonly gate.WorkedOut[]) => engine.write(() => gate.keepGateAnswers(answers)),
    dueQueues: write(messages.dueQueues),
    takeMessage: write(messages.takeMessage),
    keepAttempt: write(messages.keepAttempt),
    letGo: (queue: messages.MessageQueue) => engine.write(() => messages.letGo(queue)),
    waitingMessages: () => engine.read(() => messages.waitingMessages(clock())),
    close: () => engine.close(),
  };
}
