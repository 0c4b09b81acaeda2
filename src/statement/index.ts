export { bundleType, levels, limits, ownField, payloadType, statementType, summaryType, testResultType } from './words.ts';
export { isAbout, isSameRepository, repositoriesIn } from './contract.ts';
export { answerOf, claimedTime, objectionsTo, questionOf, type Demands } from './demands.ts';
export type { Predicate, Statement, Subject } from './contract.ts';
export { draftSummary, draftTestResult, policyText, resourceUriOf } from './predicates.ts';
export type { Draft, GateAnswer, NoStatement, TestRun } from './predicates.ts';
export { subjectsOf, writeStatement, type StatedArtifact, type StatedCommit, type WrittenStatement } from './write.ts';
export { envelopeLine, keyBundle, payloadOf, signStatement, signedBytes, type Envelope } from './envelope.ts';
export { readStatement, type FoundStatement } from './read.ts';
