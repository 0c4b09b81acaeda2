import { openCluster, type Cluster } from './cluster.ts';
import { clusterVariable } from './variable.ts';

let cluster: Cluster | undefined;

/** One server for all tests of a run. Without PostgreSQL on this machine none of them runs, and the message says so. */
export async function setup(): Promise<void> {
  cluster = await openCluster();
  process.env[clusterVariable] = cluster.url('');
}

export async function teardown(): Promise<void> {
  await cluster?.remove();
}
