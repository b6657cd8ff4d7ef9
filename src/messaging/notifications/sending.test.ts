import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foldedText } from './queue.ts'
import type { MailRow } from './queries.ts'
import { startApp } from '#test/app.ts'
import { freePort } from '#test/free-port.ts'
import { signUpQuietly } from '#test/factories.ts'
import { startSmtp } from '#test/fakes/smtp.ts'
import { header, readMail } from '#test/mail.ts'
import { recordNotice, mailbox, ORDER } from '#test/notices.ts'
import { until } from '#test/until.ts'

test('sending is retried with backoff while the mail server is down, and the email is delivered once', async (t) => {
  const port = await freePort()
  const app = await startApp(t, { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'shop@market.test', LOG_LEVEL: 'silent' })
  const { ctx } = app.service
  const ana = await signUpQuietly(app, 'Ana')
  const state = async () =>
    (await ctx.db.selectFrom('mails').select(['status', 'tries']).execute()).map(({ status, tries }) => `${status} ${tries}`)
  await recordNotice(ctx, { accountId: ana.id, type: 'listing.sold', object: ORDER })
  await until('the first attempt', async () => (await state()).includes('waiting 1'))
  await app.advance(50)
  assert.deepEqual(await state(), ['waiting 1'])
  await app.advance(15)
  await until('the second attempt', async () => (await state()).includes('waiting 2'))
  const smtp = await startSmtp({ port })
  t.after(() => smtp.close())
  await app.advance(4 * 60)
  assert.equal(smtp.delivered.length, 0)
  await app.advance(65)
  await until('the third attempt', async () => (await state()).includes('sent 3'))
  await app.advance(86_400)
  assert.deepEqual(
    smtp.delivered.map(({ from, to }) => [from, to]),
    [['shop@market.test', [ana.email]]],
  )
})

test('sending an email stops after six attempts, or immediately if the mail server rejects the address', async (t) => {
  const smtp = await startSmtp()
  t.after(() => smtp.close())
  const app = await startApp(t, { SMTP_URL: smtp.url, LOG_LEVEL: 'silent' })
  const { ctx } = app.service
  const ana = await signUpQuietly(app, 'Ana')
  const last = async () => ctx.db.selectFrom('mails').selectAll().orderBy('id', 'desc').executeTakeFirst()
  smtp.answers.set('DATA', '451 not now')
  await recordNotice(ctx, { accountId: ana.id, type: 'listing.sold', object: ORDER })
  for (const [index, seconds] of [1, 60, 300, 1_800, 7_200, 21_600].entries()) {
    await app.advance(seconds + 1)
    await until(`attempt ${index + 1}`, async () => (await last())?.tries === index + 1 && (await last())?.last_error !== null)
  }
  await until('the final failure', async () => (await last())?.status === 'failed')
  assert.match((await last())!.last_error!, /451/)
  smtp.answers.clear()
  smtp.answers.set('RCPT', '550 nobody')
  await recordNotice(ctx, { accountId: ana.id, type: 'payout.sent', object: ORDER })
  await until('the rejection', async () => (await last())?.kind === 'payout' && (await last())?.status === 'failed')
  assert.equal((await last())!.tries, 1)
  smtp.answers.clear()
  await app.advance(90_000)
  assert.deepEqual(smtp.delivered, [])
})

test('even if several processes try to send an email, it is sent only once; only after a crash is it sent a second time', async (t) => {
  const smtp = await startSmtp()
  t.after(() => smtp.close())
  const app = await startApp(t, { SMTP_URL: smtp.url })
  const { ctx } = app.service
  for (const name of ['Ana', 'Ben', 'Cleo', 'Dora']) {
    const { id } = await signUpQuietly(app, name)
    for (let each = 0; each < 5; each++) await recordNotice(ctx, { accountId: id, type: 'listing.sold', object: ORDER })
  }
  for (let each = 0; each < 5; each++) await Promise.all([app.advance(1), app.advance(1)])
  await until('all emails', () => smtp.delivered.length === 20)
  await app.advance(3_600)
  assert.equal(smtp.delivered.length, 20)
  // simulates a process that dies after sending the email, but before recording that it was sent
  const { id } = await ctx.db.selectFrom('mails').select('id').executeTakeFirstOrThrow()
  await ctx.db.updateTable('mails').set({ status: 'waiting', sent_at: null }).where('id', '=', id).execute()
  await app.advance(1)
  await until('the repeated email', () => smtp.delivered.length === 21)
  const ids = smtp.delivered.map(({ raw }) => header(readMail(raw), 'message-id'))
  assert.equal(new Set(ids).size, 20, 'the repeat has the same message ID')
})

test('at most five emails of the same kind are sent per hour, and all further notifications are combined into one digest', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const ana = await signUpQuietly(app, 'Ana')
  const before = (await mailbox(app)).length
  const sell = (title: string) =>
    recordNotice(ctx, { accountId: ana.id, type: 'listing.sold', object: { ...ORDER, listing: { ...ORDER.listing, title } } })
  for (let each = 1; each <= 8; each++) await sell(`Coat ${each}`)
  await recordNotice(ctx, { accountId: ana.id, type: 'payout.sent', object: ORDER })
  await app.advance(2)
  assert.equal((await mailbox(app)).length - before, 6, 'another kind is not limited')
  await app.advance(1_800)
  await sell('Coat 9')
  await app.advance(2)
  assert.equal((await mailbox(app)).length - before, 6)
  await app.advance(1_800)
  await until('the remaining emails', async () => (await mailbox(app)).length - before === 7)
  const batch = (await mailbox(app)).find((mail) => /^4 updates: Sold for \$51\.50: “Coat \d”/.test(header(mail, 'subject')!))!
  const titles = [...batch.text.matchAll(/^\* Sold for \$51\.50: “(Coat \d)”/gm)].map(([, title]) => title)
  assert.equal(new Set(titles).size, 4)
  assert.ok(titles.includes('Coat 9'))
  assert.equal([...batch.text.matchAll(/^Hello Ana,$/gm)].length, 1)
  for (let each = 1; each <= 5; each++) await sell(`Bag ${each}`)
  await app.advance(2)
  assert.equal((await mailbox(app)).length - before, 11, 'the digest counts as an email of the next hour')
  await app.advance(7_200)
  assert.equal((await mailbox(app)).length - before, 12, 'nothing is sent twice')
  assert.deepEqual(await ctx.db.selectFrom('mails').select('id').where('status', '=', 'waiting').execute(), [])
})

test('a digest contains at most 50 emails, counts the others, and ends with the closing lines of the first email, if it has any', () => {
  const mail = (n: number, end = '') => ({ subject: `Sold ${n}`, body: `Hello,\n\nText ${n}.${end}` }) as MailRow
  const others = Array.from({ length: 50 }, (_, index) => mail(index + 2))
  const { subject, body } = foldedText(mail(1, '\n\n-- \nWhy'), others)
  assert.equal(subject, '51 updates: Sold 1')
  assert.ok(body.endsWith('* Sold 50\n\nText 50.\n\nAnd 1 more.\n\n-- \nWhy'))
  assert.ok(foldedText(mail(1), others.slice(1)).body.endsWith('* Sold 51\n\nText 51.'))
})
