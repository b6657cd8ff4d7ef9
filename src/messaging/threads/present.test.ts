import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Context } from '#platform/context/index.ts'
import { presentMessage, presentThread } from './present.ts'
import type { MessageRow, ThreadRow } from './queries.ts'

const at = new Date(Date.UTC(2030, 0, 2))
const urls = {
  messagePhoto: (thread: string, message: string, position: number) => `${thread}/${message}/${position}`,
} as Context['urls']
const thread = { id: 'thr_1', listing_id: 'lst_1', listing_title: 'Lamp', shop_slug: 'attic', shop_name: 'Attic', buyer_name: 'Ben', buyer_unread: 1, seller_unread: 2, needs_owner: true, updated_at: at } as unknown as ThreadRow // prettier-ignore
const variants = [320, 800, 1600].map((width) => ({ width, height: width / 2 }))
const message = { id: 'msg_1', thread_id: 'thr_1', sender: 'buyer', text: 'Hi', photos: [{ variants }, { variants: variants.slice(0, 2) }], needs_owner: false, created_at: at } as unknown as MessageRow // prettier-ignore

test('a message shows the number and the largest size of each photo', () => {
  const { photos, listing, shop, buyer, ...rest } = presentMessage({ urls }, thread, message)
  assert.deepEqual(photos, [
    { url: 'thr_1/msg_1/1', width: 1600, height: 800 },
    { url: 'thr_1/msg_1/2', width: 800, height: 400 },
  ])
  assert.deepEqual([listing, shop, buyer], [{ id: 'lst_1', title: 'Lamp' }, { slug: 'attic', name: 'Attic' }, { name: 'Ben' }])
  const text = {
    object: 'message',
    id: 'msg_1',
    thread: 'thr_1',
    from: 'buyer',
    text: 'Hi',
    needs_owner: false,
    created_at: at.toISOString(),
  }
  assert.deepEqual(rest, text)
  assert.deepEqual(presentMessage({ urls }, thread, { ...message, photos: null }).photos, [])
})

test('a thread shows what the viewer has not read in this role, and no listing if it is about the shop', () => {
  const present = (party: 'buyer' | 'seller', of = thread) => presentThread({ urls }, { thread: of, last: message }, party)
  assert.deepEqual([present('buyer').unread, present('seller').unread, present('buyer').needs_owner], [1, 2, true])
  assert.equal(present('buyer', { ...thread, listing_id: null }).listing, null)
  assert.equal(present('buyer').last_message.id, 'msg_1')
})
