// Child process of embedded.test.ts. It owns the given data folder, inserts rows, and prints the number of each row once the database has
// acknowledged it.
import { Client } from 'pg'
import { openEmbedded } from './embedded.ts'

const log = { info() {}, warn() {}, error() {} }
const database = await openEmbedded({ dataDir: process.argv[2]! }, log)
const client = new Client(database.connection)
await client.connect()
await client.query('create table if not exists written (n bigint primary key)')
let stopping = false
process.once('SIGTERM', () => (stopping = true))
while (!stopping) {
  const { rows } = await client.query<{ n: string }>('insert into written select coalesce(max(n), 0) + 1 from written returning n')
  process.stdout.write(`${rows[0]!.n}\n`)
}
await client.end()
await database.stop()
