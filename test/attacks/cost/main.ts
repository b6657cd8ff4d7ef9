import { globalSetup, globalTeardown } from '#test/global-setup.ts'
import { attackEndpoints, attackForms, attackHeaders, attackReaders } from '#test/attacks/cost/attack.ts'
import { createSender } from '#test/attacks/cost/sender.ts'
import { startMeasured } from '#test/attacks/cost/service.ts'
import { answerHelp } from '#bin/help.ts'

answerHelp(import.meta.filename)

// npm run attack:cost [-- endpoint]: the long form of the attack, which CI does not run
const closers: (() => unknown)[] = []
await globalSetup()
const service = await startMeasured({ after: (close) => closers.push(close as () => unknown) })
const sender = createSender(service)
const only = process.argv[2]
const options = { long: true, every: true, ...(only === undefined ? {} : { only }) }
const parts = only === undefined ? [attackHeaders, attackReaders, attackForms, attackEndpoints] : [attackEndpoints]
for (const part of parts) {
  const [began, before] = [performance.now(), sender.count()]
  await part(service, sender, options)
  console.log(`${part.name}: ${sender.count() - before} requests in ${Math.round((performance.now() - began) / 1000)} s`)
}
await sender.stop()
for (const close of closers) await close()
await globalTeardown()
console.log(sender.findings.length === 0 ? 'No request exceeds the limits.' : sender.findings.join('\n'))
process.exit(sender.findings.length === 0 ? 0 : 1)
