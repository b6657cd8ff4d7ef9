import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { ERROR_CODES, ERROR_STATUS } from '#platform/errors/index.ts'
import { recordedExamples } from '#platform/http/openapi/recorded.ts'
import { startApp, type Reply, type TestApp } from '#test/app.ts'
import { lifetime } from '#test/lifetime.ts'
import { codeTable, errorTable } from '#platform/http/openapi/error-texts.ts'
import { readXml } from '#platform/encoding/xml.ts'
import { readReleases, releasesFeed, releasesText } from './changelog.ts'
import { renderMarkdown } from './markdown.ts'
import { gapsOf } from './tables.ts'
import { readReference } from './operations.ts'
import { docPaths, GUIDE_PATHS, operationPath } from '#web/framework/doc-paths.ts'

const ROOT = new URL('../../../', import.meta.url)
const file = JSON.parse(await readFile(new URL('docs/api/openapi.json', ROOT), 'utf8'))
const reference = readReference(file, recordedExamples(), () => [])

describe('the documentation', () => {
  const life = lifetime()
  let app: TestApp
  const read = (path: string, headers: Record<string, string> = {}): Promise<Reply> => app.call('GET', path, { headers })
  before(async () => {
    app = await startApp(life)
  })

  test('every operation has an HTML page and a Markdown page with its method, path and curl call', async () => {
    for (const { id, method, path, summary } of reference.operations) {
      const [page, markdown] = [await read(`/docs/api/${id}`), await read(`/docs/api/${id}.md`)]
      assert.deepEqual([page.status, markdown.status], [200, 200], id)
      assert.match(page.headers['content-type']!, /^text\/html/)
      assert.equal(markdown.headers['content-type'], 'text/markdown; charset=utf-8')
      assert.ok(markdown.body.includes(`\`${method} /v1${path}\``), id)
      assert.ok(markdown.body.includes(summary), id)
      assert.match(markdown.body, /```sh\ncurl /, id)
      assert.match(markdown.body, /## Errors\n\n- \*\*`4/, id)
    }
  })

  test('the documentation contains no broken links or anchors', async () => {
    const seen = new Map<string, string>()
    const expected = new Map<string, string>(GUIDE_PATHS.map((path) => [path, 'the test']))
    for (const [address, from] of expected) {
      const [path = '', anchor] = address.split('#')
      if (!seen.has(path)) {
        const { status, body } = await read(path, { accept: 'text/html' })
        assert.ok(status === 200 || (status === 303 && /^\/app(\/|$)/.test(path)), `${from} links to ${path}, which returns ${status}`)
        seen.set(path, String(body))
        if (path.startsWith('/docs') && !/\.(md|atom|json)$|\/examples\//.test(path))
          for (const [, found] of String(body).matchAll(/<a[^>]* href="([^"]+)"/g)) {
            const url = new URL(found!.replaceAll('&#38;', '&'), `${app.url}${path}`)
            if (url.origin === app.url) expected.set(`${url.pathname}${url.hash}`, path)
          }
        assert.ok(seen.size < 600, 'the crawl is finite')
      }
      if (anchor) assert.ok(seen.get(path)!.includes(`id="${anchor}"`), `${from} links to ${address}, but the page has no such anchor`)
    }
    assert.ok(seen.size > reference.operations.length * 2, 'HTML and Markdown pages')
  })

  test('every example file that the documentation mentions can be downloaded', async () => {
    const named = new Set<string>()
    for (const path of GUIDE_PATHS)
      for (const [address] of (await read(path, { accept: 'text/markdown' })).body.matchAll(/\/docs\/examples\/[\w.-]*\w/g))
        named.add(address)
    for (const address of named) assert.equal((await read(address)).status, 200, address)
    assert.ok(named.has('/docs/examples/resale.d.mts'), [...named].join(', '))
  })

  test('each element ID is unique on its documentation page', async () => {
    for (const path of [...GUIDE_PATHS, ...reference.operations.map(({ id }) => operationPath(id))]) {
      const ids = [...(await read(path, { accept: 'text/html' })).body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
      assert.deepEqual(
        ids.filter((id, at) => ids.indexOf(id) !== at),
        [],
        path,
      )
    }
  })

  test('llms.txt is smaller than 4 KB and lists every guide, with MCP first', async () => {
    const { body, headers } = await read('/llms.txt')
    assert.match(headers['content-type']!, /^text\/plain/)
    assert.match(body, /^# resale\n\n> [^\n]+\n\nActing for a person\? Connect to \S+\/mcp /)
    assert.ok(Buffer.byteLength(body) < 4_096, `${Buffer.byteLength(body)} bytes`)
    const listed = [...body.matchAll(/^- \[[^\]]+\]\(([^)]+)\): \S/gm)].map(([, path]) => path!)
    assert.deepEqual(
      listed.filter((path) => path.endsWith('.md')),
      GUIDE_PATHS.map((path) => `${path}.md`),
    )
    for (const [, path] of body.matchAll(/\]\(([^)]+)\)/g)) assert.equal((await read(path)).status, 200, path)
  })

  test('llms-full.txt is smaller than 175 KB, and contains every guide and every operation', async () => {
    const full = (await read('/llms-full.txt')).body as string
    assert.ok(Buffer.byteLength(full) < 175_000, `${Buffer.byteLength(full)} bytes`)
    for (const path of GUIDE_PATHS.filter((one) => one !== '/docs/changelog' && one !== '/docs/api')) {
      const [own = ''] = ((await read(`${path}.md`)).body as string).split('\n## The two verifiers')
      assert.ok(full.includes(own.trimEnd()), path)
    }
    for (const { id, method, path } of reference.operations) assert.ok(full.includes(`**${id}** ${method} ${path}`), id)
    assert.match(full, /\*\*makeOffer\*\* POST \/offers \[buying\] → Offer\n.* Body: listing\*, amount\*, note\./)
    assert.match(full, /^- Offer: id, .*counter/m)
  })

  test('the changelog page has an anchor for each change, and the feed has an entry for each release', async () => {
    const page = (await read('/docs/changelog')).body as string
    const releases = readReleases(await readFile(new URL('CHANGELOG.md', ROOT), 'utf8'))
    const ids = releases.flatMap(({ changes }) => changes.map(({ id }) => id))
    assert.ok(ids.length > 20 && new Set(ids).size === ids.length, `${ids.length}`)
    for (const id of ids) assert.ok(page.includes(` id="${id}"`), id)
    const feed = await read('/docs/changelog.atom')
    assert.match(feed.headers['content-type']!, /^application\/atom\+xml/)
    const { entry = [] } = (readXml(feed.body, ['entry']) as { feed: { entry?: { id: string }[] } }).feed
    assert.deepEqual(
      entry.map(({ id }) => id),
      releases.filter(({ day }) => day !== null).map(({ version }) => `urn:resale:release:${version}`),
    )
    assert.match(page, /<link rel="alternate" type="application\/atom\+xml"[^>]* href="\/docs\/changelog\.atom"/)
    const old = await read('/changelog')
    assert.deepEqual([old.status, old.headers['location']], [308, '/docs/changelog'])
  })

  test('openapi.json is served byte for byte as generated, and a matching ETag returns 304', async () => {
    const first = await read('/openapi.json')
    const { servers, info, ...rest } = first.body
    const { servers: _servers, info: _info, ...same } = file
    assert.deepEqual(rest, same)
    assert.deepEqual([servers[0].url, info.contact.url], [`${app.url}/v1`, `${app.url}/docs`])
    assert.deepEqual((await read('/v1/openapi.json')).body, first.body)
    assert.match(first.headers['cache-control']!, /^public, max-age=/)
    assert.equal(first.headers['access-control-allow-origin'], '*')
    for (const path of ['/openapi.json', '/llms.txt', '/docs/api/createListing.md', '/docs/api/createListing', '/docs']) {
      const { etag } = (await read(path)).headers
      assert.equal((await read(path, { 'if-none-match': etag! })).status, 304, path)
      assert.equal((await read(path, { 'if-none-match': '"another"' })).status, 200, path)
    }
  })

  test('the sitemap, the page footers and the help page link to the documentation', async () => {
    const map = (await read('/sitemap.xml')).body as string
    for (const path of docPaths()) assert.ok(map.includes(`<loc>${app.url}${path}</loc>`), path)
    for (const path of ['/', '/help']) assert.ok((await read(path)).body.includes(`href="${app.url}/docs"`), path)
    assert.match((await read('/help')).body, /<main[^]*\/docs"[^]*<\/main>/)
  })

  test('the Postman, Bruno and Arazzo files contain the address of the service from which they are downloaded', async () => {
    for (const name of ['postman.json', 'bruno.json', 'arazzo.json']) {
      const { status, headers, body } = await read(`/docs/api/${name}`)
      assert.deepEqual([status, headers['content-type']], [200, 'application/json'], name)
      const text = JSON.stringify(body)
      assert.ok(text.includes(app.programsUrl) && !text.includes('https://resale.test'), name)
      assert.ok((await read('/docs/api', { accept: 'text/html' })).body.includes(`href="/docs/api/${name}"`), name)
    }
  })

  test('a documentation page is Markdown if the Accept header prefers Markdown, and HTML otherwise', async () => {
    const type = async (accept: string) => (await read('/docs/errors', { accept })).headers['content-type']!.split(';')[0]
    assert.equal(await type('text/markdown'), 'text/markdown')
    assert.equal(await type('text/markdown, text/html;q=0.5'), 'text/markdown')
    assert.equal(await type('text/html,application/xhtml+xml,*/*;q=0.8'), 'text/html')
    assert.equal(await type('*/*'), 'text/html')
    assert.equal((await read('/docs/api/createNothing', { accept: 'text/html' })).status, 404)
    assert.equal((await read('/docs/api/constructor.md')).status, 404)
  })

  test('a documentation search finds pages that contain every word, ranks matching names first, and escapes the query', async () => {
    const found = async (q: string): Promise<string[]> => {
      const { body, headers } = await read(`/docs/search?q=${encodeURIComponent(q)}`)
      assert.equal(headers['x-robots-tag'], 'noindex')
      const [, list = ''] = (body as string).split('id="docs-found"')
      return [...list.split('</main>')[0]!.matchAll(/<a href="([^"]+)"/g)].map(([, path]) => path!)
    }
    assert.equal((await found('accept offer'))[0], '/docs/api/acceptOffer')
    assert.equal((await found('Idempotency'))[0], '/docs/idempotency')
    assert.ok((await found('over_limit')).includes('/docs/errors'))
    assert.ok((await found('max_day')).length <= 20)
    assert.deepEqual(await found('no such-word-anywhere'), [])
    assert.deepEqual(await found(''), [])
    const { body } = await read('/docs/search?q=%22%3E%3Cscript%3E')
    assert.ok(!body.includes('"><script>'))
    assert.ok((await read('/docs/errors', { accept: 'text/html' })).body.includes('action="/docs/search"'))
  })

  test('the documentation shows each call in three languages, and a form with a field for each input', async () => {
    for (const { id, method, access, recorded } of reference.operations) {
      const { body } = await read(operationPath(id), { accept: 'text/html' })
      for (const language of ['sh', 'ts', 'python']) assert.ok(body.includes(`class="sample" data-language="${language}"`), id)
      if (recorded === undefined || !body.includes('data-island="docs-run"')) continue
      assert.match(body, /data-run-off[^>]*>[^<]*Turn on JavaScript/, id)
      assert.equal(body.includes('name="run-sure" required'), method !== 'GET', `${id}: a write needs a confirmation`)
      assert.equal(body.includes('name="run-key"'), access !== 'session', id)
    }
    const ana = await app.signUp('Ana')
    const own = await app.call('GET', operationPath('getMe'), { cookie: ana.cookie, headers: { accept: 'text/html' } })
    assert.match(own.body, /Without a key, the call runs in the live market/)
  })

  test('the documentation contains no local file paths, placeholders or undefined values', async () => {
    const full = (await read('/llms-full.txt')).body as string
    assert.doesNotMatch(full, /(?:^|[\s"'`(])\/(?:home|root|work|tmp|usr|var|Users)\/\w/m)
    for (const gap of Object.keys(gapsOf(app.service.ctx, reference, () => ''))) assert.ok(!full.includes(`{${gap}}`), gap)
    assert.equal(full.match(/.{0,80}(?:undefined|\[object Object\])/), null)
  })

  test('the documentation shows a signed-in user how many keys they have, and this response is stored only in private caches', async () => {
    const ana = await app.signUp('Ana')
    const page = await app.call('GET', '/docs', { cookie: ana.cookie })
    assert.match(page.body, /You have 1 key/)
    assert.match(page.headers['cache-control']!, /private/)
    assert.doesNotMatch(page.body, new RegExp(ana.key))
    assert.doesNotMatch((await read('/docs')).body, /You have/)
  })

  test('the quick start in the documentation works if a user pastes it into a shell, JavaScript or Python', async () => {
    const { key } = await app.signUp('Ana')
    const [markdown = ''] = ((await read('/docs.md')).body as string).split('## Receive events')
    const blocks = [...markdown.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, language, text]) => ({
      language,
      text: text!.replace(/rsk_…/, key),
    }))
    const run = promisify(execFile)
    const shell = blocks.filter(({ language }) => language === 'sh').map(({ text }) => text)
    assert.equal(shell.length, 7)
    const script = shell.map((text) => `${text.replaceAll('curl ', 'curl -sS --fail-with-body ')}\necho; echo "-- next"`).join('\n')
    const { stdout } = await run('bash', ['-e', '-c', script])
    const [, account, me, shop, listing, found, inbox] = stdout.split('-- next').map((text) => text.trim())
    assert.match(JSON.parse(account!).api_key.secret, /^rsk_/)
    assert.equal(JSON.parse(me!).object, 'account')
    assert.equal(JSON.parse(shop!).slug, 'second-spring')
    assert.equal(JSON.parse(listing!).status, 'live')
    assert.equal(JSON.parse(found!).data[0].id, JSON.parse(listing!).id)
    assert.equal(JSON.parse(inbox!).object, 'inbox')
    const env = { ...process.env, KEY: key }
    const program = (name: string) => blocks.find(({ language }) => language === name)!.text
    const node = await run(process.execPath, ['--input-type=module', '-e', program('js')], { env })
    assert.match(node.stdout, /^Ana, 1 shops\nhttp:\/\/second-spring\.resale\.localhost:\d+\/stoneware-bud-vase\n$/)
    const python = await run('python3', ['-c', program('python')], { env })
    assert.match(python.stdout, /^Ana 1 shops\nhttp:\/\/second-spring\.resale\.localhost:\d+\/enamel-watering-can\n$/)
  })
})

test('the error tables list the status of each error type, and the type of each error code', () => {
  for (const [code, type] of Object.entries(ERROR_CODES)) assert.ok(codeTable().includes(`| \`${code}\` | \`${type}\` |`), code)
  for (const [type, status] of Object.entries(ERROR_STATUS)) assert.ok(errorTable().includes(`| ${status} | \`${type}\` |`), type)
})

test('rendered Markdown contains no raw HTML, scripts or unsafe links', () => {
  const { html } = renderMarkdown(
    'A <b>\n\n<script>alert(1)</script>\n\n[x](javascript:alert(1)) [y](//evil.test) [z](data:text/html,a) ![p](http://evil.test/a.png)\n\n`<i>`',
  )
  assert.doesNotMatch(html, /<script|<b>|<i>|javascript:|href|<img/)
})

const RELEASES =
  '# Changelog\n\n## 0.3.0 (unreleased)\n\n### Added\n\n- One `thing`.\n\n## 0.2.0 (2026-12-01)\n\n### Added\n\n- One `thing`.\n\n### Fixed\n\n- Two & <three>.\n'

test('the changelog parser reads releases, groups and lists, and rejects all other content', () => {
  assert.deepEqual(readReleases(RELEASES), [
    { version: '0.3.0', day: null, changes: [{ group: 'Added', id: 'one-thing', text: 'One `thing`.' }] },
    {
      version: '0.2.0',
      day: '2026-12-01',
      changes: [
        { group: 'Added', id: 'one-thing-2', text: 'One `thing`.' },
        { group: 'Fixed', id: 'two-three', text: 'Two & <three>.' },
      ],
    },
  ])
  assert.throws(() => readReleases('## Unreleased\n\n- One.\n'), /"Unreleased" is not a version with a date/)
  assert.throws(() => readReleases('## 0.2.0 (unreleased)\n\n- One.\n'), /is not a list item of a group: - One/)
  assert.throws(() => readReleases('## 0.2.0 (unreleased)\n\n### New\n'), /"New" is not one of Added, Changed/)
})

test('the Atom feed has a dated entry for each published release, with a link to its heading', () => {
  const releases = readReleases(RELEASES)
  const xml = releasesFeed(releases, 'https://market.example')
  const { feed } = readXml(xml, ['entry']) as { feed: { id: string; updated: string; entry: { content: string }[] } }
  assert.deepEqual([feed.id, feed.updated], ['urn:resale:changelog', '2026-12-01T00:00:00Z'])
  const [{ content, ...rest }, ...more] = feed.entry as [{ content: string }]
  assert.deepEqual(more, [])
  assert.deepEqual(rest, { id: 'urn:resale:release:0.2.0', title: '0.2.0', link: '', updated: '2026-12-01T00:00:00Z' })
  assert.match(content, /<li>Two &amp; &#60;three&#62;\.<\/li>/)
  const anchor = /<link href="https:\/\/market\.example\/docs\/changelog#([^"]+)"/.exec(xml)![1]
  assert.ok(
    renderMarkdown(releasesText(releases)).headings.some(({ id }) => id === anchor),
    anchor,
  )
})

test('the documentation, the OpenAPI file, the versions page and the response headers mark a deprecated operation', async (t) => {
  const app = await startApp(t)
  const { key } = await app.signUp('Ana')
  const going = app.service.ctx.endpoints.get('getInbox')!
  t.after(() => delete going.deprecated)
  going.deprecated = { since: '2026-11-22', until: '2027-11-22', instead: 'Use getMe.' }
  const { headers } = await app.call('GET', '/v1/inbox', { key })
  assert.deepEqual([headers['deprecation'], headers['sunset']], ['@1795305600', 'Mon, 22 Nov 2027 00:00:00 GMT'])
  assert.equal((await app.call('GET', '/v1/me', { key })).headers['deprecation'], undefined)
  const text = async (path: string) => (await app.call('GET', path)).body as string
  assert.match(await text('/docs/versions.md'), /`GET \/inbox`\]\(\/docs\/api\/getInbox\) \| 2026-11-22 \| 2027-11-22 \| Use getMe\./)
  assert.match(await text('/docs/api/getInbox.md'), /\*\*Deprecated\*\* since 2026-11-22; works until at least 2027-11-22/)
  assert.equal((await app.call('GET', '/openapi.json')).body.paths['/inbox'].get.deprecated, true)
})
