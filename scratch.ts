import { readFileSync } from 'node:fs'
import { mutantsOf } from '#test/mutants/generated/operators.ts'
for (const f of process.argv.slice(2))
  for (const m of mutantsOf(f, readFileSync(f, 'utf8'))) console.log(m.line, m.operator, '\n -', m.before, '\n +', m.after)
