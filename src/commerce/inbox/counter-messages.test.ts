import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '#test/app.ts'
import { onSale, openBargain } from '#test/bargain.ts'

for (const by of ['helper', 'owner'] as const)
  test(`a counteroffer by the ${by} creates one task in the buyer’s inbox while the counteroffer is open, and none after it has expired`, async (t) => {
    const app = await startApp(t)
    const { seller, buyer } = await openBargain(app, { haggle: by === 'helper' })
    const coat = await onSale(seller)
    const { id } = await buyer.offer(coat, 60)
    await app.advance(60)
    if (by === 'owner') await seller.call('POST', `/v1/offers/${id}/counter`, { json: { amount: 90, note: 'It is mended.' } })
    const kinds = async () => (await buyer.call('GET', '/v1/inbox')).body.tasks.map(({ kind }: { kind: string }) => kind)
    assert.equal((await buyer.call('GET', `/v1/offers/${id}`)).body.status, 'countered')
    assert.deepEqual(await kinds(), ['answer_counter'])
    assert.equal((await buyer.call('GET', '/v1/inbox')).body.unread_as_buyer, 1, 'the message is still unread')

    await app.advance(21 * 86_400)
    assert.deepEqual(await kinds(), [])

    // any other message from the owner to the buyer creates a task to read that message
    const thread = (await buyer.call('GET', '/v1/threads?role=buyer')).body.data[0].id
    await seller.call('POST', `/v1/threads/${thread}/messages`, { json: { text: 'Shall I keep it for you?' } })
    assert.deepEqual(await kinds(), ['read_message'])
  })
