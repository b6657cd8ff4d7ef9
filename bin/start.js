// Plain JavaScript, so that an older Node can still read it and say what to do.
const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  console.error(`This service runs on Node 24; this is Node ${process.versions.node}.`)
  console.error('Run "npm ci" and then "npm start": that uses the Node 24 that npm installed beside the service.')
  process.exit(1)
}
const { enableCompileCache, flushCompileCache } = await import('node:module')
// A second start finds types stripped and code compiled: a third less to wait, 20 MB less to hold. Where the folder
// cannot be written, the start is as slow as the first one.
enableCompileCache(`${import.meta.dirname}/../node_modules/.cache/compiled`)
await import('./tsx.js')
const { main } = await import('#main.ts')
await main(process.argv.slice(2))
// now, since a service that is killed has no later
flushCompileCache()
