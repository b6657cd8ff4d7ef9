import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { PEOPLE } from '#demo/cast/index.ts'
import { SITE, startApp, type Reply, type TestApp } from '#test/app.ts'
import { crawl, isBinary, mainTargets, shopTargets, type Target, type Values } from '#test/crawl.ts'
import { tour } from '#test/tour/tour.ts'
import { BAD_WORDS, badWordsOf, forPeople, formsOf, visibleText } from './words.ts'

type Role = { name: string; cookie: string | null }

const WRONG = ['', 'x'.repeat(3_000), '-1', 'Wool & <b>coat</b>']
const MOST_FORMS = 60

/**
 * Reads every page that a role can see, and submits invalid input to the forms on these pages. Returns the violations, and the numbers of
 * pages and responses.
 */
async function readAll(app: TestApp, role: Role, from: readonly Target[], follows: (target: Target) => boolean) {
  const bad = new Set<string>()
  const forms = new Map<string, { at: string; html: string }>()
  let pages = 0
  for await (const { host, path, reply } of crawl(app, from, role.cookie ? { cookie: role.cookie } : {}, follows)) {
    if (isBinary(reply) || !reply.headers['content-type']?.startsWith('text/html') || !forPeople(path)) continue
    pages++
    const html = reply.bytes.toString()
    for (const one of badWordsOf(path, html)) bad.add(one)
    if (host === SITE)
      for (const { action, open, does } of formsOf(html)) if (open.length > 0) forms.set(kindOf(action, open, does), { at: path, html })
  }
  let answers = 0
  for (const [kind, { html }] of [...forms].slice(0, MOST_FORMS)) {
    const form = formsOf(html).find(({ action, open, does }) => kindOf(action, open, does) === kind)!
    for (const typed of WRONG) {
      const fields = new URLSearchParams(form.hidden)
      for (const name of form.open) fields.set(name, typed)
      if (form.does[0] && !fields.has('do')) fields.set('do', form.does[0])
      const reply = await app.call('POST', form.action, {
        ...(role.cookie ? { cookie: role.cookie } : {}),
        headers: { origin: app.url },
        form: fields.toString(),
      })
      if (!reply.headers['content-type']?.startsWith('text/html')) continue
      answers++
      for (const one of badWordsOf(`${form.action} as it answers ${JSON.stringify(typed.slice(0, 20))}`, withoutTyped(reply, typed)))
        bad.add(one)
    }
  }
  return { bad: [...bad].map((one) => `${role.name} ${one}`), pages, answers, forms: forms.size }
}

/** Returns the kind of a form. Forms that differ only in the records they are about have the same kind. */
const kindOf = (action: string, open: readonly string[], does: readonly string[]): string =>
  [action.replaceAll(/[a-z]{3}_[0-9a-z]{20,}/g, 'id'), ...open, ...does].join(' ')

const withoutTyped = ({ bytes }: Reply, typed: string): string =>
  typed.length > 3 ? bytes.toString().replaceAll(typed, ' ') : bytes.toString()

const onMain = ({ host, path }: Target): boolean => host === SITE && forPeople(path) && !path.startsWith('/sign-out')

async function targetsOf(app: TestApp, slug: string): Promise<{ main: Target[]; shop: Target[] }> {
  const { data } = (await app.call('GET', '/v1/market/search?limit=1')).body
  const values: Values = {
    id: [data[0].id],
    listing: [data[0].id],
    payment: ['pmt_none'],
    slug: [slug],
    link: [new URL(data[0].url).pathname.slice(1)],
    token: ['none'],
    category: ['home'],
    number: ['0'],
  }
  const isPage = ({ path }: Target): boolean => forPeople(path)
  return { main: mainTargets(app.service.ctx, values).filter(isPage), shop: shopTargets(app.service.ctx, slug, values).filter(isPage) }
}

async function cookieOf(app: TestApp, email: string, password: string): Promise<string> {
  const session = await app.call('POST', '/v1/sessions', { json: { email, password } })
  assert.equal(session.status, 201, JSON.stringify(session.body))
  return session.headers['set-cookie']!.split(';')[0]!
}

test('no demo page and no form error shows code terms, whatever the user’s role is', async (t) => {
  const app = await startApp(t, { DEMO: 'on', TEST_CLOCK: 'off' })
  // Deletes the demo images, which contain no text, to save time.
  await app.service.ctx.db.deleteFrom('demo_pictures').execute()
  await app.service.ctx.search.ready()
  const { main, shop } = await targetsOf(app, 'mint-fox')
  const { password } = app.service.demo!.access!
  const roles: Role[] = [{ name: 'stranger', cookie: null }]
  for (const who of ['ana', 'theo', 'robin'] as const) roles.push({ name: who, cookie: await cookieOf(app, PEOPLE[who].email, password) })
  const bad: string[] = []
  for (const role of roles) {
    const read = await readAll(app, role, role.cookie ? main : [...main, ...shop], onMain)
    assert.ok(
      read.pages > 20 && (role.cookie === null || read.answers > 10),
      `${role.name}: ${JSON.stringify({ ...read, bad: read.bad.length })}`,
    )
    bad.push(...read.bad)
  }
  assert.deepEqual(bad, [])
})

test('during the tour, no page or email shows terms from the code', async (t) => {
  const app = await startApp(t)
  const { shop } = await tour({ site: app.programsUrl, print: () => {} })
  const { main, shop: front } = await targetsOf(app, shop)
  const people = await app.service.ctx.db.selectFrom('accounts').select(['name', 'email']).execute()
  const bad: string[] = []
  for (const { name, email } of people) {
    const role = { name, cookie: await cookieOf(app, email!, 'second-hand tour') }
    const read = await readAll(app, role, [...main, ...front], onMain)
    assert.ok(read.pages > 20, `${name}: ${read.pages} pages`)
    bad.push(...read.bad)
  }
  const mails = await app.service.ctx.db.selectFrom('mails').select(['kind', 'subject', 'body']).execute()
  assert.ok(mails.length > 10, 'the tour sent mails')
  for (const { kind, subject, body } of mails)
    bad.push(...badWordsOf(`a mail of ${kind}`, `${subject}\n${body.replaceAll(/https?:\S+/g, ' ')}`))
  assert.deepEqual(bad, [])
})

describe('the check for code terms in interface texts', () => {
  const BAD: Readonly<Record<string, readonly string[]>> = {
    'a quoted field name': ['slug "mint" is taken'],
    'an array index': ['files[0]: no picture'],
    snake_case: ['must have lowest_price'],
    camelCase: ['the priceCents of it'],
    'an undefined value': ['by undefined', '$NaN', 'null things', 'see [object Object]'],
    'a plural after 1': ['1 drafts', '12 live, 1 drafts, 3 sold', 'with <strong>1</strong> reviews'],
    'a singular after a number above 1': ['2 draft', '30 minute'],
    'thousands without a comma': ['$1250'],
    'incomplete cents': ['$14.5 in all', '$14.00'],
    'an id': ['order ord_01abcdefghjkmnpqrstvwxyz12', '0b1c2d3e-0000-4000-8000-000000000000'],
    'a timestamp': ['at 2026-11-22T10:00:00.000Z'],
    'an API call': ['first POST /v1/shops'],
    'a postal address in another format': ['98101 Seattle / WA', 'Seattle WA 98101'],
    'an internal party': ['paid by the provider'],
    'a plural verb after a singular': ['No Tech that match “x”'],
    'another word for accepting': ['Take it at $40', 'Take $40'],
  }
  const GOOD =
    '<p>1 draft, 11 drafts, $1,250.50, Seattle, WA 98101, iPhone, step 1 is done, Accept $40, null-free? <code>price_cents</code></p>'
  for (const { is } of BAD_WORDS)
    test(`the wording check reports ${is}`, () => {
      for (const words of BAD[is] ?? assert.fail('no example'))
        assert.match(badWordsOf('/', `<p>${words}</p>`).join('\n'), new RegExp(is), words)
    })
  test('the wording check accepts correct text', () => assert.deepEqual(badWordsOf('/', GOOD.replace('null-free? ', '')), []))
  test('the wording check includes aria labels and skips code elements', () =>
    assert.equal(visibleText('<head><title>x</title></head><p aria-label="to hear">to see <code>a_b</code></p>'), 'to see | to hear'))
})
