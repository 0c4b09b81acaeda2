import { stringAt, valueAt } from '../../../text/index.ts';
import type { JobClaims } from '../../store/model/oidc.ts';
import { Refusal } from '../../evidence/refusal.ts';

/** Longest text of a claim: a ref or the path of a workflow is far shorter. */
const longest = 1024;

/** The claims of an ID token of GitHub Actions that are read. */
export interface IdClaims {
  readonly issuer: string;
  readonly audience: string;
  /** The number of the token: no two of an issuer have the same. */
  readonly jti: string;
  readonly repository: string;
  readonly repositoryId: string;
  /** The file and ref that the job is defined in: that of a reusable workflow, where it is one. */
  readonly workflow: string | undefined;
  readonly ref: string;
  readonly environment: string | undefined;
  readonly event: string;
  /** Whether rules of the repository protect the ref. */
  readonly isProtected: boolean;
  /** The facts about the job that its records will have. */
  readonly recorded: JobClaims;
}

/** The claims of a token by their types. Throws a Refusal that names the one that is missing, or that is no text. */
export function claimsOf(payload: object): IdClaims {
  const issuer = needed(payload, 'iss');
  const repository = needed(payload, 'repository');
  const repositoryId = needed(payload, 'repository_id');
  const ref = needed(payload, 'ref');
  const event = needed(payload, 'event_name');
  // A job without job_workflow_ref is of no reusable workflow. One that is there and cannot be read stands for nothing.
  const workflow = claim(payload, valueAt(payload, 'job_workflow_ref') === undefined ? 'workflow_ref' : 'job_workflow_ref');
  const environment = claim(payload, 'environment');
  const recorded: Record<string, string> & JobClaims = { issuer, repository, repository_id: repositoryId, ref, event };
  const others = {
    workflow,
    environment,
    subject: claim(payload, 'sub'),
    run_id: needed(payload, 'run_id'),
    run_attempt: claim(payload, 'run_attempt'),
    sha: claim(payload, 'sha'),
    actor: claim(payload, 'actor'),
  };
  for (const [name, value] of Object.entries(others)) if (value !== undefined) recorded[name] = value;
  return {
    issuer,
    audience: audienceOf(payload),
    jti: needed(payload, 'jti'),
    repository,
    repositoryId,
    workflow,
    ref,
    environment,
    event,
    isProtected: claim(payload, 'ref_protected') === 'true',
    recorded,
  };
}

/** A token for several audiences could be used by each of them against the others. */
function audienceOf(payload: object): string {
  const audience: unknown = valueAt(payload, 'aud');
  if (Array.isArray(audience) && audience.length === 1) {
    const [only]: readonly unknown[] = audience;
    return needed({ aud: only }, 'aud');
  }
  return needed(payload, 'aud');
}

/** A claim, or `undefined` where it is absent or no text of a usual length on one line. */
export function claim(payload: object, name: string): string | undefined {
  const value = stringAt(payload, name);
  return value === undefined || value.length > longest || !onOneLine.test(value) || !value.isWellFormed() ? undefined : value;
}

const onOneLine = /^[^\u0000-\u001F\u007F]+$/u;

function needed(payload: object, name: string): string {
  const value = claim(payload, name);
  if (value !== undefined) return value;
  throw new Refusal('unauthorized', `The ID token has no claim ${name}, or one that is no text.`, {
    fix: 'Send an ID token of a job of GitHub Actions, for one audience.',
  });
}
