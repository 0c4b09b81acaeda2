// All of an audit in one module: it is loaded when one runs, and then as one chunk of the bundle.
export { collectAudit } from './collect/collect.ts';
export { collectLog } from './collect/log.ts';
export { planAudit } from './collect/plan.ts';
export { readServiceFacts } from './collect/service.ts';
export { reaches } from './findings/finding.ts';
export { readAuditFile } from './file/read-audit-file.ts';
export { judgeAudit } from './judge/judge-audit.ts';
export { readLines } from './lines/read-lines.ts';
export { openSpool } from './lines/spool.ts';
export { writeLines } from './lines/write-lines.ts';
export { packAudit } from './package/pack.ts';
export { readPrevious } from './previous/read-previous.ts';
export { reports } from './reports/index.ts';
export { headWords } from './reports/witness-words.ts';
export { sampleLines } from './sample/sample-files.ts';
export { takeSample } from './sample/take-sample.ts';
export { rules } from './rules/rules.ts';
