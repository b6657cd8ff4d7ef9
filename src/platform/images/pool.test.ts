import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { constants, getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { scene } from '#test/fixtures/media.ts'
import { createImages } from './index.ts'
import { lateReason } from './serve-jobs.ts'

let root: string
let good: string

before(async () => {
  root = await mkdtemp(join(tmpdir(), 'image-pool-test-'))
  good = join(root, 'good.png')
  await writeFile(good, await scene(40, 30).png().toBuffer())
})
after(() => rm(root, { recursive: true, force: true }))

/** Writes a decoder that hangs, dies or uses too much memory. The code `onStart` runs once, and `onJob` runs for each job. */
async function brokenDecoder(name: string, onJob: string, onStart = ''): Promise<string> {
  const path = join(root, `${name}.mjs`)
  await writeFile(
    path,
    `import { existsSync, writeFileSync } from 'node:fs'
     const firstTime = (mark) => !existsSync(mark) && (writeFileSync(mark, ''), true)
     const mark = ${JSON.stringify(join(root, `${name}.mark`))}
     const done = (job) => process.send({ kind: 'done', id: job.id, picture: { width: process.pid, height: 0, variants: [] } })
     process.on('disconnect', () => process.exit())
     process.on('message', (job) => { ${onJob} })
     ${onStart}
     process.send({ kind: 'ready' })`,
  )
  return path
}

const reasonsOf = (outcomes: readonly PromiseSettledResult<unknown>[]): string[] =>
  outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [(outcome.reason as { reason: string }).reason] : []))

test('if the image decoder crashes, only the image that caused the crash fails', async () => {
  const childPath = await brokenDecoder('dies', `if (firstTime(mark)) process.kill(process.pid, 'SIGSEGV'); else done(job)`)
  const images = createImages({ workers: 1, childPath })
  const outcomes = await Promise.allSettled([images.process(good, root), images.process(good, root), images.process(good, root)])
  assert.deepEqual(reasonsOf(outcomes), ['unreadable'])
  await images.close()
})

test('the decoder runs with a lower priority than the service', async () => {
  const images = createImages({ workers: 1, childPath: await brokenDecoder('idle', 'done(job)') })
  const { width: pid } = await images.process(good, root)
  assert.equal(getPriority(pid), Math.min(constants.priority.PRIORITY_LOW, getPriority() + 8))
  await images.close()
})

test('a decoder that hangs is killed, and the next image is processed', async () => {
  const childPath = await brokenDecoder('hangs', `if (firstTime(mark)) for (;;); else done(job)`)
  const images = createImages({ workers: 1, childPath, jobTimeoutMs: 300 })
  const outcomes = await Promise.allSettled([images.process(good, root), images.process(good, root)])
  assert.deepEqual(reasonsOf(outcomes), ['timeout'])
  await images.close()
})

test('an image that waits too long for a processor fails as busy, and the next image is processed', async () => {
  const childPath = join(root, 'waits.mjs')
  const serveJobs = new URL('serve-jobs.ts', import.meta.url).href
  const mark = JSON.stringify(join(root, 'waits.mark'))
  await writeFile(
    childPath,
    `import { existsSync, writeFileSync } from 'node:fs'
     import { serveJobs } from '${serveJobs}'
     serveJobs(async () => existsSync(${mark}) ? { width: 1, height: 1, variants: [] } : (writeFileSync(${mark}, ''), new Promise(() => {})))`,
  )
  const images = createImages({ workers: 1, childPath, jobTimeoutMs: 500 })
  const outcomes = await Promise.allSettled([images.process(good, root), images.process(good, root)])
  assert.deepEqual(reasonsOf(outcomes), ['busy'])
  await images.close()
})

test('an image job that times out is blamed on the image only if the job spent half of the time on a processor', () => {
  assert.equal(lateReason(500, 1_000), 'timeout')
  assert.equal(lateReason(499, 1_000), 'busy')
})

test('an image that exceeds the decoder’s memory limit fails, and the next image is processed', async () => {
  const large = join(root, 'large.png')
  await writeFile(large, await scene(6_000, 4_000, 4).png().toBuffer())
  const images = createImages({ workers: 1, maxRssBytes: 95 * 1_048_576 })
  await images.process(good, root)
  await assert.rejects(images.process(large, root), { reason: 'unreadable' })
  await images.process(good, root)
  await images.close()
})

test('when the image queue is full, a new image is rejected as busy, and the queued images are still processed', async () => {
  const childPath = await brokenDecoder('slow', `setTimeout(done, 30, job)`)
  const images = createImages({ workers: 2, maxWaiting: 3, childPath })
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => images.process(good, root)))
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  assert.deepEqual([...new Set(refused.map((outcome) => outcome.reason.reason))], ['busy'])
  assert.equal(refused.length, 5)
  await images.close()
})

test('image processing is reported as unavailable if the decoder cannot start', async () => {
  const childPath = await brokenDecoder('broken', '', 'process.exit(1)')
  const images = createImages({ childPath })
  await assert.rejects(images.process(good, root), { reason: 'unavailable' })
  await images.close()
})

test('an idle image decoder is stopped, and a new decoder is started for the next image', async () => {
  const childPath = await brokenDecoder('idle', `done(job)`)
  const images = createImages({ workers: 1, childPath, idleMs: 50 })
  const { width: firstPid } = await images.process(good, root)
  const { width: samePid } = await images.process(good, root)
  assert.equal(samePid, firstPid)
  await new Promise((resolve) => setTimeout(resolve, 200))
  assert.throws(() => process.kill(firstPid, 0), { code: 'ESRCH' })
  assert.notEqual((await images.process(good, root)).width, firstPid)
  await images.close()
  await assert.rejects(images.process(good, root), { reason: 'unavailable' })
})

test('when the image pool closes, all running and queued images fail', async () => {
  const childPath = await brokenDecoder('never', '')
  const images = createImages({ workers: 1, childPath })
  const outcomes = Promise.allSettled([images.process(good, root), images.process(good, root)])
  await new Promise((resolve) => setTimeout(resolve, 300))
  await images.close()
  for (const outcome of await outcomes) assert.equal(outcome.status, 'rejected')
})

test('an idle image decoder does not prevent the process from exiting, and has no access to secrets', async () => {
  const childPath = await brokenDecoder('env', `process.send({ kind: 'done', id: job.id, picture: process.env })`)
  const script = `
    import { createImages } from '#platform/images/index.ts'
    const images = createImages({ workers: 1, childPath: ${JSON.stringify(childPath)} })
    console.log(JSON.stringify(await images.process(${JSON.stringify(good)}, '.')))`
  const ran = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    env: { PATH: process.env['PATH'], DATABASE_URL: 'postgres://secret' },
    timeout: 60_000,
    encoding: 'utf8',
  })
  assert.equal(ran.status, 0, ran.stderr)
  assert.match(ran.stdout, /MALLOC_ARENA_MAX/)
  assert.doesNotMatch(ran.stdout, /secret/)
})
