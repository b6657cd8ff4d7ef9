import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { faultsOnAll } from './checks.ts'
import { firstLink, inBrowser, openStage, type Stage } from './stage.ts'

let stage: Stage
before(async () => {
  if (!inBrowser.skip) stage = await openStage()
})
after(() => stage?.close())

const DESK = [
  '/operator',
  '/operator/reports',
  '/operator/appeals',
  '/operator/disputes',
  '/operator/money',
  '/operator/accounts',
  '/operator/measures',
  '/operator/reviews',
  '/operator/audit',
  '/operator/settings',
]

test(
  'the operator’s pages break no rule, in both modes, on a phone and a desktop, with something in them and empty',
  inBrowser,
  async () => {
    const lists = ['/operator/reports', '/operator/disputes', '/operator/accounts?find=ana']
    const details = await Promise.all(lists.map((path) => firstLink(stage, 'robin', path, '.app-threads a')))
    assert.deepEqual(await faultsOnAll(stage, [...DESK, ...details], 'robin'), [])
  },
)
