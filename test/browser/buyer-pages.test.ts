import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setScene, type Scene } from './buyer-scene.ts'
import { faultsOnAll } from './checks.ts'
import { inBrowser, openStage, type Stage } from './stage.ts'

let stage: Stage
let scene: Scene
before(async () => {
  if (inBrowser.skip) return
  stage = await openStage()
  scene = await setScene(stage)
})
after(() => stage?.close())

const checkAll = async (paths: readonly string[]): Promise<void> => assert.deepEqual(await faultsOnAll(stage, paths, 'theo'), [])

const NO_FAULT = 'have no fault in light and dark, on a phone and a desktop'

test(`a buyer’s lists ${NO_FAULT}`, inBrowser, () =>
  checkAll([
    '/sign-up',
    '/forgot',
    '/verify?token=x',
    '/you',
    '/you/likes',
    '/you/following',
    '/you/searches',
    '/you/orders',
    '/you/settings',
  ]),
)

test(`offers and messages ${NO_FAULT}`, inBrowser, () =>
  checkAll(['/you/offers', '/you/offers?tab=waiting', '/you/offers?tab=past', '/you/messages', `/you/messages/${scene.thread}`]),
)

test(`orders in every state ${NO_FAULT}`, inBrowser, () =>
  checkAll([...Object.values(scene.orders).map((id) => `/you/orders/${id}`), `/you/orders/${scene.orders.done}/receipt`]),
)

test(`the steps of buying ${NO_FAULT}`, inBrowser, () => {
  const { id } = scene.free[0]!
  return checkAll([`/offer/${id}`, `/ask/${id}`, `/checkout/${id}`, `/hold/${id}`])
})
