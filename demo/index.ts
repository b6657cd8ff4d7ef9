import type { Context } from '#platform/context/index.ts'
import { base62 } from '#core/secrets.ts'
import { storeAccess, readAccess, type Access } from './access.ts'
import { KEY_HOLDER, OPERATOR, PEOPLE, SHOPS } from './cast/index.ts'
import { addPictures } from './pictures.ts'
import { plant } from './plant.ts'
import * as queries from './queries.ts'

export { clearDemo, DemoRefusal, disableDemo as keepDemoOff } from './clear.ts'

/** The demo marketplace that already existed or was created at this startup. */
export type Demo = {
  /** True if this startup created the demo marketplace. */
  fresh: boolean
  /** The stored credentials, or null if the file that contains them is missing. */
  access: Access | null
  shops: number
  items: number
  /** Number of images that are still to be added. */
  pictures: number
  people: readonly { email: string; summary: string }[]
}

/** Password of the demo users in local mode. In public mode, the demo users have a random password. */
const LOCAL_PASSWORD = 'second-hand'

/**
 * Creates the demo marketplace if `DEMO` is on and the database is empty (spec: completions 1, DEMO). Returns an existing demo unchanged.
 * Returns null if `DEMO=off`, if the database has other accounts, or if the demo was cleared.
 */
export async function openDemo(ctx: Context): Promise<Demo | null> {
  if (!ctx.config.demo) return null
  const password = ctx.config.mode === 'local' ? LOCAL_PASSWORD : base62(ctx.randomBytes(64), 20)
  const planted = await plant(ctx, password, (key) => storeAccess(ctx, { key, password }))
  if (!planted && (await queries.marketState(ctx.db)) !== 'planted') return null
  return {
    fresh: planted !== null,
    access: await readAccess(ctx),
    shops: SHOPS.length,
    items: SHOPS.flatMap(({ items }) => items).length,
    pictures: await queries.countPictures(ctx.db),
    people: [
      {
        email: PEOPLE[KEY_HOLDER].email,
        summary: `sells: ${SHOPS.filter(({ owner }) => owner === KEY_HOLDER)
          .map(({ name }) => name)
          .join(', ')}`,
      },
      { email: PEOPLE.theo.email, summary: 'buys: 2 counteroffers to answer, 1 parcel on its way' },
      { email: PEOPLE[OPERATOR].email, summary: 'operates: 2 reports to read, at /operator' },
    ],
  }
}

/** Adds missing images in the background. Returns a function that stops this work after the current image. */
export function startPictures(ctx: Context): () => Promise<void> {
  let stopped = false
  const adding = addPictures(ctx, () => stopped).then(
    (count) => ctx.log.info({ count }, 'demo pictures are added'),
    (error: unknown) => ctx.log.error({ err: error }, 'adding pictures stopped; the next start continues'),
  )
  return async () => {
    stopped = true
    await adding
  }
}
