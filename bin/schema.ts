// Writes db/schema.sql and src/platform/db/tables.ts from the migrations. With --check, only reports whether they are current.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { dumpSchema } from '#platform/db/dump/index.ts'
import { startTestCluster } from '#test/cluster.ts'

const { cluster, stop } = await startTestCluster()
const { sql, tables } = await dumpSchema({ ...cluster.connection, database: cluster.template })
await stop()

const files = { 'db/schema.sql': sql, 'src/platform/db/tables.ts': tables }
for (const [name, text] of Object.entries(files)) {
  const path = fileURLToPath(new URL(`../${name}`, import.meta.url))
  if (!process.argv.includes('--check')) {
    writeFileSync(path, text)
    continue
  }
  if (read(path) === text) continue
  console.error(`${name} does not match db/migrations. Run: node bin/schema.ts`)
  process.exitCode = 1
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
