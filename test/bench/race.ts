// For each of many items, many buyers send an order at the same time to the real service. Prints the counts: node --import ./bin/tsx.js
// test/bench/race.ts [listings] [buyers]
import { runningServer } from '#platform/database/process-status.ts'
import { sendToAny } from '#test/app.ts'
import { killableService } from '#test/chaos/service.ts'
import { raceForEach } from '#test/races/buyers.ts'
import { read } from '#test/cluster.ts'

const [listings = 1000, buyers = 50] = process.argv.slice(2).map(Number)
const service = await killableService({ DEMO: 'off' })
try {
  await service.until(async () => (await sendToAny(service.port, 'GET', '/v1/market/search').catch(() => null))?.status === 200)
  const [seller, ...keys] = await signUps(buyers + 1)
  await sendToAny(service.port, 'POST', '/v1/shops', { key: seller!, json: { name: 'Race', slug: 'race' } })
  const started = performance.now()
  const { statuses, winners } = await raceForEach({ port: service.port, listings: await listed(seller!), keys })
  const seconds = (performance.now() - started) / 1000
  const won = [...winners.values()]
  console.log(`${listings} listings × ${buyers} buyers in ${seconds.toFixed(1)} s`)
  console.log(`responses by status: ${JSON.stringify(statuses)}`)
  console.log(
    `listings with one order: ${won.filter((one) => one.length === 1).length}; with several: ${won.filter((one) => one.length > 1).length}`,
  )
  console.log(`rows in the database: ${JSON.stringify(await counted())}`)
} finally {
  await service.end()
}

async function signUps(count: number): Promise<string[]> {
  const keys: string[] = []
  for (let i = 0; i < count; i++) {
    const json = { name: 'Racer', email: `racer${i}@example.test`, password: 'a long enough password' }
    keys.push((await sendToAny(service.port, 'POST', '/v1/accounts', { json })).body.api_key.secret)
  }
  return keys
}

async function listed(key: string): Promise<string[]> {
  const ids: string[] = []
  for (let i = 0; i < listings; i++) {
    const json = { title: `Lamp ${i}`, price: 5, shipping: 0, publish: true }
    ids.push((await sendToAny(service.port, 'POST', '/v1/listings', { key, json })).body.id)
  }
  return ids
}

async function counted(): Promise<unknown> {
  const counts = 'select count(*) as orders, count(distinct listing_id) as listings from orders'
  return (await read(runningServer(service.dataDir)!, counts))[0]
}
