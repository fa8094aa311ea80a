import { createInterface } from 'node:readline'
import { processEnvironment, type ReplayRequest, replayJournal } from './second-process.ts'

/** A second process: prints its environment, then answers each line with the result for the journal in it. */
const say = (value: unknown): boolean => process.stdout.write(`${JSON.stringify(value)}\n`)

say(processEnvironment())
for await (const line of createInterface(process.stdin)) say(replayJournal(JSON.parse(line) as ReplayRequest))
