import type { TestContext } from 'node:test'
import { startApp, type TestApp } from '#test/app.ts'
import { lifetime } from '#test/lifetime.ts'

/** Starts two services with the same database, and waits until both have indexed all listings. */
export async function twoApps(t: Pick<TestContext, 'after'>): Promise<[TestApp, TestApp]> {
  const life = lifetime(t)
  const one = await startApp(life)
  const other = await startApp(life, { DATABASE_URL: one.databaseUrl })
  await Promise.all([one, other].map((app) => app.service.ctx.search.ready()))
  return [one, other]
}
