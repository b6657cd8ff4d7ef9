import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultsOnAll } from './checks.ts'
import { firstLink, inBrowser, stageForFile } from './stage.ts'

// Checks one page of each kind. matrix/pages.test.ts checks all pages.
const stage = await stageForFile({}, { pictures: true })

test('a sample of pages has no layout faults in light or dark mode, on a phone or desktop', inBrowser, async () => {
  const order = await firstLink(stage, 'theo', '/you/orders', 'main a[href^="/you/orders/"]')
  assert.deepEqual(await faultsOnAll(stage, ['/', '/search', '/sign-in', { shop: 'mint-fox', path: '/denim-chore-jacket' }]), [])
  assert.deepEqual(await faultsOnAll(stage, ['/you', order], { as: 'theo' }), [])
  assert.deepEqual(await faultsOnAll(stage, ['/app', '/app/listings'], { as: 'ana' }), [])
})
