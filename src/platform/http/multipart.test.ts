import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, readdir, readlink, rm } from 'node:fs/promises'
import { createServer, request as httpRequest } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import fc from 'fast-check'
import { mp4, scene } from '#test/fixtures/media.ts'
import { MultipartError, parseMultipart } from './multipart.ts'
import type { MultipartBody } from './multipart.ts'

const MB = 1_048_576
const BOUNDARY = 'b0undary'

type Parsed = Omit<MultipartBody, 'cleanup'> & { contents: Buffer[] }
type Outcome = { body?: Parsed; error?: MultipartError }

let tempRoot: string
let outcome: Promise<Outcome>
let settle: (outcome: Outcome) => void
const server = createServer((request, response) => {
  parse(request)
    .then((result) => {
      settle(result)
      response.writeHead(result.error ? 400 : 200).end(result.error?.reason)
    })
    .catch((error: unknown) => response.writeHead(500).end(String(error)))
})

before(async () => {
  tempRoot = await mkdtemp(join(tmpdir(), 'multipart-test-'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
after(async () => {
  server.closeAllConnections()
  server.close()
  await rm(tempRoot, { recursive: true, force: true })
})
beforeEach(() => expectOne())

function expectOne(): void {
  ;({ promise: outcome, resolve: settle } = Promise.withResolvers<Outcome>())
}

async function parse(request: IncomingMessage): Promise<Outcome> {
  try {
    const { cleanup, ...body } = await parseMultipart(request, { tempRoot })
    const contents = await Promise.all(body.files.map((file) => readFile(file.path)))
    await cleanup()
    await cleanup()
    return { body: { ...body, contents } }
  } catch (error) {
    assert.ok(error instanceof MultipartError, String(error))
    return { error }
  }
}

function port(): number {
  return (server.address() as AddressInfo).port
}

async function send(body: FormData): Promise<Outcome> {
  const response = await fetch(`http://127.0.0.1:${port()}/`, { method: 'POST', body })
  await response.text()
  return outcome
}

/** Sends raw bytes. Resolves with the response status, or with 0 if the connection ended without a response. */
async function sendRaw(body: Buffer | string, contentType = `multipart/form-data; boundary=${BOUNDARY}`): Promise<number> {
  return new Promise((resolve) => {
    const outgoing = httpRequest({ port: port(), method: 'POST', headers: { 'content-type': contentType }, agent: false }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode!))
    })
    outgoing.on('error', () => resolve(0)).end(body)
  })
}

function part(headers: string, content: string): string {
  return `--${BOUNDARY}\r\n${headers}\r\n\r\n${content}\r\n`
}
const END = `--${BOUNDARY}--\r\n`

async function assertNothingLeft(): Promise<void> {
  assert.deepEqual(await readdir(tempRoot), [])
}

describe('multipart bodies that the parser accepts', () => {
  test('the multipart parser returns fields by name in order, and files with their bytes and detected type', async () => {
    const png = await scene(30, 20).png().toBuffer()
    const form = new FormData()
    form.append('alt', 'a red chair')
    form.append('photo_urls[]', 'one')
    form.append('photo_urls[]', 'two')
    form.append('__proto__', 'a name like any other')
    form.append('file', new Blob([png], { type: 'text/html' }), '../../etc/chair.html')
    form.append('file', new Blob(['hello']), 'note.jpg')
    const { body } = await send(form)
    assert.deepEqual(Object.entries(body!.fields), [
      ['alt', ['a red chair']],
      ['photo_urls[]', ['one', 'two']],
      ['__proto__', ['a name like any other']],
    ])
    assert.equal(Object.getPrototypeOf(body!.fields), null)
    assert.deepEqual(
      body!.files.map(({ field, filename, type, bytes, declaredType }) => [field, filename, type, bytes, declaredType]),
      [
        ['file', 'chair.html', 'png', png.length, 'text/html'],
        ['file', 'note.jpg', 'unknown', 5, 'application/octet-stream'],
      ],
    )
    for (const file of body!.files) assert.ok(file.path.startsWith(tempRoot) && /[\\/]\d+$/.test(file.path))
    assert.deepEqual(body!.contents, [png, Buffer.from('hello')])
    await assertNothingLeft()
  })

  test('an empty file input is omitted', async () => {
    const empty = part('Content-Disposition: form-data; name="file"; filename=""\r\nContent-Type: application/octet-stream', '')
    assert.equal(await sendRaw(empty + END), 200)
    assert.deepEqual((await outcome).body!.files, [])
  })

  test('an upload may contain 24 files, an image of exactly 10 MB and a video of exactly 40 MB', async () => {
    const form = new FormData()
    for (let index = 0; index < 22; index += 1) form.append('file', new Blob(['x']), `${index}.jpg`)
    form.append('file', new Blob([Buffer.alloc(10 * MB)]), 'a.jpg')
    const start = mp4()
    form.append('file', new Blob([start, Buffer.alloc(40 * MB - start.length)]), 'b.jpg')
    const { body } = await send(form)
    assert.deepEqual(
      body!.files.slice(22).map((file) => [file.type, file.bytes]),
      [
        ['unknown', 10 * MB],
        ['mp4', 40 * MB],
      ],
    )
    await assertNothingLeft()
  })
})

describe('multipart bodies that the parser rejects', () => {
  test('the error for an upload names the file that is too large', async () => {
    const form = new FormData()
    form.append('file', new Blob(['small']), 'a.jpg')
    form.append('file', new Blob([Buffer.alloc(10 * MB + 1)]), 'b.jpg')
    const { error } = await send(form)
    assert.deepEqual([error!.reason, error!.fileIndex, error!.field], ['too_large', 1, 'file'])
    await assertNothingLeft()
  })

  test('an upload with a video above 40 MB or with two videos is rejected', async () => {
    const large = new FormData()
    large.append('file', new Blob([mp4(), Buffer.alloc(40 * MB)]), 'a.mp4')
    const { error } = await send(large)
    assert.deepEqual([error!.reason, error!.fileIndex], ['too_large', 0])

    expectOne()
    const two = new FormData()
    for (const name of ['a.mp4', 'b.mp4']) two.append('file', new Blob([mp4()]), name)
    const second = (await send(two)).error
    assert.deepEqual([second!.reason, second!.fileIndex], ['too_many_videos', 1])
    await assertNothingLeft()
  })

  test('the multipart parser rejects more than 24 files, 30 fields or 64 kB per field', async () => {
    const files = new FormData()
    for (let index = 0; index < 25; index += 1) files.append('file', new Blob(['x']), 'x.jpg')
    const tooMany = (await send(files)).error
    assert.deepEqual(
      [tooMany?.reason, tooMany?.field, tooMany?.fileIndex],
      ['too_many_files', 'file', 24],
      'names the first file over the limit',
    )
    expectOne()
    const fields = new FormData()
    for (let index = 0; index < 31; index += 1) fields.append(`f${index}`, 'x')
    assert.equal((await send(fields)).error?.reason, 'too_many_fields')
    expectOne()
    const long = new FormData()
    long.append('alt', 'x'.repeat(64_001))
    const { error } = await send(long)
    assert.deepEqual([error?.reason, error?.field], ['too_large', 'alt'])
    expectOne()
    await sendRaw(
      Array.from({ length: 10_000 }, (_, index) => part(`Content-Disposition: form-data; name="f${index}"`, 'x')).join('') + END,
    )
    assert.equal((await outcome).error?.reason, 'too_many_fields')
    await assertNothingLeft()
  })

  test('the multipart parser rejects a body with an excessive Content-Length before reading it', async () => {
    const socket = connect(port(), '127.0.0.1')
    socket.on('error', () => {})
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${500 * MB}\r\n\r\n`)
    assert.equal((await outcome).error?.reason, 'too_large')
    socket.destroy()
  })

  test('a body with a content type other than multipart/form-data or without a boundary is rejected', async () => {
    for (const [type, reason] of [
      ['application/json', 'wrong_type'],
      ['multipart/form-data', 'malformed'],
      ['multipart/form-data; boundary=', 'malformed'],
      ['multipart/mixed; boundary=x', 'wrong_type'],
      ['multipart/form-datax; boundary=x', 'wrong_type'],
    ] as const) {
      expectOne()
      assert.equal(await sendRaw('x', type), 400, type)
      assert.equal((await outcome).error?.reason, reason, type)
    }
  })

  test('a body that is truncated or garbled or has a part without a name is rejected with 400 and leaves no files', async () => {
    const file = 'Content-Disposition: form-data; name="file"; filename="a.jpg"'
    const bodies = {
      empty: '',
      'no end boundary after a field': part('Content-Disposition: form-data; name="a"', 'b'),
      'no end boundary in a file': `--${BOUNDARY}\r\n${file}\r\n\r\nabc`,
      'cut in a header': `--${BOUNDARY}\r\nContent-Dispo`,
      'cut after the header': `--${BOUNDARY}\r\n${file}\r\n\r\n`,
      'cut in the boundary': part(file, 'x') + '--b0und',
      'another boundary': part(file, 'x').replaceAll(BOUNDARY, 'other') + END.replace(BOUNDARY, 'other'),
      'field without a name': part('Content-Disposition: form-data', 'x') + END,
      'field with an empty name': part('Content-Disposition: form-data; name=""', 'x') + END,
      'file without a name': part('Content-Disposition: form-data; filename="a"', 'x') + END,
      garbage: 'x'.repeat(100_000),
    }
    for (const [name, body] of Object.entries(bodies)) {
      expectOne()
      assert.equal(await sendRaw(body), 400, name)
      assert.equal((await outcome).error?.reason, 'malformed', name)
    }
    await assertNothingLeft()
  })

  test('a sender that disconnects during a file is detected, and the file is closed', async () => {
    const socket = connect(port(), '127.0.0.1')
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=${BOUNDARY}\r\nContent-Length: 100000\r\n\r\n`)
    socket.write(part('Content-Disposition: form-data; name="file"; filename="a.jpg"', 'x'.repeat(5_000)).slice(0, 4_000))
    setTimeout(() => socket.destroy(), 50)
    assert.equal((await outcome).error?.reason, 'aborted')
    await assertNothingLeft()
    const open = existsSync('/proc/self/fd')
      ? await Promise.all((await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')))
      : []
    assert.deepEqual(
      open.filter((path) => path.startsWith(tempRoot)),
      [],
    )
  })
})

test('the multipart parser responds to any sequence of parts with 200 or 400', async () => {
  const headers = fc.constantFrom(
    'Content-Disposition: form-data; name="a"',
    'Content-Disposition: form-data; name="f"; filename="x"',
    'Content-Disposition: attachment; name="a"',
    'content-disposition: form-data; name="a\r\nb"',
    'X: y',
    '',
    'Content-Disposition: form-data; name="__proto__"; filename="constructor"',
    'Content-Disposition: form-data; name="a"\r\nContent-Type: text/plain; charset=utf-99',
    'Content-Disposition: form-data; name="a"\r\nContent-Transfer-Encoding: base64',
    "Content-Disposition: form-data; name*=utf-8''%ff; filename*=utf-8''..%2f..%2fx",
    `Content-Type: multipart/mixed; boundary=${BOUNDARY}`,
  )
  const piece = fc.oneof(
    { weight: 4, arbitrary: fc.tuple(headers, fc.string({ maxLength: 80 })).map(([head, content]) => part(head, content)) },
    { weight: 1, arbitrary: fc.constantFrom(END, `--${BOUNDARY}`, '\r\n', '--', '\0', `\r\n--${BOUNDARY}\r\n`, 'a: b\r\n\r\n') },
    { weight: 1, arbitrary: fc.string({ maxLength: 40 }) },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 8 }), fc.boolean(), async (pieces, ended) => {
      expectOne()
      const status = await sendRaw(pieces.join('') + (ended ? END : ''))
      assert.ok(status === 200 || status === 400)
    }),
    { numRuns: 800 },
  )
  await assertNothingLeft()
})
