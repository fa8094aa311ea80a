import { createInterface } from 'node:readline'
import { folded, type Sent, surroundings } from './elsewhere.ts'

/** A second process: says where it is, then answers each line with what it made of the journal in it. */
const say = (said: unknown): boolean => process.stdout.write(`${JSON.stringify(said)}\n`)

say(surroundings())
for await (const line of createInterface(process.stdin)) say(folded(JSON.parse(line) as Sent))
