import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { banner } from './banner.ts'
import { readConfig } from '#platform/config/index.ts'
import type { Demo } from '#demo/index.ts'
import { startApp } from '#test/app.ts'

const DEMO: Demo = {
  fresh: true,
  access: { key: `rsk_${'x'.repeat(36)}`, password: 'second-hand' },
  shops: 8,
  items: 48,
  pictures: 134,
  people: [{ email: 'ana@demo.test', summary: 'sells: Mint & Fox, Lemon Row' }],
}

test('the startup banner fits in 80 columns, and has the same wording with and without color', () => {
  for (const demo of [DEMO, { ...DEMO, pictures: 0, fresh: false }, { ...DEMO, access: null }, null]) {
    const facts = {
      config: readConfig({ PORT: '65535', DATA_DIR: '/a/rather/long/path/to/some/data/folder' }),
      port: 65_535,
      demo,
      notes: ['port 3000 is in use: running on 3001. Set PORT to choose another.'],
    }
    const plain = banner(facts, { isTTY: false })
    for (const line of plain.split('\n')) assert.ok([...line].length <= 80, line)
    assert.doesNotMatch(plain, /\u001b|undefined|null/)
    assert.equal(banner(facts, { isTTY: true }).replaceAll(/\u001b\[\d+m/g, ''), plain)
  }
})

test('the startup banner prints the demo key on its own line, or explains how to get a key', () => {
  const config = readConfig({})
  assert.match(banner({ config, port: 3000, demo: DEMO, notes: [] }, {}), /^ +export KEY=rsk_x{36}$/m)
  assert.match(banner({ config, port: 3000, demo: null, notes: [] }, {}), /curl \$BASE\/accounts/)
})

test('the startup banner prints the URL of the seller app, and the URL of the mailbox only if no SMTP server is set', () => {
  const bannerOf = (env: Record<string, string>) => banner({ config: readConfig(env), port: 3000, demo: DEMO, notes: [] }, {})
  assert.match(bannerOf({}), /^ +Selling +http:\/\/\S+\/app$/m)
  assert.match(bannerOf({}), /^ +Mailbox +http:\/\/\S+\/dev\/mail /m)
  assert.doesNotMatch(bannerOf({ SMTP_URL: 'smtp://localhost:2525' }), /Mailbox/)
})

test('the startup banner mentions the missing helper keys only if no model is configured', () => {
  const bannerOf = (env: Record<string, string>) => banner({ config: readConfig(env), port: 3000, demo: DEMO, notes: [] }, {})
  assert.match(bannerOf({}), /helpers without keys/)
  assert.doesNotMatch(bannerOf({ MODEL_PROVIDER: 'openai', MODEL_API_KEY: 'sk-1' }), /helpers without keys/)
})

test('at startup in public mode, the service prints one JSON line without secrets, and no banner', () => {
  const config = readConfig({ PUBLIC_URL: 'https://resale.example', STORE_DOMAIN: 'resale.example', DEMO: 'on' })
  assert.deepEqual(JSON.parse(banner({ config, port: 3000, demo: DEMO, notes: [] }, {})), {
    event: 'ready',
    url: 'https://resale.example',
    port: 3000,
  })
})

test('the curl command in the startup banner creates an account', async (t) => {
  const app = await startApp(t)
  const text = banner({ config: app.service.ctx.config, port: app.port, demo: null, notes: [] }, {})
  const command = text.slice(text.indexOf('export BASE='), text.indexOf('Next'))
  const { stdout } = await promisify(execFile)('bash', ['-c', command.replaceAll('curl ', 'curl -s ')])
  assert.match(JSON.parse(stdout).api_key.secret, /^rsk_\w{36}$/)
})
