import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { startSmtp } from '#test/fakes/smtp.ts'
import { header, readMail } from '#test/mail.ts'
import type { Email, Mail } from './index.ts'
import { createMailbox } from './mailbox.ts'
import { createSmtpMail } from './smtp.ts'
import { slack } from '#test/machine.ts'

const FROM = 'Resale <no-reply@market.test>'
const AT = new Date('2026-11-21T09:05:07.123Z')

let root: string
let smtp: Awaited<ReturnType<typeof startSmtp>>
before(async () => {
  root = await mkdtemp(join(tmpdir(), 'mail-test-'))
  smtp = await startSmtp()
})
after(async () => {
  await smtp.close()
  await rm(root, { recursive: true, force: true })
})

let made = 0
const letter = (fields: Partial<Email> = {}): Email => ({
  id: `mal_${String(++made).padStart(26, '0')}`,
  to: 'ana@example.test',
  subject: 'Sold: Wool coat',
  text: 'Hello Ana\n\nYour coat is sold.',
  at: AT,
  ...fields,
})

const files = async (folder: string): Promise<string[]> =>
  Promise.all((await readdir(folder)).toSorted().map((name) => readFile(join(folder, name), 'utf8')))

type Case = { make(): Mail; received(): Promise<string[]> }
const CASES: Record<string, Case> = {
  SMTP: { make: () => createSmtpMail({ url: smtp.url, from: FROM }), received: async () => smtp.delivered.map(({ raw }) => raw) },
  mailbox: { make: () => createMailbox({ folder: join(root, 'mail'), from: FROM }), received: () => files(join(root, 'mail')) },
}

for (const [name, { make, received }] of Object.entries(CASES)) {
  describe(`sending email by ${name}`, () => {
    async function sent(fields: Partial<Email>) {
      await make().send(letter(fields))
      return readMail((await received()).at(-1)!)
    }

    test('the message text is delivered unchanged, with sender, recipient, subject and date', async () => {
      const text = `Hello Ana\n\n> Süß & "rare" – 100 % ✓ 🧥\n.\n..dots\nFrom here\n${'long '.repeat(300).trim()}\n\nhttp://localhost:3000/app?a=b&c=d`
      const mail = await sent({ text, subject: 'Sold: Süße Jäckchen 🧥 für $14.50' })
      assert.equal(mail.text, text)
      assert.deepEqual(
        ['from', 'to', 'subject', 'message-id', 'auto-submitted'].map((field) => header(mail, field)),
        [
          FROM,
          'ana@example.test',
          'Sold: Süße Jäckchen 🧥 für $14.50',
          `<mal_${String(made).padStart(26, '0')}@market.test>`,
          'auto-generated',
        ],
      )
      assert.equal(new Date(header(mail, 'date')!).getTime(), Math.floor(AT.getTime() / 1000) * 1000)
      assert.match(header(mail, 'content-type')!, /^text\/plain; charset=utf-8/)
    })

    test('an email can have a different sender address', async () => {
      assert.equal(header(await sent({ from: 'help@market.test' }), 'from'), 'help@market.test')
    })

    test('the subject and sender cannot inject headers into an email', async () => {
      const plain = (await sent({})).headers.map(([field]) => field).toSorted()
      for (const end of ['\r\n', '\n', '\r', '\u2028', '\u0085', '\0', '\r\n ']) {
        const mail = await sent({
          subject: `Coat${end}Bcc: eve@evil.test${end}${end}<script>`,
          from: `Ana${end}Bcc: eve@evil.test${end} <no-reply@market.test>`,
        })
        assert.deepEqual(mail.headers.map(([field]) => field).toSorted(), plain, JSON.stringify(end))
        assert.equal(mail.text, 'Hello Ana\n\nYour coat is sold.')
      }
    })

    test('the mailer accepts exactly one plain email address as the recipient', async () => {
      const count = (await received()).length
      const bad = [
        'ana@example.test, eve@evil.test',
        'ana@example.test\r\nBcc: eve@evil.test',
        'Eve <eve@evil.test>',
        '<eve@evil.test>',
        'group: eve@evil.test;',
        '"eve@evil.test ana"@example.test',
        'ana@example.test>\r\nRCPT TO:<eve@evil.test',
        'ana',
        '',
      ]
      for (const to of bad) await assert.rejects(make().send(letter({ to })), { name: 'MailError', reason: 'refused' }, to)
      await assert.rejects(make().send(letter({ from: 'Ana <a@b.test>, eve@evil.test' })), { reason: 'refused' })
      await assert.rejects(make().send(letter({ id: '../../etc/passwd' })), { reason: 'refused' })
      assert.equal((await received()).length, count)
    })
  })
}

describe('sending email by SMTP', () => {
  test('the SMTP mailer authenticates, sends to one recipient, and prevents SMTP injection through the message text', async () => {
    smtp.delivered.length = 0
    const { host } = new URL(smtp.url)
    await createSmtpMail({ url: `smtp://us%40er:p%3Ass@${host}`, from: FROM }).send(letter({ text: 'a\r\n.\r\nMAIL FROM:<x@y.test>' }))
    assert.deepEqual(
      smtp.delivered.map(({ from, to, user }) => ({ from, to, user })),
      [{ from: 'no-reply@market.test', to: ['ana@example.test'], user: 'us@er' }],
    )
  })

  test('the SMTP mailer distinguishes an unavailable server from a rejected recipient', async () => {
    const gone = await startSmtp()
    await gone.close()
    const cases: [reason: string, url: string, answers: [string, string | null][]][] = [
      ['unavailable', gone.url, []],
      ['unavailable', smtp.url, [['RCPT', '450 later']]],
      ['unavailable', smtp.url, [['MAIL', '550 not you']]],
      ['unavailable', smtp.url, [['DONE', '451 later']]],
      ['unavailable', smtp.url, [['CONNECT', null]]],
      ['unavailable', smtp.url, [['DATA', null]]],
      ['unavailable', smtp.url.replace('//', '//user:pass@'), [['AUTH', '535 wrong password']]],
      ['refused', smtp.url, [['RCPT', '550 no such user']]],
    ]
    for (const [reason, url, answers] of cases) {
      smtp.answers.clear()
      for (const [verb, answer] of answers) smtp.answers.set(verb, answer)
      const mail = createSmtpMail({ url, from: FROM, stepTimeoutMs: 300, sendTimeoutMs: 600 })
      await assert.rejects(mail.send(letter()), { name: 'MailError', reason }, JSON.stringify(answers))
    }
    smtp.answers.clear()
  })

  test('the SMTP mailer times out if the mail server responds too slowly', async () => {
    const slow = await startSmtp()
    slow.answers.set('DATA', null)
    const begun = performance.now()
    const mail = createSmtpMail({ url: slow.url, from: FROM, stepTimeoutMs: 60_000, sendTimeoutMs: 300 })
    await assert.rejects(mail.send(letter()), { reason: 'unavailable' })
    assert.ok(performance.now() - begun < slack(5_000))
    await slow.close()
  })

  test('the SMTP mailer never sends a password to a remote server without TLS', async () => {
    // this address reaches the local machine, but the mailer treats 0.0.0.0 as a remote server
    const { port } = smtp
    smtp.commands.length = 0
    const mail = createSmtpMail({ url: `smtp://user:pass@0.0.0.0:${port}`, from: FROM, stepTimeoutMs: 1_000 })
    await assert.rejects(mail.send(letter()), { reason: 'unavailable' })
    assert.deepEqual(
      smtp.commands.filter((line) => /^(AUTH|MAIL)/.test(line)),
      [],
    )
    await createSmtpMail({ url: `smtp://user:pass@0.0.0.0:${port}?ignoreTLS=true`, from: FROM }).send(letter())
  })
})

describe('the mailbox for development', () => {
  test('the dev mailbox stores each email as a file, and the file names sort by time', async () => {
    const folder = join(root, 'order')
    const mailbox = createMailbox({ folder, from: FROM })
    const [first, second] = [letter({ at: new Date(AT.getTime() + 1) }), letter()]
    for (const one of [first, second, first]) await mailbox.send(one)
    assert.deepEqual((await readdir(folder)).toSorted(), [`20261121T090507123Z-${second.id}.eml`, `20261121T090507124Z-${first.id}.eml`])
  })

  test('the dev mailbox reports `unavailable` if it cannot write to its folder', async () => {
    await writeFile(join(root, 'a-file'), '')
    await assert.rejects(createMailbox({ folder: join(root, 'a-file'), from: FROM }).send(letter()), { reason: 'unavailable' })
    const taken = join(root, 'taken')
    const one = letter()
    await mkdir(join(taken, `20261121T090507123Z-${one.id}.eml`, 'full'), { recursive: true })
    await assert.rejects(createMailbox({ folder: taken, from: FROM }).send(one), { reason: 'unavailable' })
    assert.deepEqual(await readdir(taken), [`20261121T090507123Z-${one.id}.eml`])
  })
})
