import type { TestContext } from 'node:test'
import { startApp, type TestApp } from '#test/app.ts'

/** Two services on one database, both with their index built. */
export async function twoApps(t: Pick<TestContext, 'after'>): Promise<[TestApp, TestApp]> {
  const stops: (() => unknown)[] = []
  // The second one stops first: the database is the first one's.
  t.after(async () => {
    for (const stop of stops.toReversed()) await stop()
  })
  const life: Pick<TestContext, 'after'> = { after: (stop) => void stops.push(stop as () => unknown) }
  const one = await startApp(life)
  const other = await startApp(life, { DATABASE_URL: one.databaseUrl })
  await Promise.all([one, other].map((app) => app.service.ctx.search.ready()))
  return [one, other]
}
