import { setTimeout as sleep } from 'node:timers/promises'
import { bareServer } from './bare.ts'
import { captured } from './captured.ts'
import { memoryMb } from './cpu.ts'
import type { Report } from './goals.ts'
import { marketGoals } from './market-goals.ts'
import { GROWN, openMarket, OTHER, type Market, type Host, type StageOptions } from './market-stage.ts'
import { benchMixed } from './mixed.ts'
import { bareReads, hasPgbench, pgbench } from './pgbench.ts'
import { always, draftIn, readFigures, writeFigures, type Requests } from './requests.ts'
import { rowsOf } from './rows.ts'
import { sendToAny } from '#test/app.ts'
import { inRounds, type Figure, type Subject } from './turns.ts'
import { load, warm } from './wrk.ts'

/** Seconds of warm-up and of measurement for writes that succeed only once per listing. Both are short, so that enough listings remain. */
const [ONCE_WARM, ONCE_SECONDS] = [2, 1]
/**
 * Requests per second for writes that succeed only once per listing. The rate is low, because the benchmark has a limited number of
 * listings.
 */
const ONCE_PACE = 200
/** Pause in milliseconds after startup, so that memory used during startup is released. */
const AT_REST_MS = 4_000
/** Duration of each round of the mixed load, in seconds. A p99 needs more requests than a median. */
const MIXED_SECONDS = 3

export type MarketOptions = StageOptions & { seconds: number; rounds: number; only: RegExp }

/**
 * Measures all goals in a market of `listings` listings with its own database. With `against`, alternates between this checkout and the
 * checkout in that folder.
 */
export async function benchMarket(options: MarketOptions): Promise<Report> {
  const market = await openMarket(options)
  try {
    await sleep(AT_REST_MS)
    const rest = memoryMb(market.own.service.web)
    const figures = await measured(market, options)
    const mixed = options.only.test('mixed') ? await mixedOf(market, options) : { rows: [], notes: [], goals: [] }
    const loaded = memoryMb(market.own.service.web)
    const { readyMs, wholeMs } = market
    const mb = ({ own, all }: { own: number; all: number }) => `${own.toFixed(0)} MB (${all.toFixed(0)} including shared memory)`
    const start = `${options.listings} listings: ready after ${readyMs.toFixed(0)} ms, search index complete after ${wholeMs.toFixed(0)} ms (medians of ${market.starts} starts); ${mb(rest)} at rest, ${mb(loaded)} at the end.`
    return {
      rows: rowsOf(figures),
      notes: [start, ...mixed.notes],
      goals: [
        ...marketGoals({ figures, readyMs, wholeMs, rest: rest.own, loaded: loaded.own, listings: options.listings, grows: market.grows }),
        ...mixed.goals,
      ],
    }
  } finally {
    await market.end()
  }
}

/**
 * Measures first reads and then writes. Alternates each measurement with a measurement of its lower bound: the bare SQL in pgbench, or a
 * bare node:http server.
 */
async function measured(market: Market, { only, seconds, rounds, listings }: MarketOptions): Promise<Map<string, Figure>> {
  const { stage, own, other } = market
  const isSelected = ({ name }: Subject) => only.test(name.replace(OTHER, ''))
  const page = await sendToAny(own.service.port, 'GET', '/v1/market/search')
  const bare = await bareServer('bare: node:http, browse', page.bytes, seconds)
  try {
    const sql = hasPgbench()
      ? Object.entries(bareReads(listings)).map(([name, script]) => pgbench(stage, `bare: ${name}`, script, seconds))
      : []
    const reads = besides(await readsOf(own, seconds), other && (await readsOf(other, seconds)), market.grows)
    const writes = besides(await writesOf(own, seconds), other && (await writesOf(other, seconds)), market.grows)
    const draft = () => sendToAny(own.service.port, 'POST', '/v1/listings', { key: own.keys.seller, json: draftIn('bench') })
    const insert = hasPgbench() ? [pgbench(stage, 'bare: a draft', await captured(stage, draft), seconds)] : []
    return new Map([
      ...(await inRounds([...reads, bare, ...sql].filter(isSelected), rounds)),
      ...(await inRounds([...insert, ...writes].filter(isSelected), rounds)),
    ])
  } finally {
    bare.stop()
  }
}

/**
 * Pairs each measured value with that of the other service. In a comparison with a small market, pairs only the values for the growth goal.
 */
function besides(own: readonly Subject[], others: readonly Subject[] | null, grows: boolean): Subject[] {
  return own.flatMap((subject) => {
    const other = others?.find(({ name }) => name === subject.name)
    return other && (!grows || GROWN.has(subject.name)) ? [subject, { ...other, name: OTHER + other.name }] : [subject]
  })
}

async function readsOf(host: Host, seconds: number): Promise<Subject[]> {
  const figures = Object.entries(await host.query((db) => readFigures(db, host.keys.seller)))
  return figures.map(([name, { requests }]) => subjectOf(host, name, always(requests)(), seconds))
}

async function writesOf(host: Host, seconds: number): Promise<Subject[]> {
  const figures = Object.entries(await host.query((db) => writeFigures(db, host.keys)))
  return figures.map(([name, figure]) => subjectOf(host, name, figure(), seconds))
}

function subjectOf({ service }: Host, name: string, requests: Requests, seconds: number): Subject {
  const time = requests.isOnce ? Math.min(seconds, ONCE_SECONDS) : seconds
  return {
    name,
    warm: () => warm(service, requests.next, requests.isOnce ? { rounds: ONCE_WARM, pace: ONCE_PACE } : {}),
    measureOnce: () => load(service, requests.next(time), { seconds: time, pace: requests.isOnce ? ONCE_PACE : 0 }),
  }
}

async function mixedOf({ own }: Market, { seconds, rounds }: MarketOptions): Promise<Report> {
  const [reads, writes] = await own.query(async (db) => [await readFigures(db, own.keys.seller), await writeFigures(db, own.keys)] as const)
  const page = await sendToAny(own.service.port, 'GET', '/v1/market/search')
  const bare = await bareServer('bare: node:http, browse', page.bytes, seconds)
  try {
    const mix = { reads, writes, keys: own.keys }
    return await benchMixed(own.service, bare, mix, { seconds: Math.min(MIXED_SECONDS, seconds * 2), rounds })
  } finally {
    bare.stop()
  }
}
