import type { Context, Person } from '#platform/context/index.ts'
import { helperStates, type HelperState } from './rules.ts'
import { readHelperSettings } from './queries.ts'

/** Returns the state of each helper. If a helper is limited, includes the reason (spec: completions 9). */
export async function readHelpers(ctx: Context, actor: Person): Promise<HelperState[]> {
  const { model, comparables, catalog, browser, embedder } = ctx.providers
  const has = { model: !!model, comparables: !!comparables, catalog: !!catalog, browser: !!browser, embedder: !!embedder }
  const [settings, meaning] = await Promise.all([readHelperSettings(ctx.db, actor.accountId), ctx.search.meaning()])
  return helperStates({ has, ...settings, searchIndex: ctx.config.searchIndex, meaning })
}
