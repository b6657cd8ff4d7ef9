// Plain JavaScript, so that an older Node can still read it and say what to do.
const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  console.error(`This service runs on Node 24; this is Node ${process.versions.node}.`)
  console.error('Run "npm ci" and then "npm start": that uses the Node 24 that npm installed beside the service.')
  process.exit(1)
}
await import('./tsx.js')
const { main } = await import('../src/main.ts')
await main(process.argv.slice(2))
