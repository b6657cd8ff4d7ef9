import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ENDPOINTS } from '#api/index.ts'
import { recordsOf } from '#identity/approvals/records/index.ts'
import type { Endpoint } from '#platform/http/endpoint.ts'

/**
 * For each endpoint, the records that its approval is bound to (spec: completions 12): those that the summary of the approval names, and
 * those that the request changes. Each new endpoint that can require approval needs an entry. `test/attacks/approvals.test.ts` changes one
 * record of each kind.
 */
const BOUND: Record<string, string> = {
  createShop: 'nothing: the request contains the whole content',
  changeShop: 'whole shop',
  deleteShop: 'whole shop',
  setShopPicture: 'shop',
  removeShopPicture: 'shop',
  importListings: 'nothing: the request contains the drafts; the test of imports below checks the listings that the file names',
  createListing: 'shop',
  changeListing: 'listing',
  putListing: 'shop, sku',
  deleteListing: 'listing',
  publishListing: 'listing',
  unpublishListing: 'listing',
  markListingSold: 'listing',
  relistListing: 'listing',
  createSale: 'shop',
  setPriceDrop: 'listing',
  addPhotos: 'listing',
  orderPhotos: 'listing',
  changePhoto: 'listing',
  removePhoto: 'listing',
  bulkListings: 'nothing: boundListings of the endpoint returns its listings',
  undoBulk: 'listing',
  createQuestion: 'listing',
  changeQuestion: 'listing, question',
  deleteQuestion: 'listing, question',
  startResearch: 'listing',
  // a take (a generated version of text) never changes, so its id in the path binds the approval to it
  useTake: 'listing',
  reportListing: 'listing',
  makeOffer: 'listing',
  acceptOffer: 'offer',
  declineOffer: 'offer',
  counterOffer: 'offer',
  inviteLikers: 'listing',
  takeInvitation: 'invitation, address',
  createOrder: 'listing, hold, address',
  payOrder: 'order, address',
  shipOrder: 'order',
  deliverOrder: 'order',
  confirmOrder: 'order',
  reportProblem: 'order',
  answerOrder: 'order',
  cancelOrder: 'order',
  refundOrder: 'order',
  buyLabel: 'order',
  voidLabel: 'order',
  buyLabels: 'order',
  offerReturn: 'order',
  agreeToReturn: 'order',
  declineReturn: 'order',
  sendReturn: 'order',
  receiveReturn: 'order',
  contestReturn: 'order',
  writeReview: 'order',
  replyToReview: 'review',
  askHold: 'listing',
  payHold: 'hold',
  createPurchase: 'listing, address',
  payPurchase: 'purchase, address',
  cancelPurchase: 'purchase',
  shipPurchase: 'purchase',
  returnHold: 'hold',
  startThread: 'shop, listing',
  sendMessage: 'thread',
  blockThread: 'thread',
  blockOrder: 'order',
  reportThread: 'thread',
  reportOrder: 'order',
  blockStore: 'nothing: a block applies to the person and not to the shop',
  reportStore: 'nothing: the operator reads the current state of the shop',
  setWebhook: 'webhook',
  stopWebhook: 'webhook',
  rotateWebhookSecret: 'webhook',
  openPayoutAccount: 'nothing: the page of the provider asks for the details',
}

const namesOf = ({ body }: Endpoint): string[] => Object.keys((body as { shape?: Record<string, unknown> } | undefined)?.shape ?? {})

function kindsOf(endpoint: Endpoint): string[] {
  const params = Object.fromEntries([...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, 'x']))
  const body = Object.fromEntries(namesOf(endpoint).map((name) => [name, 'x']))
  return recordsOf({ method: endpoint.method, path: endpoint.path, params, body }).map(({ kind }) => kind)
}

describe('the records to which an approval is bound', () => {
  const withApprovals = ENDPOINTS.filter(({ approvals }) => approvals)

  test('the list in this test names exactly the endpoints that can require approval', () => {
    assert.deepEqual(Object.keys(BOUND).toSorted(), withApprovals.map(({ id }) => id).toSorted())
  })

  for (const endpoint of withApprovals)
    test(`an approval for ${endpoint.id} is bound to ${BOUND[endpoint.id]}`, () => {
      const words = BOUND[endpoint.id] ?? ''
      assert.deepEqual(kindsOf(endpoint), words.startsWith('nothing: ') ? [] : words.split(', '))
    })

  test('an approval is bound to every record that the body of a request can contain', () => {
    const RECORDS = ['listing', 'shop', 'hold', 'offer', 'order', 'thread', 'review', 'message', 'payment', 'search', 'key']
    const unbound = withApprovals.flatMap((endpoint) =>
      namesOf(endpoint)
        .filter((name) => RECORDS.includes(name.replace(/_id$/, '')) && !kindsOf(endpoint).some((kind) => kind.endsWith(name)))
        .map((name) => `${endpoint.id}: ${name}`),
    )
    assert.deepEqual(unbound, [])
  })

  test('an approval for an import is bound to every listing that the file names, in any column', () => {
    const csv = 'id,title\nlst_2,A\n"lst_1",B\nlst_2,C\n'
    const records = recordsOf({ method: 'POST', path: '/listings/import', params: {}, body: { csv } })
    assert.deepEqual(records, [{ kind: 'listing', id: 'lst_1' }, { kind: 'listing', id: 'lst_2' }]) // prettier-ignore
  })

  test('an approval for a change to a shop is bound to the shop’s listings only if the change affects them', () => {
    const about = (body: object) => recordsOf({ method: 'PATCH', path: '/shops/{slug}', params: { slug: 'ana' }, body })
    assert.deepEqual(about({ name: 'Other' }), [{ kind: 'shop', id: 'ana' }])
    assert.deepEqual(about({ name: 'Other', paused: true }), [{ kind: 'whole shop', id: 'ana' }])
  })
})
