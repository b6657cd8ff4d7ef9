import { openProviders } from '#open-providers.ts'
import { readConfig } from '#config.ts'
import { openStage } from './stage.ts'
import { startModel } from '#test/fakes/model.ts'
import { startEbay } from '#test/fakes/ebay.ts'
import { startChannel3 } from '#test/fakes/channel3.ts'
import { dunksAt, knows } from '#test/research.ts'

setTimeout(() => { console.log('too long'); process.exit(1) }, Number(process.env.MOST ?? 100) * 1000)
const look = async () => {
  const model = await startModel(undefined, (p) => {
    if (p.tools.length > 0) return p.step === 0 ? { calls: [{ name: 'set_price', input: { price: 52 } }] } : { text: 'Done: it asks $52 now.' }
    const names = Object.keys(p.schema?.properties ?? {})
    if (names.includes('one_liner')) return { object: { title: 'Panda leather low sneaker', one_liner: 'Worn a summer, wiped clean.', description: 'A leather sneaker in black and white. Worn for one summer and wiped clean.\n\nOriginal laces.', teaser: 'Panda, one summer old' } }
    return knows()(p)
  })
  const ebay = await startEbay({ after: () => {} } as never)
  ebay.items = dunksAt(18, 20, 22, 24, 25, 26, 28, 30, 33, 35)
  const c3 = await startChannel3({ after: () => {} } as never)
  const stage = await openStage()
  if (!process.env.KEYLESS) Object.assign(stage.app.service.ctx.providers, await openProviders(readConfig({ ...model.env, ...ebay.env, ...c3.env })))
  try {
    const context = await stage.visitor({ as: 'ana' })
    const page = await context.newPage()
    page.on('console', (m) => console.log('console', m.type(), m.text()))
    page.on('pageerror', (e) => console.log('pageerror', e.message))
    const mod = await import('./scratch-steps.ts')
    await mod.steps(page, stage)
    await context.close()
  } finally {
    await stage.close()
    process.exit(0)
  }
}
look().catch((e) => { console.log(e); process.exit(1) })
