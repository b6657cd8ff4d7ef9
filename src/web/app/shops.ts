import { api, call } from '#web/page/index.ts'
import type { Context, Person } from '#platform/context.ts'
import type { Shop } from '#web/page/records.ts'

export const shopsOf = async (ctx: Context, viewer: Person): Promise<readonly Shop[]> => (await call(ctx, viewer, api.listShops)).data
