// Serves the bytes of a file from a separate process. Its throughput is an upper bound for any HTTP server on Node.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const page = readFileSync(process.argv[2]!)
const headers = { 'Content-Type': 'application/json', 'Content-Length': page.length }
const server = createServer((_, response) => response.writeHead(200, headers).end(page))
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
