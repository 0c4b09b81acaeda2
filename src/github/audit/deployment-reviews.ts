import type { Deployment } from '../../audit/index.ts';
import { stringAt, valueAt } from '../../text/index.ts';
import { userAt } from './accounts.ts';
import { isRefusal } from './listed.ts';
import type { Session } from './session.ts';
import { shaAt } from './values.ts';

type Reviews = NonNullable<Deployment['reviews']>;

/** A deployment that a job of a run may have made. */
export interface Deployed {
  readonly id: number;
  readonly environment: string;
  readonly sha: string;
  readonly production: boolean;
  /** The address that its status names: anybody who may set a status can write any. */
  readonly logUrl: string | undefined;
}

/** Most runs that are asked about, those that served users first: each takes two requests. */
const mostRuns = 100;

const permission = 'actions: read';
const ofRun = { route: 'GET /repos/{owner}/{repo}/actions/runs/{run_id}', purpose: 'tell about the run of a deployment', permission };
const ofReviews = {
  route: 'GET /repos/{owner}/{repo}/actions/runs/{run_id}/approvals',
  purpose: 'tell who let a deployment begin',
  permission,
};

/**
 * The people who let GitHub begin each deployment, or did not, by its number; one that is left out is not known. GitHub keeps them with
 * the run, so that the run must be of the deployed commit: a status can name any run.
 */
export async function deploymentReviews(session: Session, deployments: readonly Deployed[]): Promise<ReadonlyMap<number, Reviews>> {
  const found = new Map<number, Reviews>();
  const runs = new Map<number, Deployed[]>();
  const ordered = deployments.toSorted((one, other) => Number(other.production) - Number(one.production));
  for (const one of ordered) {
    const run = runOf(one, session.repository);
    if (run !== undefined) runs.set(run, [...(runs.get(run) ?? []), one]);
  }
  for (const [run, made] of [...runs].slice(0, mostRuns)) {
    try {
      const parameters = { run_id: run };
      const sha = shaAt(await session.rest({ ...ofRun, parameters }), 'head_sha');
      const own = made.filter((one) => one.sha === sha);
      if (own.length === 0) continue;
      const list = await session.rest({ ...ofReviews, parameters });
      for (const { environment, id } of own) {
        const reviews = reviewsIn(list, environment);
        if (reviews !== undefined) found.set(id, reviews);
      }
    } catch (error) {
      // Without the permission, or without Actions, nobody knows; of a run that is deleted neither.
      if (!isRefusal(error)) throw error;
      if (error.code === 'forbidden') return found;
    }
  }
  return found;
}

/** The number of the run, whatever server the address names: the run is asked of this repository. */
function runOf({ logUrl = '' }: Deployed, repository: string): number | undefined {
  const path = URL.parse(logUrl)?.pathname ?? '';
  const runs = `/${repository}/actions/runs/`;
  const [, number] = /^([1-9]\d{0,14})(?:\/|$)/.exec(path.startsWith(runs) ? path.slice(runs.length) : '') ?? [];
  return number === undefined ? undefined : Number(number);
}

/** The reviews of one environment; undefined where a part of the answer cannot be read. */
function reviewsIn(list: unknown, environment: string): Reviews | undefined {
  if (!Array.isArray(list)) return undefined;
  const reviews: Reviews[number][] = [];
  for (const item of list) {
    const environments = valueAt(item, 'environments');
    const [said, by] = [stringAt(item, 'state'), userAt(item, 'user')];
    if (!Array.isArray(environments) || by === undefined || said === undefined) return undefined;
    if (!environments.some((one) => stringAt(one, 'name') === environment) || said === 'pending') continue;
    if (said !== 'approved' && said !== 'rejected') return undefined;
    reviews.push({ by, said });
  }
  return reviews;
}
