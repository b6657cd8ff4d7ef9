import type { Context } from '#platform/context/index.ts'
import { base62 } from '#core/secrets.ts'
import { keepAccess, readAccess, type Access } from './access.ts'
import { KEY_HOLDER, OPERATOR, PEOPLE, SHOPS } from './cast/index.ts'
import { addPictures } from './pictures.ts'
import { plant } from './plant.ts'
import * as queries from './queries.ts'

export { clearDemo, DemoRefusal, keepDemoOff } from './clear.ts'

/** The demo market as a start finds or makes it. */
export type Demo = {
  /** Planted by this start, and not by an earlier one. */
  fresh: boolean
  /** Null when its file is gone. */
  access: Access | null
  shops: number
  things: number
  /** Still to be added. */
  pictures: number
  people: readonly { email: string; says: string }[]
}

/** For everybody in local mode. A service that others reach gets one that nobody can know. */
const LOCAL_PASSWORD = 'second-hand'

/**
 * Plants the demo market if `DEMO` is on and the database empty, else finds what an earlier start planted. Null
 * where there is none: `DEMO=off`, a database of other people's, or a market that was cleared away
 * (completions 1, DEMO).
 */
export async function openDemo(ctx: Context): Promise<Demo | null> {
  if (!ctx.config.demo) return null
  const password = ctx.config.mode === 'local' ? LOCAL_PASSWORD : base62(ctx.randomBytes(64), 20)
  const planted = await plant(ctx, password, (key) => keepAccess(ctx, { key, password }))
  if (!planted && (await queries.marketState(ctx.db)) !== 'planted') return null
  return {
    fresh: planted !== null,
    access: await readAccess(ctx),
    shops: SHOPS.length,
    things: SHOPS.flatMap(({ things }) => things).length,
    pictures: await queries.countPictures(ctx.db),
    people: [
      {
        email: PEOPLE[KEY_HOLDER].email,
        says: `sells: ${SHOPS.filter(({ owner }) => owner === KEY_HOLDER)
          .map(({ name }) => name)
          .join(', ')}`,
      },
      { email: PEOPLE.theo.email, says: 'buys: 2 counters to answer, 1 parcel on its way' },
      { email: PEOPLE[OPERATOR].email, says: 'operates: 2 reports to read, at /operator' },
    ],
  }
}

/** Adds in the background the pictures that are not there yet. Gives the function that stops it, after the one under way. */
export function startPictures(ctx: Context): () => Promise<void> {
  let stopped = false
  const adding = addPictures(ctx, () => stopped).then(
    (count) => ctx.log.info({ count }, 'demo pictures are added'),
    (error: unknown) => ctx.log.error({ err: error }, 'adding pictures stopped; the next start goes on'),
  )
  return async () => {
    stopped = true
    await adding
  }
}
