import assert from 'node:assert/strict'
import { sayDelivery } from './bargain.ts'
import { soon, type Stage } from './stage.ts'

/** Latest time of each retry, in seconds. A retry may be up to 10% later than scheduled. */
const FIRST_RETRY_SECONDS = 5 * 60 * 1.1 + 1
const SECOND_RETRY_SECONDS = 30 * 60 * 1.1 + 1

/** Shows that a receiver gets every event even after it failed for half an hour, and that a retry has the same event id. */
export async function receiverFallsIll(stage: Stage): Promise<void> {
  const { say, seller, buyer, shop, hooks, clock } = stage
  say.chapter('A webhook receiver fails')
  hooks.answer = 500
  const thread = await buyer.api.threads.start({ shop: shop.slug, text: 'Do you ever have scarves?' })
  const first = await hooks.next('question.asked', thread.last_message.id)
  say.step('Nina’s receiver responds with 500 to the event about Ben’s question: does she ever have scarves?')
  const seen = await soon('the failed delivery', async () => {
    const { last_delivery } = await seller.api.webhooks.get()
    return last_delivery?.status === 500 && last_delivery
  })
  say.more(`GET /v1/webhooks shows it: ${seen.error}`)
  await clock.advance(FIRST_RETRY_SECONDS)
  assert.equal(hooks.triesOf(first.id).length, 2)
  say.step('Five minutes later the service retries, and the receiver fails again.')
  hooks.answer = 200
  await clock.advance(SECOND_RETRY_SECONDS)
  const tries = hooks.triesOf(first.id)
  assert.deepEqual(
    tries.map(({ attempt }) => attempt),
    [1, 2, 3],
  )
  assert.equal(new Set(tries.map(({ raw }) => raw)).size, 1, 'every attempt sends the same body')
  assert.equal(new Set(tries.map(({ signature }) => signature)).size, 3, 'every attempt has a new signature')
  const [delivery] = (await seller.api.webhooks.listDeliveries()).data.filter((one) => one.event === first.id)
  assert.deepEqual([delivery?.status, delivery?.tries], ['delivered', 3])
  say.step('Half an hour later the third attempt succeeds: same ID, same body, new signature.')
  sayDelivery(stage, first)
}

/** Shows that a new secret works immediately and that the old secret stops working. */
export async function secretIsChanged(stage: Stage): Promise<void> {
  const { say, seller, hooks } = stage
  const old = hooks.secret
  hooks.secret = (await seller.api.webhooks.rotateSecret()).secret!
  const tested = await seller.api.webhooks.test()
  assert.deepEqual([tested.status, tested.error], [200, null])
  const ping = await hooks.next('ping')
  assert.equal(ping.id, tested.event)
  assert.equal(hooks.passesWith(old, ping), false)
  say.step('Nina rotates the secret and sends a test: valid with the new secret, invalid with the old one.')
  sayDelivery(stage, ping)
}
