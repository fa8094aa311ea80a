import { benchJournal } from './journal.ts'

console.log(JSON.stringify(await benchJournal(8, [1, 10, 100, 500], 20_000)))
