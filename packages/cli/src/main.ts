#!/usr/bin/env node
console.error('resale: nothing is here yet')
process.exitCode = 1
