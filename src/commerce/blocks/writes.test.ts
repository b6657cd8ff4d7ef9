import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { ENDPOINTS } from '#api/index.ts'
import { startApp, type Reply, type TestApp } from '#test/app.ts'
import { newBuyer, onSale, openBargain, type Buyer } from '#test/bargain.ts'
import { likeEarlier } from '#test/likers.ts'
import { openSeller, type Seller } from '#test/factories.ts'
import { lifetime } from '#test/lifetime.ts'

type Pair = { seller: Seller; buyer: Buyer; app: TestApp }
type Attempt = () => Promise<Reply>

/**
 * Writes that start an interaction between two people. Each function creates the required records before the block, and returns the write
 * to attempt after the block.
 */
const WRITES: Readonly<Record<string, readonly ((pair: Pair) => Promise<Attempt>)[]>> = {
  makeOffer: [
    async ({ seller, buyer }) => {
      const listing = await onSale(seller)
      return () => buyer.call('POST', '/v1/offers', { json: { listing, amount: 60 } })
    },
  ],
  counterOffer: [
    async ({ seller, buyer }) => {
      const { id } = await buyer.offer(await onSale(seller), 60)
      return () => seller.call('POST', `/v1/offers/${id}/counter`, { json: { amount: 80 } })
    },
  ],
  acceptOffer: [
    async ({ seller, buyer }) => {
      const { id } = await buyer.offer(await onSale(seller), 60)
      return () => seller.call('POST', `/v1/offers/${id}/accept`, { json: {} })
    },
    async ({ seller, buyer }) => {
      const { id } = await buyer.offer(await onSale(seller), 60)
      await seller.call('POST', `/v1/offers/${id}/counter`, { json: { amount: 80 } })
      return () => buyer.call('POST', `/v1/offers/${id}/accept`, { json: {} })
    },
  ],
  takeInvitation: [
    async ({ seller, buyer, app }) => {
      const listing = await onSale(seller)
      await likeEarlier(app, buyer, listing)
      const { body } = await seller.call('POST', `/v1/listings/${listing}/invitations`, { json: { amount: 90 } })
      return () => buyer.call('POST', `/v1/invitations/${body.id}/take`, { json: {} })
    },
  ],
  askHold: [
    async ({ seller, buyer }) => {
      const listing = await onSale(seller)
      return () => buyer.call('POST', '/v1/holds', { json: { listing } })
    },
  ],
  payHold: [
    async ({ seller, buyer }) => {
      const hold = await buyer.call('POST', '/v1/holds', { json: { listing: await onSale(seller) } })
      return () => buyer.call('POST', `/v1/holds/${hold.body.id}/pay`, { json: { method: 'test_ok' } })
    },
  ],
  createOrder: [
    async ({ seller, buyer }) => {
      const listing = await onSale(seller)
      return () => buyer.call('POST', '/v1/orders', { json: { listing } })
    },
  ],
  createPurchase: [
    async ({ seller, buyer }) => {
      const listings = [await onSale(seller, { shipping: 5 }), await onSale(seller, { shipping: 5 })]
      return () => buyer.call('POST', '/v1/purchases', { json: { listings } })
    },
  ],
  quotePurchase: [
    async ({ seller, buyer }) => {
      const listings = [await onSale(seller, { shipping: 5 }), await onSale(seller, { shipping: 5 })]
      return () => buyer.call('POST', '/v1/purchases/quote', { json: { listings } })
    },
  ],
  startThread: [
    async ({ seller, buyer }) => {
      const listing = await onSale(seller)
      return () => buyer.call('POST', '/v1/threads', { json: { listing, text: 'Still there?' } })
    },
    async ({ seller, buyer }) =>
      () =>
        buyer.call('POST', '/v1/threads', { json: { shop: seller.slug, text: 'Open on Sunday?' } }),
  ],
  sendMessage: (['buyer', 'seller'] as const).map((who) => async (pair: Pair) => {
    const { id } = await threadOf(pair)
    return () => pair[who].call('POST', `/v1/threads/${id}/messages`, { json: { text: 'Hello?' } })
  }),
  followStore: [
    async ({ seller, buyer }) =>
      () =>
        buyer.call('PUT', `/v1/market/stores/${seller.slug}/follow`),
  ],
}

const threadOf = async ({ seller, buyer }: Pick<Pair, 'seller' | 'buyer'>): Promise<{ id: string }> =>
  (await buyer.call('POST', '/v1/threads', { json: { listing: await onSale(seller), text: 'Is it wool?' } })).body

/** All other writes that a key can perform, grouped by the reason why a block does not prevent them. */
const ALLOWED: Readonly<Record<string, string>> = {
  'ends something':
    'declineOffer withdrawOffer declineInvitation withdrawInvitation unfollowStore unlikeListing returnHold cancelOrder cancelPurchase',
  'continues an open order':
    'payOrder payPurchase shipPurchase shipOrder buyLabel voidLabel buyLabels deliverOrder confirmOrder reportProblem answerOrder refundOrder offerReturn agreeToReturn declineReturn sendReturn receiveReturn contestReturn writeReview replyToReview',
  'sends to nobody in a block (src/commerce/invitations/invitations.test.ts)': 'inviteLikers',
  'reaches no one else': 'likeListing saveSearch changeSearch deleteSearch readThread checkShopping approve decline',
  'reaches the operator alone': 'reportListing reportThread reportOrder reportStore',
  'is the block itself': 'blockThread unblockThread blockOrder unblockOrder blockStore unblockStore',
  'changes an own shop or listing, which everyone sees':
    'createShop changeShop deleteShop setShopPicture removeShopPicture importListings createListing changeListing putListing deleteListing publishListing unpublishListing markListingSold relistListing bulkListings undoBulk setPriceDrop stopPriceDrop createSale endSale addPhotos orderPhotos changePhoto removePhoto createQuestion changeQuestion deleteQuestion startResearch writeWords useTake sendChat',
  'changes an own setting':
    'openPayoutAccount setWebhook stopWebhook rotateWebhookSecret testWebhook retryDeliveries retryDelivery createAddress changeAddress deleteAddress createReply changeReply deleteReply',
}

describe('attempting to write to a person after a block', () => {
  let app: TestApp
  const life = lifetime()
  before(async () => {
    app = await startApp(life)
  })

  test('every write that a key can perform is either refused after a block or listed with a reason why it is allowed', () => {
    const writes = ENDPOINTS.filter(({ method, access }) => method !== 'GET' && access.who === 'person').map(({ id }) => id)
    const known = [...Object.keys(WRITES), ...Object.values(ALLOWED).flatMap((ids) => ids.split(' '))]
    assert.deepEqual(writes.toSorted(), known.toSorted())
  })

  const bodies = new Set<string>()
  for (const [id, attempts] of Object.entries(WRITES))
    for (const [index, prepare] of attempts.entries())
      for (const blocker of ['buyer', 'seller'] as const)
        test(`after the ${blocker} blocks the other person, ${id} (attempt ${index + 1}) returns 409 unavailable`, async () => {
          const pair = await newPair(app)
          const attempt = await prepare(pair)
          await pair[blocker].call('PUT', `/v1/threads/${(await threadOf(pair)).id}/block`)
          const { status, body } = await attempt()
          assert.deepEqual([status, body.error?.type, body.error?.code], [409, 'conflict', 'unavailable'], JSON.stringify(body))
          bodies.add(JSON.stringify(body))
        })

  test('every refused write has the same error body, whichever of the two people created the block', () => {
    assert.equal(bodies.size, 1, [...bodies].join('\n'))
  })

  test('a block between two people affects no one else', async () => {
    const pair = await newPair(app)
    await pair.seller.call('PUT', `/v1/threads/${(await threadOf(pair)).id}/block`)
    await newBuyer(app, 'Rae').then(async (rae) => rae.offer(await onSale(pair.seller), 60))
    await pair.buyer.offer(await onSale(await openSeller(app, 'Sam')), 60)
  })
})

async function newPair(app: TestApp): Promise<Pair> {
  const pair = { ...(await openBargain(app)), app }
  assert.equal((await pair.seller.call('PATCH', `/v1/shops/${pair.seller.slug}`, { json: { ask_hold: true } })).status, 200)
  return pair
}
