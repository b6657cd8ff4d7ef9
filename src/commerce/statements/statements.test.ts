import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { startApp, type Reply, type TestApp } from '#test/app.ts'
import { openSale, openSaleAt, type SaleScene } from '#test/sales.ts'
import { lifetime } from '#test/lifetime.ts'
import { differentSums } from '#test/truth/sums.ts'

describe('monthly and yearly statements for a seller', () => {
  let app: TestApp
  const life = lifetime()
  before(async () => {
    app = await startApp(life, { FEE_PERCENT: '7.5' })
  })

  const read = async ({ seller }: SaleScene, path: string): Promise<Reply['body']> => {
    const { status, body } = await seller.call('GET', `/v1${path}`)
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  const month = (): string => app.service.ctx.now().toISOString().slice(0, 7)
  const kinds = async (sale: SaleScene) => (await read(sale, `/statements/${month()}/lines`)).data.map(({ kind }: { kind: string }) => kind)

  test('a statement explains a sale from the payment to the payout', async () => {
    const sale = await openSaleAt(app, 'paid')
    const statement = await read(sale, `/statements/${month()}`)
    assert.deepEqual(
      [statement.opening, statement.paid, statement.payments, statement.closing, statement.final],
      [{ held: 0, available: 0 }, 48, 1, { held: 48, available: 0 }, false],
    )
    assert.deepEqual(await read(sale, '/balance'), { object: 'balance', available: 0, pending: 45, on_hold: 0, paid_out: 0 })
    await sale.as('seller', 'ship', { carrier: 'UPS', number: '1Z999AA10123456784' })
    await sale.as('buyer', 'confirm')
    await app.advance(1)
    const lines = (await read(sale, `/statements/${month()}/lines`)).data
    assert.deepEqual(
      lines.map((line: Record<string, unknown>) => [
        line['kind'],
        line['paid'],
        line['fees'],
        line['paid_out'],
        line['held'],
        line['available'],
      ]),
      [
        ['payment', 48, 0, 0, 48, 0],
        ['completed', 0, 3, 0, -48, 45],
        ['payout', 0, 0, 45, 0, -45],
      ],
    )
    assert.deepEqual(
      lines.map(({ order, hold, listing }: Reply['body']) => [order, hold, listing.title]),
      lines.map(() => [sale.order.id, null, 'Brass lamp']),
    )
    const { closing, paid, fees, paid_out } = await read(sale, `/statements/${month().slice(0, 4)}`)
    assert.deepEqual([closing, paid, fees, paid_out], [{ held: 0, available: 0 }, 48, 3, 45])
    assert.deepEqual(await read(sale, '/balance'), { object: 'balance', available: 0, pending: 0, on_hold: 0, paid_out: 45 })
  })

  test('statements list refunds, and show the money in a disputed order as on hold', async () => {
    const sale = await openSaleAt(app, 'problem')
    assert.deepEqual(await read(sale, '/balance'), { object: 'balance', available: 0, pending: 0, on_hold: 45, paid_out: 0 })
    await sale.as('seller', 'refund')
    await app.advance(1)
    assert.deepEqual(await kinds(sale), ['payment', 'refund'])
    const { refunded, closing } = await read(sale, `/statements/${month()}`)
    assert.deepEqual([refunded, closing], [48, { held: 0, available: 0 }])
  })

  test('the opening balance of each monthly statement is the closing balance of the previous month', async () => {
    const sale = await openSaleAt(app, 'paid')
    const first = month()
    while (month() === first) await app.advance(3 * 86_400)
    const { opening } = await read(sale, `/statements/${month()}`)
    const before = await read(sale, `/statements/${first}`)
    assert.deepEqual([before.closing, before.final], [opening, true])
    assert.deepEqual((await read(sale, '/statements')).data.at(-1), before)
  })

  test('statements are exported as CSV, and a spreadsheet interprets no cell as a formula', async () => {
    const sale = await openSaleAt(app, 'paid', { title: '=HYPERLINK("x")' })
    const { headers, body } = await sale.seller.call('GET', `/v1/statements/${month()}/export`)
    assert.equal(headers['content-disposition'], `attachment; filename="statement-${month()}.csv"`)
    const [head, line] = String(body).split('\n')
    assert.equal(head, 'at,kind,order,hold,listing,paid,refunded,fees,labels,chargebacks,paid_out,held,available')
    assert.match(line!, /,payment,ord_\w+,,"'=HYPERLINK\(""x""\)",48,0,0,0,0,0,48,0$/)
  })

  test('a request for a statement is rejected if its period is in the future, or is neither a month nor a year', async () => {
    const sale = await openSale(app)
    for (const period of ['2026-13', '26', 'now', '2999', '1999-12', '2026-1'])
      for (const path of ['', '/lines', '/export']) {
        const { status, body } = await sale.seller.call('GET', `/v1/statements/${period}${path}`)
        assert.deepEqual([status, body.error.param], [400, 'period'], period + path)
      }
  })

  test('a statement shows only the seller’s own money, and matches the ledger', async () => {
    const other = await openSale(app)
    assert.deepEqual((await read(other, '/statements')).data, [])
    assert.equal((await read(other, `/statements/${month()}/lines`)).total, 0)
    assert.deepEqual(await differentSums(app.service.ctx), [])
  })
})
