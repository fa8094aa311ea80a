import { cp, open, rm, stat } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { createRandom } from '../harness/random.ts'
import { startProcess } from '../harness/server-process.ts'
import { isOneLineMessage, runVerify } from '../harness/verify-command.ts'
import { copyWithFlippedBit, databaseFile } from './file-corruption.ts'
import { journalColumns } from './row-corruption.ts'

type Say = (line: string) => unknown

/**
 * Damages copies of a folder from outside and checks what an operator sees, by the command and by the start
 * of the server. Returns whether each result was correct, in one line, with exit code 1.
 */
export async function checkAsOperator(dir: string, copy: string, seed: number, say: Say): Promise<boolean> {
  let isFine = true
  const note = (fine: boolean, line: string): void => {
    isFine &&= fine
    say(`  ${fine ? 'correct' : 'WRONG'}: ${line}`)
  }
  say('Damaged from outside:')
  for (const column of journalColumns) {
    const seq = await changedByHand(dir, copy, column, seed)
    const { code, out, err } = await runVerify(copy)
    const why = whyOf(out)
    note(
      code === 1 && isOneLineMessage(err) && why.startsWith(`entry ${seq} `),
      `${column} of entry ${seq}: ${why}`,
    )
  }
  for (const [name, damage] of Object.entries(damages)) {
    await rm(copy, { recursive: true, force: true })
    await damage(dir, copy)
    const { code, err } = await runVerify(copy)
    note(code === 1 && isOneLineMessage(err), `${name}, verify: ${err.trim()}`)
    const message = await startOf(copy)
    note(
      message === null || isOneLineMessage(message),
      `${name}, start: ${message ?? 'starts; verify says it'}`,
    )
  }
  return isFine
}

/** The part of the result about the chain. */
const whyOf = (out: string): string =>
  (JSON.parse(out || '{}') as { chain?: { why?: string } }).chain?.why ?? 'nothing'

/** Changes one character of a column by SQL, like somebody with access to the file. Returns the entry. */
async function changedByHand(dir: string, copy: string, column: string, seed: number): Promise<number> {
  await rm(copy, { recursive: true, force: true })
  await cp(dir, copy, { recursive: true })
  const database = new DatabaseSync(databaseFile(copy))
  try {
    const seq = createRandom(seed + column.length).between(2, 1_500)
    const to =
      column === 'seq' || column === 'at'
        ? `${column} + 1000000`
        : `substr(${column}, 1, 9) || char(unicode(substr(${column}, 10, 1)) + 1) || substr(${column}, 11)`
    database.exec(`update journal set ${column} = ${to} where seq = ${seq}`)
    return seq
  } finally {
    database.close()
  }
}

/** Overwrites bytes of a file from an offset. */
async function overwritten(file: string, place: number, bytes: Buffer): Promise<void> {
  const opened = await open(file, 'r+')
  await opened.write(bytes, 0, bytes.length, place)
  await opened.close()
}

const page = 4_096

/** Ways in which files are damaged. */
const damages: Readonly<Record<string, (dir: string, copy: string) => Promise<void>>> = {
  'a bit of the first byte': (dir, copy) => copyWithFlippedBit(dir, copy, 0, 0),
  'a bit of the schema': (dir, copy) => copyWithFlippedBit(dir, copy, 101, 3),
  'half of the file cut off': async (dir, copy) => {
    await cp(dir, copy, { recursive: true })
    const { size } = await stat(databaseFile(copy))
    const opened = await open(databaseFile(copy), 'r+')
    await opened.truncate(Math.floor(size / 2))
    await opened.close()
  },
  'a page of zeros': async (dir, copy) => {
    await cp(dir, copy, { recursive: true })
    const { size } = await stat(databaseFile(copy))
    await overwritten(databaseFile(copy), Math.floor(size / 2 / page) * page, Buffer.alloc(page))
  },
  'another file in its place': async (dir, copy) => {
    await cp(dir, copy, { recursive: true })
    await overwritten(databaseFile(copy), 0, Buffer.from('%PDF-1.7 and more of it'))
  },
}

/** The message with which a start of the server fails; null if it starts. */
async function startOf(dataDir: string): Promise<string | null> {
  const server = startProcess(dataDir, { DEMO: 'off' })
  try {
    await server.ready
    await server.kill()
    return null
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return message.replace(/^the server ended with 1 while it started: /, '')
  }
}
