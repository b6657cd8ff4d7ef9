import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inTransaction, type Context } from '#platform/context/index.ts'
import { record, type NewEvent } from '#platform/events/index.ts'
import type { TestApp } from './app.ts'
import { header, readMail } from './mail.ts'

// Records that the notices concern, in the format that events store.

const listing = { id: 'lst_0', title: 'Wool coat', url: 'http://shop.localhost/wool-coat', photo: null }
const shop = { slug: 'shop', name: 'Ana’s attic' }
const buyer = { name: 'Ben' }
export const OFFER = {
  object: 'offer',
  id: 'off_1',
  status: 'open',
  amount: 40.5,
  note: 'Would you?\nPlease.',
  counter: null,
  listing: { id: 'lst_0', title: 'Wool coat', price: 1250 },
  shop,
  buyer,
  order: null,
  closed_reason: null,
  expires_at: '2030-01-02T09:05:00.000Z',
}
export const COUNTERED = {
  ...OFFER,
  status: 'countered',
  counter: { amount: 45, note: null, by: 'agent', expires_at: '2030-01-04T09:05:00.000Z' },
}
export const ORDER = {
  object: 'order',
  id: 'ord_1',
  status: 'paid',
  payment: 'paid',
  payout: 'none',
  listing,
  shop,
  buyer,
  item: 45,
  shipping: 6.5,
  fee: 2.25,
  total: 51.5,
  refunded: 0,
  ship_by: '2030-01-08T09:05:00.000Z',
  tracking: null,
  problem: null,
  address: { name: 'Ben Secret', line1: 'Hidden Street 1' },
}
export const MESSAGE = {
  object: 'message',
  id: 'msg_1',
  thread: 'thr_1',
  from: 'buyer',
  text: 'Is it warm?',
  photos: [],
  listing: { id: 'lst_0', title: 'Wool coat' },
  shop,
  buyer,
  needs_owner: false,
}
export const REVIEW = { object: 'review', id: 'rev_1', rating: 4, body: 'Warm.', from: 'Ben', reply: { body: 'Thanks!' }, listing, shop }
export const APPROVAL = {
  object: 'approval',
  id: 'apr_1',
  summary: 'Accept the offer of $40',
  amount: 40,
  expires_at: '2030-01-02T09:05:00.000Z',
  url: 'x',
}

/** Records an event in its own transaction. Returns the event's id. */

export const recordNotice = (ctx: Context, event: NewEvent): Promise<string> => inTransaction(ctx, (tx) => record(tx, event))

export async function mailbox(app: TestApp) {
  const folder = join(app.dataDir, 'mail')
  const names = (await readdir(folder).catch((): string[] => [])).filter((name) => name.endsWith('.eml'))
  return Promise.all(names.toSorted().map(async (name) => readMail(await readFile(join(folder, name), 'utf8'))))
}
export const subjects = async (app: TestApp) => (await mailbox(app)).map((mail) => header(mail, 'subject'))
