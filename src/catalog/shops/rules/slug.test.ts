import { test } from 'node:test'
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { firstFreeLink, linkFromTitle, linksToTry, MAX_LINK_LENGTH, parseShopSlug } from './slug.ts'

const refused = (raw: string): void => assert.equal(parseShopSlug(raw).ok, false, raw)
const taken = (raw: string, slug: string): void => assert.deepEqual(parseShopSlug(raw), { ok: true, slug })

test('a slug is converted to lower case, and may contain letters, digits and hyphens except at its ends', () => {
  taken('Marias-Attic2', 'marias-attic2')
  taken(' attic ', 'attic')
  taken('a', 'a')
  taken('7', '7')
  taken('20261121', '20261121')
  taken('a--b--c', 'a--b--c')
  taken('x'.repeat(32), 'x'.repeat(32))
})

test('a slug is rejected if it is not a valid DNS label', () => {
  for (const raw of ['', '-', '-a', 'a-', 'a.b', 'a_b', 'a b', 'é', 'shop\n.', '\u212Aelly', 'ａｂｃ', 'x'.repeat(33)]) refused(raw)
})

test('a slug that looks like Punycode is rejected', () => {
  for (const raw of ['xn--pypal-4ve', 'XN--80ak6aa92e', 'ab--cd']) refused(raw)
})

test('a reserved word is rejected as a slug, in upper and lower case', () => {
  for (const raw of [
    'www',
    'api',
    'app',
    'admin',
    'v1',
    'mail',
    'help',
    'static',
    'WWW',
    'ns3',
    'mx10',
    'localhost',
    'postmaster',
    'wpad',
    'paypal',
    'etsy',
  ])
    refused(raw)
})

test('a slug that imitates the service or a payment provider is rejected', () => {
  for (const raw of ['paypal-support', 'marias-official', 'shop-security', 'adm1n', 'pay-pal', 'paypa1', 'str1pe', 'official-attic'])
    refused(raw)
})

test('a slug that merely contains a reserved word is accepted', () => {
  for (const raw of ['apiary', 'support-local-art', 'mailroom', 'the-admin-desk', 'shop-42', 'vintage-apple-tree', 'v1-vintage'])
    taken(raw, raw)
})

test('every accepted slug is a lower-case DNS label, and parsing an accepted slug returns the same slug', () => {
  const unit = fc.constantFrom(...'abzAZ09--._ éß')
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 40 }), (raw) => {
      const parsed = parseShopSlug(raw)
      if (!parsed.ok) return assert.match(parsed.reason, /^must /)
      assert.match(parsed.slug, /^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$/)
      assert.doesNotMatch(parsed.slug, /^..--/)
      assert.deepEqual(parseShopSlug(parsed.slug), parsed)
    }),
  )
})

test('a title is converted to a slug', () => {
  assert.equal(linkFromTitle('Nike Air Max 90, size 42'), 'nike-air-max-90-size-42')
  assert.equal(linkFromTitle('Men’s Café Straße & Łódź'), 'mens-cafe-strasse-and-lodz')
  assert.equal(linkFromTitle('Smørrebrød ÆTHER ﬁne'), 'smorrebrod-aether-fine')
})

test('a listing whose title has no Latin letters or digits gets the slug `item`', () => {
  for (const title of ['', '👟👟', '古いカメラ', '!!!']) assert.equal(linkFromTitle(title), 'item')
})

test('the slug of a listing has at most 60 characters and is cut at a word boundary', () => {
  assert.equal(linkFromTitle('word '.repeat(16)), Array(12).fill('word').join('-'))
  assert.equal(linkFromTitle('x'.repeat(80)), 'x'.repeat(60))
})

test('every slug that is made from a title is URL-safe, and making a slug from a slug returns the same slug', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (title) => {
      const link = linkFromTitle(title)
      assert.match(link, /^[a-z0-9]+(-[a-z0-9]+)*$/)
      assert.ok(link.length <= MAX_LINK_LENGTH)
      assert.equal(linkFromTitle(link), link)
    }),
  )
})

test('if another listing in the shop already uses a slug, the new slug ends with a number', () => {
  const tried = linksToTry('boots', 1, 3)
  assert.deepEqual(
    [tried, linksToTry('boots', 4, 2)],
    [
      ['boots', 'boots-2', 'boots-3'],
      ['boots-4', 'boots-5'],
    ],
  )
  assert.equal(firstFreeLink(tried, []), 'boots')
  assert.equal(firstFreeLink(tried, ['boots']), 'boots-2')
  assert.equal(firstFreeLink(tried, ['boots', 'boots-2', 'boots-4']), 'boots-3')
  assert.equal(firstFreeLink(tried, ['boots-2']), 'boots')
  assert.equal(firstFreeLink(tried, tried), undefined)
  assert.equal(firstFreeLink(linksToTry('checkout', 1, 2), []), 'checkout-2')
})

test('an empty slug is rejected; the second and later slugs for the same name end with a number', () => {
  assert.deepEqual(parseShopSlug(' '), { ok: false, reason: 'must have 1 to 32 characters' })
  assert.deepEqual(linksToTry('lamp', 1, 2), ['lamp', 'lamp-2'])
  assert.deepEqual(linksToTry('lamp', 2, 2), ['lamp-2', 'lamp-3'])
})
