import { api, call, type Shop } from '#web/framework/page/index.ts'
import type { Context, Person } from '#platform/context/index.ts'

export const shopsOf = async (ctx: Context, viewer: Person): Promise<readonly Shop[]> => (await call(ctx, viewer, api.listShops)).data
