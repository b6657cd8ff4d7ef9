import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { startApp } from '#test/app.ts'

const ROOT = new URL('..', import.meta.url)

/** Returns the commands in the README's section “Walkthrough”, grouped into steps. Each shell comment starts a step. */
async function walk(): Promise<string[]> {
  const readme = await readFile(new URL('README.md', ROOT), 'utf8')
  const section = readme.split('\n## ').find((part) => part.startsWith('Walkthrough\n'))!
  return [...section.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, commands]) => commands!.split(/^(?=# )/m))
}

test('following the README walkthrough publishes a listing that appears in search', async (t) => {
  const app = await startApp(t)
  const { key } = await app.signUp('Ana')
  const blocks = (await walk()).map((block) =>
    block
      .replaceAll('localhost:3000', `localhost:${app.port}`)
      .replace(/rsk_\S+/, key)
      .replaceAll('photo.jpg', `${app.dataDir}/photo.jpg`),
  )
  const drawn = blocks.map((block) => block.replace('npm run --silent sample-photo', `node bin/sample-photo.ts ${app.dataDir}/photo.jpg`))
  const script = drawn.map((block) => `${block}\necho; echo "-- next"`).join('\n')
  const { stdout } = await promisify(execFile)('bash', ['-e', '-c', script], { cwd: ROOT, maxBuffer: 16 * 1_048_576 })
  const [, me, shop, listing, photos, published, found, pages] = stdout.split('-- next').map((text) => text.trim())

  assert.equal(JSON.parse(me!).object, 'account')
  assert.equal(JSON.parse(shop!).slug, 'corner-finds')
  assert.match(listing!, /^lst_[0-9a-z]{26}$/)
  assert.equal(JSON.parse(photos!).data.length, 1)
  assert.equal(JSON.parse(published!).status, 'live')

  const [card] = JSON.parse(found!).data
  assert.equal(card.id, listing)
  assert.equal(card.url, `http://corner-finds.resale.localhost:${app.port}/oak-table-lamp`)
  const photo = await app.call('GET', new URL(card.photo).pathname)
  assert.deepEqual([photo.status, photo.headers['content-type']], [200, 'image/webp'])

  assert.equal(pages!.match(/<h1[^>]*>[^<]*(Corner Finds|Oak table lamp)/g)?.length, 2)
  const page = await app.call('GET', '/oak-table-lamp', { host: 'corner-finds.resale.localhost' })
  assert.equal(page.status, 200)
  assert.match(page.body, /\$58/)
})

test('the SDK version of the README walkthrough runs with the SDK that the service serves', async (t) => {
  const app = await startApp(t)
  const { key } = await app.signUp('Ana')
  const readme = await readFile(new URL('README.md', ROOT), 'utf8')
  const [, code] = /Write `walk\.mjs`:\n\n```js\n([^]*?)```/.exec(readme)!
  const [, fetched] = /```\n(curl -sO [^\n]+)\n```/.exec(readme)!
  const inFolder = { cwd: app.dataDir, env: { ...process.env, BASE: `${app.programsUrl}/v1`, KEY: key } }
  const run = (program: string, args: readonly string[]) => promisify(execFile)(program, args, inFolder)
  await run('bash', ['-e', '-c', fetched!.replaceAll('localhost:3000', `localhost:${app.port}`)])
  await run(process.execPath, [new URL('bin/sample-photo.ts', ROOT).pathname, 'photo.jpg'])
  await writeFile(join(app.dataDir, 'walk.mjs'), code!)
  const { stdout } = await run(process.execPath, ['walk.mjs'])
  assert.equal(stdout, `found at http://corner-finds-2.resale.localhost:${app.port}/oak-table-lamp\n`)
})

test('the README’s pictures are small and exist in light and dark versions', async () => {
  const readme = await readFile(new URL('README.md', ROOT), 'utf8')
  const pictures = [...readme.matchAll(/<picture>[^]*?<\/picture>/g)].map(([markup]) => markup)
  assert.ok(pictures.length >= 2)
  for (const picture of pictures) {
    const [, dark] = /<source media="\(prefers-color-scheme: dark\)" srcset="([^"]+-dark\.webp)">/.exec(picture)!
    const [, light] = /<img src="([^"]+-light\.webp)"[^>]* alt="[^"]{20,}"/.exec(picture)!
    for (const path of [dark!, light!]) {
      const { size } = await stat(new URL(path, ROOT))
      assert.ok(size > 5_000 && size < 80_000, `${path}: ${size} bytes`)
    }
  }
})
