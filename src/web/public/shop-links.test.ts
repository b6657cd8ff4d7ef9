import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstFreeLink, linkFromTitle, linksToTry } from '#catalog/shops/rules/slug.ts'
import { startApp } from '#test/app.ts'
import { shopPages } from './shop-pages.tsx'

test('no listing can have the same path as a page of its shop', async (t) => {
  const { ctx } = (await startApp(t)).service
  const names = shopPages(ctx).routes.map(({ path }) => path.slice(1))
  // a URL segment that is made from a title contains no slash, dot or asterisk
  const own = [...new Set(names.filter((name) => name === linkFromTitle(name)))]
  assert.ok(own.includes('embed') && own.includes('reviews'), own.join(' '))
  for (const name of own) assert.equal(firstFreeLink(linksToTry(name, 1, 3), []), `${name}-2`)
})
