import { benchInserts } from './inserts.ts'

/** `node --expose-gc inserts.main.ts ORDERS`: one measurement in a process of its own, as JSON. */
const [orders = 100_000] = process.argv.slice(2).map(Number)
console.log(JSON.stringify(benchInserts(orders)))
