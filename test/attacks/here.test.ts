import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { startApp, type Call, type TestApp } from '#test/app.ts'
import { makeListing, makeShop } from '#test/rows.ts'
import { lifetime } from '#test/lifetime.ts'

const life = lifetime()

const PERSON = { name: 'Ben', email: 'ben@example.test', password: 'a long enough password' }
const LOCAL = { main: 'resale.localhost', env: {} as Record<string, string>, cookie: 'session' }
const PUBLIC = {
  main: 'www.market.example',
  env: { PUBLIC_URL: 'https://www.market.example', STORE_DOMAIN: 'market.example', TEST_CLOCK: 'off', RATE_LIMITS: 'off' },
  cookie: '__Host-session',
}

for (const { main, env, cookie: name } of [LOCAL, PUBLIC])
  describe(`requests from a different origin, in a browser that has a session at ${main}`, () => {
    let app: TestApp
    let cookie: string
    let listing: string
    const call = (method: string, path: string, more: Call = {}) => app.call(method, path, { host: main, ...more })
    const stored = async () => {
      const { db } = app.service.ctx
      const [likes, follows] = await Promise.all([
        db.selectFrom('likes').selectAll().execute(),
        db.selectFrom('follows').selectAll().execute(),
      ])
      return likes.length + follows.length
    }
    before(async () => {
      app = await startApp(life, env)
      const { id } = (await call('POST', '/v1/accounts', { json: PERSON })).body
      cookie = (await call('POST', '/v1/sessions', { json: PERSON })).headers['set-cookie']!.split(';')[0]!
      assert.ok(cookie.startsWith(`${name}=`))
      listing = (await makeListing(app.service.ctx, await makeShop(app.service.ctx, id, { slug: 'row' }), { title: 'Lamp' })).id
    })

    /** Returns origins that resemble ours but belong to different servers. */
    const foreign = (): (string | undefined)[] => {
      const { publicUrl } = app.service.ctx.config
      const shop = app.service.ctx.urls.shop
      const { protocol, port } = new URL(publicUrl)
      const near = [
        shop('www').replace('//www.', '//www.www.'),
        shop('mail'),
        shop('xn--row'),
        shop('a.row'),
        `${shop('row')}.evil.example`,
        shop('row').replace(protocol, protocol === 'http:' ? 'https:' : 'http:'),
        port === '' ? `${shop('row')}:8443` : shop('row').replace(`:${port}`, ''),
        shop('row').replace('//', '//row@'),
        `${shop('row')}/`,
        'http://localhost:3000',
        'https://evil.example',
        'null',
        '*',
        '',
      ]
      return [...near, undefined]
    }

    test('the service reveals nothing about the user to a page on a different origin', async () => {
      for (const origin of foreign())
        for (const path of ['/you/here', `/you/here?of=${listing}&listing=${listing}`]) {
          const headers = { ...(origin === undefined ? {} : { origin }), 'sec-fetch-site': 'cross-site', cookie }
          const reply = await call('GET', path, { headers })
          assert.equal(reply.status, 403, String(origin))
          assert.deepEqual(Object.keys(reply.body), ['error'])
          for (const header of ['access-control-allow-origin', 'access-control-allow-credentials', 'set-cookie'])
            assert.equal(reply.headers[header], undefined, `${header} to ${origin}`)
          assert.deepEqual([reply.headers['vary'], reply.headers['cache-control']], ['Origin', 'no-store'])
        }
      const ours = await call('GET', '/you/here', { headers: { origin: app.service.ctx.urls.shop('row'), cookie } })
      assert.deepEqual([ours.status, ours.body.is.includes('owner')], [200, true], 'a shop’s own page can read the state')
    })

    test('the service rejects likes and follows from a page on a different origin, even if the user is signed in', async () => {
      for (const origin of foreign())
        for (const path of [`/like/${listing}`, '/follow/row'])
          for (const accept of ['application/json', 'text/html'])
            for (const who of [{ cookie }, {}]) {
              const headers = { ...(origin === undefined ? {} : { origin }), accept, ...who }
              const reply = await call('POST', path, { form: 'liked=true&following=true&return=%2F', headers })
              assert.equal(reply.status, 403, `${origin} ${path} ${accept}`)
              assert.equal(reply.headers['access-control-allow-origin'], undefined)
              assert.equal(reply.headers['set-cookie'], undefined, 'no pending like or follow is stored for after sign-in')
            }
      for (const path of [`/like/${listing}`, '/follow/row']) {
        const preflight = await call('OPTIONS', path, {
          headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
        })
        assert.equal(preflight.headers['access-control-allow-origin'], undefined)
        assert.equal((await call('GET', path, { headers: { cookie } })).status, 200, 'a link asks for confirmation first')
      }
      assert.equal(await stored(), 0)
      const origin = app.service.ctx.urls.shop('row')
      const own = await call('POST', `/like/${listing}`, { form: 'liked=true', headers: { origin, accept: 'application/json', cookie } })
      assert.deepEqual([own.status, own.headers['access-control-allow-origin'], await stored()], [200, origin, 1])
      await app.service.ctx.db.deleteFrom('likes').execute()
    })

    test('a share does not count if a page on a different origin sends it', async () => {
      const shares = async () => {
        await app.service.ctx.visits.flush()
        const rows = await app.service.ctx.db.selectFrom('daily_counts').select('count').where('kind', '=', 'share').execute()
        return rows.reduce((sum, { count }) => sum + count, 0)
      }
      for (const origin of foreign())
        for (const path of [`/share/listing/${listing}`, '/share/shop/row'])
          for (const who of [{ cookie }, {}]) {
            const reply = await call('POST', path, { headers: { ...(origin === undefined ? {} : { origin }), ...who } })
            assert.deepEqual([reply.status, reply.headers['access-control-allow-origin']], [403, undefined], `${origin} ${path}`)
          }
      assert.equal(await shares(), 0)
      const own = await call('POST', `/share/listing/${listing}`, { headers: { origin: app.service.ctx.urls.shop('row') } })
      assert.deepEqual([own.status, await shares()], [200, 1], 'a shop’s own page counts a share')
    })

    test('a page on a shop’s host can submit only likes, follows and its own bag', async () => {
      const origin = app.service.ctx.urls.shop('row')
      const paths = [
        '/sign-out',
        '/you/settings',
        '/you/likes',
        `/offer/${listing}`,
        `/checkout/${listing}`,
        '/app/shop',
        '/sign-in',
        '/bag/other-row',
      ]
      for (const path of paths) {
        const reply = await call('POST', path, { form: 'amount=1', headers: { origin, cookie } })
        assert.equal(reply.status, 403, path)
      }
      const api = await call('POST', '/v1/keys', { json: { name: 'K', kind: 'api', scopes: ['read'] }, headers: { origin, cookie } })
      assert.deepEqual([api.status, api.body.error.code], [403, 'origin'])
    })
  })
