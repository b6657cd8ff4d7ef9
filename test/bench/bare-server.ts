// Sends the bytes of a file to whoever asks, and builds nothing: what an HTTP server can do at most. A process of its own.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const page = readFileSync(process.argv[2]!)
const headers = { 'Content-Type': 'application/json', 'Content-Length': page.length }
const server = createServer((_, response) => response.writeHead(200, headers).end(page))
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
