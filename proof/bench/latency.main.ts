import { benchLatency } from './latency.ts'

console.log(JSON.stringify(await benchLatency(20, 400)))
process.exit(0)
