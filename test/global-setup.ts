import { startTestCluster } from '#test/cluster.ts'

let stop = async () => {}

/**
 * Runs once, before all test files (`--test-global-setup`). The test files find the connection to the cluster in an environment variable.
 */
export async function globalSetup(): Promise<void> {
  const started = await startTestCluster()
  stop = started.stop
  process.env.TEST_CLUSTER = JSON.stringify(started.cluster)
}

export async function globalTeardown(): Promise<void> {
  await stop()
}
