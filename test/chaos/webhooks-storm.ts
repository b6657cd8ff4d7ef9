// The long run: `node --import ./bin/tsx.js test/chaos/webhooks-storm.ts [events] [kills] [minutes]`. Default: at least 50 000 events and
// 50 kills, within 60 minutes. webhooks.test.ts is the short run.
import { storm } from '#test/chaos/webhooks.ts'
import { answerHelp } from '#bin/help.ts'

answerHelp(import.meta.filename)

const [events = 50_000, kills = 50, minutes = 60] = process.argv.slice(2).map(Number)
const report = await storm({ events, kills, limitMs: minutes * 60_000, refuses: 0.05 }, (line) => console.log(line))
const { faults, ...counts } = report
console.log(counts)
console.log(faults.length === 0 ? '0 lost, 0 unexpected, every signature valid' : faults.slice(0, 50))
process.exit(faults.length === 0 && counts.acknowledged >= events && counts.kills >= kills ? 0 : 1)
