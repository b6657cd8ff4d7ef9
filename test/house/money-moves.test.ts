import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { writeProject } from './fixture.ts'
import { readGraph } from './imports.ts'
import { moneyModules, pathsToMoney } from './money-moves.ts'
import { ROOT } from './root.ts'

test('no helper reaches code that accepts offers, refunds buyers, or releases or pays out money', () => assert.deepEqual(check(ROOT), []))

test('the money check finds at least one module in the service that moves money', () => {
  const { modules } = readGraph(ROOT)
  const negotiates = modules.some((path) => path.startsWith('src/helpers/negotiator/'))
  assert.ok(!negotiates || moneyModules(modules, reader(ROOT)).length > 0, 'no module exports accept…, refund…, release… or payout…')
})

test('the money check finds a helper that directly imports code for accepting offers', (t) => {
  const found = checkTree(t, { 'src/helpers/negotiator/index.ts': `import { acceptOffer } from '#commerce/sale/accept-offer.ts'` })
  assert.deepEqual(found, ['src/helpers/negotiator/index.ts → src/commerce/sale/accept-offer.ts'])
})

test('the money check finds a helper that reaches money code indirectly, through a re-export or a dynamic import', (t) => {
  const found = checkTree(t, {
    'src/helpers/shop-agent/reply.ts': `import { a } from '#messaging/threads/index.ts'`,
    'src/messaging/threads/index.ts': `export { b } from '#messaging/threads/more.ts'`,
    'src/messaging/threads/more.ts': `const o = await import('#commerce/orders/deadlines.ts')`,
  })
  assert.deepEqual(found, [
    'src/helpers/shop-agent/reply.ts → src/messaging/threads/index.ts → src/messaging/threads/more.ts → src/commerce/orders/deadlines.ts',
  ])
})

test('the money check finds code in a model module that can reach a payout', (t) => {
  const found = checkTree(t, { 'src/platform/models/index.ts': `import { payoutOrder } from '#commerce/orders/deadlines.ts'` })
  assert.equal(found.length, 1)
})

test('the money check allows helpers to make counteroffers and to import money types, and allows other code to accept offers', (t) => {
  const found = checkTree(t, {
    'src/helpers/negotiator/index.ts': `import { c } from '#commerce/offers/counter.ts'\nimport type { A } from '#commerce/sale/accept-offer.ts'`,
    'src/commerce/offers/routes.ts': `import { acceptOffer } from '#commerce/sale/accept-offer.ts'`,
  })
  assert.deepEqual(found, [])
})

test('the money check recognizes money functions in all forms of export', () => {
  const isMoneyModule = (text: string) => moneyModules(['src/commerce/a.ts'], () => text, []).length === 1
  assert.ok(isMoneyModule('export async function acceptOffer() {}'))
  assert.ok(isMoneyModule('export const refundOrder = () => {}'))
  assert.ok(isMoneyModule('async function x() {}\nexport { x, y as releaseHold }'))
  assert.ok(isMoneyModule('export function payout() {}'))
  assert.ok(isMoneyModule('export async function markOrderPaid() {}') && isMoneyModule('export const oweBack = () => {}'))
  assert.ok(!isMoneyModule('export function acceptable() {}\nexport const payload = 1\nfunction refundOrder() {}'))
})

test('the money check fails if a listed module does not exist or if the import graph is empty', () => {
  assert.throws(() => moneyModules(['src/a.ts'], () => '', ['src/gone.ts']), /src\/gone\.ts/)
  assert.throws(() => pathsToMoney({ modules: [], imports: [] }, []), /No modules/)
})

const checkTree = (t: TestContext, files: Record<string, string>): string[] =>
  check(
    writeProject(t, {
      'src/commerce/sale/accept-offer.ts': 'export async function acceptOffer() {}\nexport type A = 1',
      'src/commerce/offers/counter.ts': 'export async function counterOffer() {}',
      'src/commerce/orders/deadlines.ts': 'export const payoutOrder = () => {}',
      ...files,
    }),
    [],
  )

function check(root: string, listed?: readonly string[]): string[] {
  const graph = readGraph(root)
  return pathsToMoney(graph, moneyModules(graph.modules, reader(root), listed))
}

const reader = (root: string) => (path: string) => readFileSync(join(root, path), 'utf8')
