// `npm run tour`: a guided sale, step by step, with URLs to open. It checks every webhook signature. If the service at PUBLIC_URL (or on
// PORT, or 3000) runs with TEST_CLOCK=on, the tour uses that service and advances its clock. Otherwise, the tour starts a service and stops
// it at the end; `npm run tour -- --keep` leaves it running. Exits with 1 at the first unexpected result.
import { findSite, pagesOf } from '#test/tour/service.ts'
import { tour } from '#test/tour/tour.ts'
import { answerHelp } from './help.ts'

answerHelp(import.meta.filename)

const keep = process.argv.slice(2).includes('--keep')
const requestedUrl = (process.env['PUBLIC_URL'] || `http://localhost:${process.env['PORT'] || 3000}`).replace(/\/+$/, '')
const ground = await findSite(requestedUrl)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void end(130))
// a closed output pipe (`npm run tour | head`) must also stop the service in an orderly way
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => void end(0))

console.log(
  ground.own
    ? `No service with TEST_CLOCK=on runs at ${requestedUrl}, so the tour starts one with an empty market at ${ground.site}.`
    : `The tour uses ${ground.site} and moves its clock forward by about three weeks.`,
)
try {
  await tour({ site: ground.site, print: console.log })
  console.log('\nThe tour of a sale is complete. Every step had the expected result.')
  await leave()
  await end(0)
} catch (error) {
  console.error(`\nUnexpected result: ${error instanceof Error ? error.message : String(error)}`)
  await end(1)
}

async function leave(): Promise<void> {
  const pages = await pagesOf(ground.site)
  if (!ground.own) return console.log(`You can look around at ${pages}.`)
  if (keep) {
    ground.retain()
    return console.log(`You can look around at ${pages}, with the data in ${ground.own.dataDir}. Stop it with: kill ${ground.own.pid}`)
  }
  if (process.stdin.isTTY && process.stdout.isTTY) await enter(`You can look around at ${pages}. Press Enter to stop.`)
  await ground.stop()
  console.log('The service of this tour has stopped, so its addresses no longer work. To keep it running: npm run tour -- --keep')
}

async function end(code: number): Promise<void> {
  await ground.stop()
  process.exit(code)
}

function enter(words: string): Promise<void> {
  console.log(`\n${words}`)
  return new Promise((resolve) => process.stdin.once('data', () => resolve()))
}
