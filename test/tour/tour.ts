import { createResale } from '@resale/sdk'
import { bargain } from './bargain.ts'
import { closeTheBooks } from './books.ts'
import { followClock } from './clock.ts'
import { payShipAndEnd } from './first-sale.ts'
import { startHooks, type Delivery, type Verify } from './hooks.ts'
import { listFirst, openShop } from './opening.ts'
import { receiverFallsIll, secretIsChanged } from './receiver-trouble.ts'
import { pagesOf } from './service.ts'
import { forfeitedHold, neverShipped, problemAndPartialRefund } from './troubles.ts'
import { createVoice } from './voice.ts'
import { createWeb } from './web.ts'

const EXAMPLE = new URL('../../docs/examples/verify.mjs', import.meta.url).href

export type TourOptions = {
  /** Base URL of a service with TEST_CLOCK=on, without a trailing slash. */
  site: string
  print(line: string): void
  /** Verifies the signatures that the receiver gets. Default: docs/examples/verify.mjs. */
  check?: Verify
}

/** Result of the tour: the events that the webhook receiver got, in chronological order. */
export type Toured = { deliveries: Delivery[]; shop: string }

/**
 * Runs through a complete sale and some sales with problems, using the SDK and its own webhook receiver. Advances the service's clock by
 * about three weeks. Throws at the first result that differs from the documentation.
 */
export async function tour({ site, print, check }: TourOptions): Promise<Toured> {
  const { verify } = (await import(EXAMPLE)) as { verify: Verify }
  const anonymous = createResale({ baseUrl: site })
  const web = createWeb(site)
  const clock = await followClock(site)
  const hooks = await startHooks(check ?? verify, clock.readings)
  try {
    const pages = await pagesOf(site)
    const mailbox = await web.page(`${pages}/dev/mail`).then(
      () => true,
      () => false,
    )
    const stage = await openShop({ site: pages, calls: site, anonymous, web, clock, hooks, mailbox, say: createVoice(print) })
    const order = await bargain(stage, await listFirst(stage))
    await payShipAndEnd(stage, order)
    await problemAndPartialRefund(stage)
    await forfeitedHold(stage, await neverShipped(stage))
    await receiverFallsIll(stage)
    await secretIsChanged(stage)
    await closeTheBooks(stage)
    return { deliveries: inOrder(hooks.deliveries), shop: stage.shop.slug }
  } finally {
    await hooks.stop()
  }
}

/** Sorts deliveries by event id. Ids start with the time, so the order is chronological. */
const inOrder = (deliveries: readonly Delivery[]): Delivery[] =>
  deliveries.toSorted((one, other) => (one.id < other.id ? -1 : one.id > other.id ? 1 : 0))
