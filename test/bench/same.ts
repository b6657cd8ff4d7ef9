import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { isDeepStrictEqual } from 'node:util'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Client } from 'pg'
import { sendToAny, SITE } from '#test/app.ts'
import { fillMarket } from './market-data.ts'
import { people } from './requests.ts'
import { requestsOf, type BenchRequest } from './same-requests.ts'
import { copyDatabase, openStage, startService, untilIndexed, type Running, type Stage } from './stage.ts'

const OWN = new URL('../..', import.meta.url).pathname
/**
 * Number of rounds: one without a cache, one with cached rows, and one with cached responses. In each round, both services must send equal
 * responses.
 */
const ROUNDS = 3
/** Maximum number of attempts to get equal responses from both services, because a relative time can change between the two requests. */
const TRIES = 4
/** Public URL of both services, so that their responses contain the same URLs although the ports differ. */
const PUBLIC_URL = `http://${SITE}:3000`
const LISTINGS = 600

/**
 * Compares the responses of both checkouts, which serve copies of the same database. The requests read the public API and pages, and some
 * of them are invalid. Each request is sent with and without compression, anonymously, with a key and with a session. Returns the number of
 * compared responses, and the responses that differ in any byte.
 */
export async function compareWith(other: string): Promise<{ compared: number; different: string[] }> {
  const stage = await openStage()
  const services: Running[] = []
  try {
    const requests = await filled(stage, other)
    await copyDatabase(stage, 'other')
    services.push(await startService(stage, OWN, { database: String(stage.connection.database), env: { PUBLIC_URL } }))
    services.push(await startService(stage, other, { database: 'other', env: { PUBLIC_URL } }))
    for (const each of services) await untilIndexed(each)
    const different: string[] = []
    for (let round = 1; round <= ROUNDS; round++)
      for (const each of requests) {
        const how = await difference(services[0]!.port, services[1]!.port, each)
        if (how !== null) different.push(`${nameOf(each)}, turn ${round}: ${how}`)
      }
    return { compared: ROUNDS * requests.length, different }
  } finally {
    for (const each of services) await each.stop()
    await stage.end()
  }
}

const nameOf = ({ method = 'GET', host = '', path, headers = {} }: BenchRequest): string =>
  `${method} ${host}${path.slice(0, 100)} ${JSON.stringify(headers)}`

/** Creates accounts with the older checkout running, and then fills the database. Returns requests about the created records. */
async function filled(stage: Stage, other: string): Promise<BenchRequest[]> {
  const first = await startService(stage, other, { database: String(stage.connection.database), env: { DEMO: 'on', PUBLIC_URL } })
  const { seller } = await people(first)
  const signedIn = await sendToAny(first.port, 'POST', '/v1/sessions', {
    json: { email: 'seller@example.test', password: 'a long enough password' },
  })
  await first.stop()
  const db = await stage.client()
  await fillMarket(db, LISTINGS)
  await varied(db)
  const requests = await requestsOf(db, { key: seller, cookie: signedIn.headers['set-cookie']!.split(';')[0]! })
  await db.end()
  return requests
}

/**
 * Adds sold, withdrawn and hidden items and items with photos, which the benchmark's market does not contain. Adds no page views, because
 * they would change the shop's last activity.
 */
async function varied(db: Client): Promise<void> {
  const variant = (size: string) =>
    `jsonb_build_object('size', '${size}', 'key', '${size}-' || md5(id) || '.webp', 'width', 2048, 'height', 1536, 'bytes', 90000, 'type', 'image/webp')`
  await db.query(`
    insert into photos (id, listing_id, position, source, alt, variants, created_at)
      select 'pho_more' || id, id, 1, 'web', 'As "new" & <unused>', jsonb_build_array(${variant('small')}, ${variant('medium')}, ${variant('large')}), now()
      from listings where in_market and right(md5(id), 1) < '8';
    update listings set published_at = now() - interval '8 days' where right(md5(id), 1) = '3' and published_at is not null;
    update listings set status = 'sold', sold_at = now(), ever_sold = true where id like 'lst_0%' and right(md5(id), 1) = '1' and status = 'live';
    update listings set status = 'draft', published_at = null where id like 'lst_0%' and right(md5(id), 1) = '2' and status = 'live';
    update listings set visibility = 'link' where right(md5(id), 1) = '4' and status = 'live';
    update listings set title = title || ' <b>"bold" & ''new''</b>', shipping_cents = 500, description = E'One.\\n\\n<i>Two</i> & "three"' where right(md5(id), 1) = '5';
    update listings set shipping_cents = 0 where right(md5(id), 1) = '6';
    create function no_view() returns trigger language plpgsql as 'begin return null; end';
    create trigger no_view before insert on visits for each row execute function no_view();
    update shops set paused = true where slug = 'bench-3';
    update shops set visibility = 'link' where slug = 'bench-4';
    update shops set visibility = 'private' where slug = 'bench-5';`)
}

async function difference(own: number, other: number, requests: BenchRequest): Promise<string | null> {
  for (let attempt = 1; ; attempt++) {
    const [mine, theirs] = await Promise.all([answerTo(own, requests), answerTo(other, requests)])
    if (isDeepStrictEqual(mine, theirs)) return null
    if (attempt === TRIES) return describeDifference(mine, theirs)
  }
}

type Answer = { status: number; headers: string[]; body: string }

/**
 * Returns the decompressed response body without its unpredictable parts. A comparison of compressed bytes would fail because of the
 * nonces.
 */
async function answerTo(port: number, { method = 'GET', path, host = SITE, headers = {} }: BenchRequest): Promise<Answer> {
  const request = httpRequest({ host: '127.0.0.1', port, method, path, agent: false, headers: { Host: `${host}:3000`, ...headers } })
  request.end()
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  const bytes = Buffer.concat(chunks)
  const packing = bytes.length === 0 ? undefined : response.headers['content-encoding']
  const body = packing === 'br' ? brotliDecompressSync(bytes) : packing === 'gzip' ? gunzipSync(bytes) : bytes
  const lines = response.rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name.toLowerCase()}: ${response.rawHeaders[at + 1]}`] : []))
  // the entity tag of a page depends on the names of its scripts, and the body is compared anyway
  const left = [...UNFORESEEN, ...(packing ? ['content-length'] : []), ...(isPage(response.headers) ? ['etag'] : [])]
  return {
    status: response.statusCode!,
    headers: lines
      .filter((line) => !left.some((name) => line.startsWith(`${name}:`)))
      .map(blank)
      .toSorted(),
    body: blank(body.toString('latin1')),
  }
}

const UNFORESEEN = ['date', 'request-id', 'connection', 'keep-alive', 'set-cookie', 'ratelimit']

const isPage = (headers: IncomingHttpHeaders): boolean => headers['content-type']?.startsWith('text/html') === true

/** Removes nonces, form tokens, per-process keys, timestamps in milliseconds, and the hashes in the names of scripts and style sheets. */
const blank = (text: string): string =>
  text
    .replaceAll(/(nonce[-=]"?)[\w-]{22}/g, '$1…')
    .replaceAll(/(name="form_token" value=")[^"]*/g, '$1…')
    .replaceAll(/(data-key=")[^"]*/g, '$1…')
    .replaceAll(/(\/static\/[\w-]+\.)[0-9a-f]{12}\./g, '$1….')
    .replaceAll(/(name="live" content=")\d+/g, '$1…')
    .replaceAll(/(:\d\d:\d\d\.)\d{3}Z/g, '$1…')

function describeDifference(mine: Answer, theirs: Answer): string {
  if (mine.status !== theirs.status) return `status ${mine.status} instead of ${theirs.status}`
  const line = mine.headers.find((each) => !theirs.headers.includes(each)) ?? theirs.headers.find((each) => !mine.headers.includes(each))
  if (mine.body === theirs.body) return `header ${line}`
  let at = 0
  while (mine.body[at] === theirs.body[at]) at++
  const excerpt = ({ body }: Answer) => JSON.stringify(body.slice(Math.max(0, at - 60), at + 60))
  return `at ${at} ${excerpt(mine)} instead of ${excerpt(theirs)}`
}
