import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction } from '#platform/context/index.ts'
import { sendNotice } from '#messaging/notifications/index.ts'
import { ALL_KINDS } from '#messaging/notifications/rules.ts'
import { TONE_COLOURS } from '#web/styles/tokens.ts'
import { startApp } from '#test/app.ts'
import { openSeller, signUpQuietly } from '#test/factories.ts'
import { header } from '#test/mail.ts'
import { mailbox } from '#test/notices.ts'
import { renderMail } from './mail.tsx'

function read(html: string) {
  const plain = (text: string) =>
    text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" })[name]!)
  const body = html.replace(/<head>.*<\/head>/s, '')
  return {
    text: plain(
      body
        .replaceAll(/<br\/?>/g, '\n')
        .replaceAll(/<\/?(a\b[^>]*|bdi)>/g, '')
        .replaceAll(/<[^>]+>/g, '\n'),
    ),
    links: [...body.matchAll(/href="([^"]*)"/g)].map(([, href]) => plain(href!)),
  }
}

test('every kind of email has a sample, with the same content in HTML and in plain text', async (t) => {
  const { ctx } = (await startApp(t, {}, undefined, 'web')).service
  const samples = ctx.hooks.mailSamples(ctx, 'mint')
  assert.deepEqual(new Set(samples.map(({ kind }) => kind)), new Set(ALL_KINDS))
  assert.equal(new Set(samples.map(({ name }) => name)).size, samples.length)
  for (const sample of samples) {
    const html = renderMail(ctx, sample)
    const { text, links } = read(html)
    const seen = text.replaceAll(/\s+/g, ' ')
    assert.ok(seen.includes(sample.subject), sample.name)
    for (const line of sample.text.split('\n')) {
      const words = line.replace(/^(> |- |\* |-- |\s+)/, '').trim()
      const shown = /^https?:\S+$/.test(words) ? links.includes(words) : seen.includes(words.replaceAll(/\s+/g, ' '))
      assert.ok(shown, `${sample.name}: ${words}\n${seen}\n${links.join('\n')}`)
    }
    assert.doesNotMatch(html, /<(script|img|link|iframe|object)\b|url\(|@import|src=/, sample.name)
    assert.doesNotMatch(sample.text, /undefined|null|NaN|\0/, sample.name)
  }
})

test('an email escapes what users wrote, and only the service’s own URLs become links within sentences', async (t) => {
  const { ctx } = (await startApp(t, {}, undefined, 'web')).service
  const own = ctx.urls.settings()
  const text = [
    'Hello Ana,',
    `“<img src=x onerror=alert(1)> https://evil.test/pay” is sold. See ${own}.`,
    '> -- \n> https://evil.test/pay\n> <b>bold</b>',
    `- “Lamp & <i>chair</i>”, $5\n  ${ctx.urls.listing('shop', 'lamp')}`,
    `-- \nTurn it off at ${own}`,
  ].join('\n\n')
  const html = renderMail(ctx, {
    kind: 'sold',
    subject: 'Sold: “</title><script>x</script>”',
    text,
    shop: { name: '<b>Shop</b>', tone: 'pink' },
  })
  assert.doesNotMatch(html, /<img|<script|<i>|<b>/)
  assert.deepEqual(read(html).links, [own, ctx.urls.listing('shop', 'lamp'), own])
})

test('an email from a shop has a plain-text part, and shows the shop’s name and colour in light and dark mode', async (t) => {
  const app = await startApp(t, {}, undefined, 'web')
  const seller = await openSeller(app)
  const ben = await signUpQuietly(app, 'Ben')
  assert.equal((await seller.call('PATCH', `/v1/shops/${seller.slug}`, { json: { tone: 'mint' } })).status, 200)
  const send = (shop: { shop?: string }) =>
    inTransaction(app.service.ctx, (tx) =>
      sendNotice(tx, { accountId: ben.id, kind: 'answer', about: null, subject: 'Hi', lines: ['Line.'], link: `${app.url}/you`, ...shop }),
    )
  await send({ shop: seller.slug })
  await app.advance(1)
  await send({})
  await app.advance(1)
  const [own, general] = (await mailbox(app)).filter((mail) => header(mail, 'to') === ben.email)
  assert.match(own!.text, /^Hello Ben,\n\nLine\.\n\nhttp/)
  assert.match(own!.html!, /<div class="band">Shop of Ana<\/div>/)
  for (const scheme of ['light', 'dark'] as const) {
    assert.ok(own!.html!.includes(TONE_COLOURS.mint[scheme].band), scheme)
    assert.ok(general!.html!.includes(TONE_COLOURS.lemon[scheme].band), scheme)
  }
  assert.match(general!.html!, /<div class="band">resale<\/div>/)
})

test('the styleguide previews every email as HTML and as plain text, without scripts or requests', async (t) => {
  const app = await startApp(t, {}, undefined, 'web')
  const guide = await app.call('GET', '/styleguide?tone=pink')
  const all = await app.call('GET', '/styleguide/mails?tone=pink')
  assert.deepEqual([guide.status, all.status], [200, 200])
  assert.match(all.headers['content-security-policy']!, /frame-src 'self'/)
  for (const { name, subject } of app.service.ctx.hooks.mailSamples(app.service.ctx, 'pink'))
    for (const path of [`/styleguide/mails/${name}?tone=pink&amp;scheme=light`, `/styleguide/mails/${name}?tone=pink&amp;scheme=dark`]) {
      assert.ok(guide.body.includes(path) && all.body.includes(path), path)
      const one = await app.call('GET', path.replace('&amp;', '&'))
      assert.equal(one.status, 200, path)
      assert.match(one.headers['content-security-policy']!, /^default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'/)
      const text = await app.call('GET', `/styleguide/mails/${name}.txt`)
      assert.ok(text.bytes.toString().startsWith(`${subject}\n\nHello Ana,`), name)
    }
  assert.equal((await app.call('GET', '/styleguide/mails/none')).status, 404)
})
