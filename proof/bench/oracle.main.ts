import { benchOracle } from './oracle.ts'

/** `node oracle.main.ts LIVE_ADVERTS SWEEPS`: one measurement in a process of its own, as JSON. */
const [liveAdverts = 1_000, sweeps = 300] = process.argv.slice(2).map(Number)
console.log(JSON.stringify(benchOracle(liveAdverts, sweeps)))
